// @ts-check
// What was said at each turn of a game: kept in this browser, for the curve over its course.

import { entries } from "./source.js";

/** @import { Advice, Session } from "./types" */

/** @typedef {{n: number, mark: number, value: number, lo: number, hi: number}} Said */

const CURVES = "yomi.curves";
/** Games of which this is kept. */
const MOST_GAMES = 40;

/** @returns {Record<string, Said[]>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(CURVES) ?? "{}");
  } catch {
    return {};
  }
}

/** Tells lists of entries apart (FNV-1a): what was said belongs to the entries before it. @param {string[]} list */
function markOf(list) {
  let mark = 0x811c9dc5;
  for (const char of list.join(" ")) mark = Math.imul(mark ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mark >>> 0;
}

/** Keeps what was said after this many entries. @param {Session} session @param {number} n @param {Advice} advice */
export function keepSaid(session, n, advice) {
  const [best] = advice.candidates;
  if (!best || best.value === null) return;
  const mark = markOf(entries(session.source).slice(0, n));
  const { [session.id]: before = [], ...others } = stored();
  const said = { n, mark, value: best.value, lo: best.lo ?? best.value, hi: best.hi ?? best.value };
  const kept = Object.entries(others).slice(-(MOST_GAMES - 1));
  // The game that is played goes last.
  const games = Object.fromEntries([...kept, [session.id, [...before.filter((one) => one.n !== n), said]]]);
  try {
    localStorage.setItem(CURVES, JSON.stringify(games));
  } catch {
    // Full or forbidden: the curve is drawn without it.
  }
}

/** What was said in the course of this game as it stands, in order. @param {Session} session @returns {Said[]} */
export function said({ id, source }) {
  const list = entries(source);
  const own = (stored()[id] ?? []).filter(({ n, mark }) => n <= list.length && mark === markOf(list.slice(0, n)));
  return own.sort((a, b) => a.n - b.n);
}
