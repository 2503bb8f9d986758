// @ts-check
// Opponents of one's own strength, and which games with them count: those without advice and without a move taken back.

import * as api from "./api.js";
import { open } from "./game.js";
import { stored, write } from "./keep.js";
import { set, setPrefs, state, subscribe } from "./store.js";

/** @import { Session } from "./types" */

const RATED = "yomi.rated";

/** Games that count so far, by their names. @type {Set<string>} */
const counting = new Set(Object.keys(stored(RATED)));

/** @param {string} id @param {boolean} counts */
function note(id, counts) {
  if (counts) counting.add(id);
  else counting.delete(id);
  write(RATED, Object.fromEntries([...counting].map((one) => [one, true])));
}

/** Whether a game counts so far. @param {Session} session */
export const counts = ({ id }) => counting.has(id);

/** The level of the partners in a game; null where there are none. @param {Session} session */
export function levelOf({ opponent }) {
  const [, level] = /^partner\(level=(\d+)\)$/.exec(opponent ?? "") ?? [];
  return level === undefined ? null : Number(level);
}

/**
 * A deal with others of this strength on its other seats, and under which name it is kept. With partners it is a deal that the
 * person has not begun: no other counts for the rating.
 * @param {string} strength `best`, `auto` or a level, as the form before a deal says it
 * @param {Pick<Session, "game" | "settings" | "source">} deal
 */
async function withOthers(strength, { game, settings, source }) {
  const id = crypto.randomUUID();
  if (strength === "best") return { id, opponent: "best", source };
  const found = await api.partners({ game, settings });
  const level = strength === "auto" ? found.person.level : strength;
  note(id, true);
  // One's own strength is found without help. H brings it back, and then the game does not count.
  if (strength === "auto") setPrefs({ hidden: true });
  return { id, opponent: `partner(level=${level})`, source: { ...source, seed: found.deal } };
}

/**
 * Begins a deal, with others of this strength on its other seats; null: every seat is one's own.
 * @param {Pick<Session, "game" | "settings" | "source">} deal @param {string | null} strength
 */
export async function begin(deal, strength) {
  try {
    await open({ ...deal, ...(strength === null ? {} : await withOthers(strength, deal)) });
  } catch (why) {
    if (why instanceof api.Refused) set({ fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
  }
}

/** The game that is being rated. */
let asked = "";

/** @param {Session} session */
async function rate({ id, game, settings, source, opponent }) {
  asked = id;
  try {
    const found = await api.rate(id, { game, settings, source, opponent: opponent ?? "" });
    note(id, false);
    set({ rated: { id, ...found } });
  } catch (why) {
    if (why instanceof api.Away) set({ away: true });
    else if (why instanceof api.Refused) set({ unkept: why.fault });
    else throw why;
  }
}

/** Help ends the counting; the end of the game completes it. */
function look() {
  const { session, position, prefs, analysis, away } = state;
  if (away) asked = "";
  if (!session || !position || away || !counts(session)) return;
  const helped = session.redo.length > 0 || (!prefs.hidden && analysis.figures !== null && !position.over);
  if (helped) return note(session.id, false);
  // Taken from the game as it is, and not from one that is looked back at.
  if (position.over && state.looking === null && !session.waiting.length && asked !== session.id) rate(session);
}

subscribe(look);
