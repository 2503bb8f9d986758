// @ts-check
// Figures as people read them. Nothing is rounded up to more than it is.

/** @import { Candidate, Figures } from "./types" */

/** @param {number} x @param {number} digits */
export const fixed = (x, digits) => (Object.is(Number(x.toFixed(digits)), -0) ? 0 : x).toFixed(digits);

/** @param {number} n */
export const count = (n) => n.toLocaleString("en-US");

/** A value in its unit. @param {string} unit @param {number | null} x */
export function value(unit, x) {
  if (x === null) return "–";
  if (unit === "win") return `${fixed(100 * x, 1)}%`;
  if (unit === "chips") return `${x > 0 ? "+" : ""}${fixed(x, 2)}`;
  if (unit === "points") return fixed(x, 1);
  return fixed(x, 2);
}

/** The part before the unit sign, and the sign. @param {string} unit @param {number} x */
export const parts = (unit, x) => (unit === "win" ? [fixed(100 * x, 1), "%"] : [value(unit, x), ""]);

/** Half of the 95% interval. @param {string} unit @param {Candidate} c */
export function margin(unit, c) {
  if (c.bound !== "sampled" || c.lo === null || c.hi === null) return "";
  const half = (c.hi - c.lo) / 2;
  return `± ${unit === "win" ? fixed(100 * half, 1) : fixed(half, 2)}`;
}

/** A difference of two values. @param {string} unit @param {number} x */
export const difference = (unit, x) => (unit === "win" ? fixed(100 * x, 1) : fixed(x, 2));

/** As wide as 100%, whatever it says: a figure that gets a digit more does not move. @param {string} text */
const steady = (text) => text.padStart(4, "\u2007");

/** A probability in whole percent. @param {number} p */
export const percent = (p) => steady(`${Math.round(100 * p)}%`);

/** A share of the tries. @param {number} p */
export function share(p) {
  return p > 0 && p < 0.01 ? steady("<1%") : percent(p);
}

/** Seconds. @param {number} ms */
export const seconds = (ms) => (ms < 100 ? "0.1" : fixed(ms / 1000, ms < 99_950 ? 1 : 0));

/** Whether a move has hardly been tried. Shares of a partner's level are not of tries. @param {Candidate} c @param {string} [choice] */
export const isWeak = (c, choice) => choice !== "level" && c.bound === "sampled" && c.share < 0.01;

/**
 * The common scale of all candidates: from the lowest to the highest bound of those that were tried, rounded out.
 * @param {Figures} figures
 * @returns {{from: number, to: number, step: number} | null}
 */
export function scale({ unit, candidates, choice }) {
  const tried = candidates.filter((c) => c.value !== null && !isWeak(c, choice));
  if (!tried.length) return null;
  const ends = tried.flatMap((c) => [c.lo ?? c.value ?? 0, c.hi ?? c.value ?? 0, c.value ?? 0]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const grid = unit === "win" ? 0.05 : nice((high - low) / 4 || 1);
  let from = Math.floor(low / grid + 1e-9) * grid;
  let to = Math.ceil(high / grid - 1e-9) * grid;
  if (unit === "win") [from, to] = [Math.max(0, from), Math.min(1, to)];
  if (to - from < 2 * grid) {
    from = unit === "win" ? Math.max(0, from - grid) : from - grid;
    to = unit === "win" ? Math.min(1, to + grid) : to + grid;
  }
  const steps = Math.round((to - from) / grid);
  const every = Math.max(1, Math.ceil(steps / 5));
  const whole = Math.ceil(steps / every) * every * grid;
  // No chance is above one: what is rounded out goes below.
  const start = unit === "win" ? Math.max(0, Math.min(from, 1 - whole)) : from;
  return { from: start, to: start + whole, step: every * grid };
}

/** A round number of about this size. @param {number} x */
function nice(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
