// @ts-check
// A game from a text: a view, a record, or the state of a contest's engine.

import * as api from "./api.js";
import { open } from "./game.js";
import { dress, load } from "./kits.js";
import { set, state } from "./store.js";

/** Opens the game that the text holds. A refusal is said on the page that is open. @param {string} text */
export async function openText(text) {
  try {
    const game = await api.importFile(text);
    await load(game.game).catch(() => {
      throw new api.Away();
    });
    dress(game.game);
    set({ page: { ...state.page, name: "game", game: game.game, real: "start" in game.source }, setup: null });
    history.pushState(null, "", `/${game.game}`);
    await open(game);
  } catch (why) {
    if (why instanceof api.Refused) set({ fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
  }
}
