// @ts-check
// Where a game comes from: a deal with its moves, or a real game with its entries.

/** @import { Source } from "./types" */

/** What was entered in a source. @param {Source} source */
export const entries = (source) => ("entries" in source ? source.entries : source.moves);

/** @param {Source} source @param {string[]} list @returns {Source} */
export const withEntries = (source, list) =>
  "entries" in source ? { ...source, entries: list } : { ...source, moves: list };

/** Whether Yomi put something face down: the server's store has such a deal only as our seat saw it. @param {Source} source */
export const isSealed = (source) => "moves" in source && source.moves.some((move) => move.startsWith("sealed:"));

/** Whether everything that was entered in the one is in the other too, in its order. @param {Source} whole @param {Source} part */
export function contains(whole, part) {
  if ("seed" in whole !== "seed" in part) return false;
  const list = entries(whole);
  return entries(part).every((entry, at) => entry === list[at]);
}
