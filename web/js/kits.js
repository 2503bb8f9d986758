// @ts-check
// What each game draws of its own, loaded when its page opens; the rest of the page is the same for all.

import { addStyles, loadStyles, useStyles } from "./styles.js";

/** @import { Candidate, Settings, State } from "./types" */

/**
 * @typedef {object} Kit
 * @property {(settings?: Settings) => Promise<void>} [ready] once what the game with these settings needs beside its position is there
 * @property {(state: State) => unknown} where what the header says beside the name
 * @property {(c: Pick<Candidate, "move" | "label">, large?: boolean) => unknown} move
 * @property {boolean} [mixes] whether its best play is a mixed strategy, shown as shares
 * @property {(label: string) => string} [named] a label in the middle of a sentence, where it is a phrase
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
 * @property {(state: State) => unknown} [setup] the form before a real game
 * @property {(state: State) => unknown} [practice] the form before a deal, where settings alone are not enough
 * @property {[string, string, string][]} [keys] the same for the map of keys: keys, the text that explains them, and whose place they take
 */

/** @typedef {{games: string[], styles: string[], kit: () => Promise<Kit>}} Family */

// One line each: the server reads from these lines which files the page of a game will ask for.
/** @type {Family[]} */
const FAMILIES = [
  { games: ["sevens"], styles: ["sevens.css"], kit: () => import("./games/sevens.js") },
  { games: ["twin-cool"], styles: ["twin-cool.css"], kit: () => import("./games/twin-cool.js") },
  { games: ["duel"], styles: ["duel.css"], kit: () => import("./games/duel.js") },
  { games: ["connect-four"], styles: ["connect-four.css"], kit: () => import("./games/connect-four.js") },
  { games: ["kuhn", "leduc"], styles: ["poker.css"], kit: () => import("./games/poker.js") },
  { games: ["maze", "walled-maze", "auto-maze", "alternating-maze", "simultaneous-maze"], styles: ["mazes.css"], kit: () => import("./games/mazes.js") },
];
/** @type {Family} */
const ANY = { games: [], styles: [], kit: () => import("./games/generic.js") };

/** @param {string} game */
const familyOf = (game) => FAMILIES.find((family) => family.games.includes(game)) ?? ANY;

/** @type {Map<Family, Kit>} */
const kits = new Map();
/** @type {typeof import("./views/table.js") | null} */
let views = null;

/** What a game draws, once it is loaded. @param {string} game */
export const kitOf = (game) => kits.get(familyOf(game));

/** The parts of a page that every game has, once they are loaded. */
export const table = () => views;

/** Loads what the page of a game needs. Fails where the server does not answer; it can be asked for again. @param {string} game */
export async function load(game) {
  const family = familyOf(game);
  const [shared, kit] = await Promise.all([import("./views/table.js"), family.kit(), loadStyles(family.styles)]);
  await kit.ready?.();
  views = shared;
  kits.set(family, kit);
}

/** @type {typeof import("./views/puzzles.js") | null} */
let puzzleViews = null;

/** The parts of the pages with puzzles, once they are loaded. */
export const puzzleParts = () => puzzleViews;

/** Loads the parts of the pages with puzzles: those of a game, where one is named. @param {string} game */
export async function loadPuzzles(game) {
  const [parts] = await Promise.all([import("./views/puzzles.js"), addStyles(["puzzles.css"]), game ? load(game) : null]);
  puzzleViews = parts;
}

/** Puts the styles of a game in force, in the same moment in which its page takes the place of another. @param {string} game */
export const dress = (game) => useStyles(familyOf(game).styles);
