// @ts-check
// What each game draws of its own; the rest of the page is the same for all.

import * as connectFour from "./games/connect-four.js";
import * as duel from "./games/duel.js";
import * as generic from "./games/generic.js";
import * as mazes from "./games/mazes.js";
import * as poker from "./games/poker.js";
import * as sevens from "./games/sevens.js";
import * as twinCool from "./games/twin-cool.js";

/** @import { Candidate, State } from "./types" */

/**
 * @typedef {object} Kit
 * @property {(state: State) => unknown} where what the header says beside the name
 * @property {(c: Pick<Candidate, "move" | "label">, large?: boolean) => unknown} move
 * @property {(state: State) => unknown} board with hand and entry
 * @property {(state: State) => unknown} history
 * @property {boolean} [counts] the figure of the answer is counted, not estimated
 * @property {boolean} [facts] every candidate has a line of facts
 * @property {(state: State) => void} [pass] what the key P does
 * @property {(state: State) => any} over the answer when the game is over
 * @property {(state: State) => unknown} waiting what is waited for when it is not our turn
 * @property {(state: State) => unknown} [missing] what is missing before there is a position
 * @property {(state: State) => unknown} [beliefs]
 * @property {(state: State) => unknown} [after] below the history
 * @property {(state: State) => unknown} [aside] below the reasons
 * @property {(state: State, best: Candidate) => unknown} [figure]
 * @property {(state: State, best: Candidate) => unknown} [lead]
 * @property {(state: State) => unknown} [scaleName]
 * @property {(state: State) => unknown} [candidates]
 * @property {(state: State, key: string) => (() => void) | null} [key] what a key does in this game, before all else
 * @property {[string, string, string][]} [keys] the same for the map of keys: keys, the text that explains them, and whose place they take
 */

/** @type {Record<string, Kit>} */
const KITS = {
  sevens, duel, "twin-cool": twinCool, "connect-four": connectFour, kuhn: poker, leduc: poker,
  maze: mazes, "walled-maze": mazes, "auto-maze": mazes, "alternating-maze": mazes, "simultaneous-maze": mazes,
};

/** @param {string} game @returns {Kit} */
export const kitOf = (game) => KITS[game] ?? generic;
