// @ts-check
// Where a game comes from: a deal with its moves, or a real game with its entries.

/** @import { Happened, Source } from "./types" */

/** What was entered in a source. @param {Source} source */
export const entries = (source) => ("entries" in source ? source.entries : source.moves);

/** @param {Source} source @param {string[]} list @returns {Source} */
export const withEntries = (source, list) =>
  "entries" in source ? { ...source, entries: list } : { ...source, moves: list };

/** Whether Yomi put something face down: the server's store has such a deal only as our seat saw it. @param {Source} source */
export const isSealed = (source) => "moves" in source && source.moves.some((move) => move.startsWith("sealed:"));

/**
 * A deal with what its seats chose alone. What chance did the number tells, and a record that the server has kept tells it
 * once more, between the moves: it is no turn that could be taken back.
 * @param {Source} source @param {Happened[]} history what happened in it
 * @returns {Source}
 */
export function chosen(source, history) {
  if (!("seed" in source) || history.length !== source.moves.length || history.every(({ seat }) => seat !== null)) return source;
  return { ...source, moves: source.moves.filter((_, at) => history[at].seat !== null) };
}

/** Whether everything that was entered in the one is in the other too, in its order. @param {Source} whole @param {Source} part */
export function contains(whole, part) {
  if ("seed" in whole !== "seed" in part) return false;
  const list = entries(whole);
  return entries(part).every((entry, at) => entry === list[at]);
}
