// @ts-check
// A maze as the five games send it, for the drawing: cells, characters, the way that a line of moves takes.

/** @import { Shown } from "../types" */

/** @typedef {[number, number]} Cell row and column */

/** @type {Record<string, Cell>} */
export const WAYS = { U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };
export const ARROWS = /** @type {Record<string, string>} */ ({ U: "↑", L: "←", R: "→", D: "↓" });

/**
 * @typedef {object} Maze
 * @property {number} height
 * @property {number} width
 * @property {string[]} points digits, and # for walls
 * @property {Cell[]} characters
 * @property {number[]} scores
 * @property {number} turn
 * @property {number} turns
 * @property {boolean} places characters are placed, and walk by themselves
 * @property {number} wanted how many are to be placed
 */

/** @param {Shown} position @returns {Maze} */
export function mazeOf({ view }) {
  // Where seats choose at once, what both know is a part of what one of them knows.
  const now = view.position ?? view;
  const [height, width] = String(now.size).split("x").map(Number);
  const places = Array.isArray(now.placed);
  return {
    height, width, places, points: now.points, turns: now.turns, turn: now.turn ?? 0, wanted: now.characters ?? 0,
    characters: places ? now.placed : (now.character ? [now.character] : now.characters),
    scores: now.scores ?? (now.score === undefined ? [] : [now.score]),
  };
}

/** @param {Cell} from @param {string} way @returns {Cell} */
export const step = ([row, column], way) => [row + (WAYS[way]?.[0] ?? 0), column + (WAYS[way]?.[1] ?? 0)];

/** The way from a cell to one beside it. @param {Cell} from @param {Cell} to */
export const wayTo = (from, to) => Object.keys(WAYS).find((way) => same(step(from, way), to));

/** @param {Cell} a @param {Cell} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {string} text as in 3,4 @returns {Cell} */
export const cellOf = (text) => /** @type {Cell} */ (text.split(",").map(Number));

/**
 * The cells that each character comes through when the line is played, from where it stands.
 * @param {Maze} maze @param {string[]} line @param {number} first who moves first
 * @returns {Cell[][]}
 */
export function walks({ characters }, line, first) {
  const ways = characters.map((cell) => [cell]);
  for (const [i, way] of line.entries()) {
    const walk = ways[(first + i) % ways.length];
    walk.push(step(walk[walk.length - 1], way));
  }
  return ways;
}

/** What lies on a cell. @param {Maze} maze @param {Cell} cell */
export const pointsAt = ({ points }, [row, column]) => points[row]?.[column] ?? "#";
