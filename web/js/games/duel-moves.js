// @ts-check
// Moves of Duel as they are written, and which of them a tap on the board means.

import { isOurs } from "../analysis.js";
import { set } from "../store.js";

/** @import { State } from "../types" */

/**
 * @typedef {object} Move
 * @property {string} verb
 * @property {string} card what is played, charged, or attacks; empty for moves such as `end`
 * @property {string} target a unit as moves write it; empty for none
 */

/** @param {string} text @returns {Move} */
export function parsed(text) {
  const [verb, rest = ""] = text.split(/:(.*)/s);
  const [card, target = ""] = rest.split(">");
  return { verb, card, target };
}

/** A unit as targets are written. @param {{card: string, tapped: boolean}} unit */
export const written = ({ card, tapped }) => (tapped ? `${card}(tapped)` : card);

/** Moves by a card of the hand, and by a unit in play. */
const BY_HAND = ["charge", "play", "counter", "stow"];
const BY_UNIT = ["attack", "block"];

/** The move on which the board is drawn: the chosen one, or the recommended. @param {State} state */
export function current(state) {
  if (!isOurs()) return null;
  if (state.chosen && state.position?.legal.some((one) => one.move === state.chosen)) return state.chosen;
  return state.prefs.hidden ? null : (state.analysis.figures?.candidates[0]?.move ?? null);
}

/** Legal moves, the best first where that is known. @param {State} state */
function ordered({ position, analysis, prefs }) {
  const legal = position?.legal.map((one) => one.move) ?? [];
  const best = prefs.hidden ? [] : (analysis.figures?.candidates.map((c) => c.move).filter((move) => legal.includes(move)) ?? []);
  return [...best, ...legal.filter((move) => !best.includes(move))];
}

/** What can be done with a card of the hand. @param {State} state @param {string} card */
export const ofHand = (state, card) => (isOurs() ? ordered(state).filter((move) => parsed(move).card === card && BY_HAND.includes(parsed(move).verb)) : []);

/** What can be done with an own unit. @param {State} state @param {string} card */
export const ofUnit = (state, card) => (isOurs() ? ordered(state).filter((move) => parsed(move).card === card && BY_UNIT.includes(parsed(move).verb)) : []);

/** What can be done to an enemy unit. @param {State} state @param {string} target */
export const at = (state, target) => (isOurs() ? ordered(state).filter((move) => parsed(move).target === target) : []);

/** Chooses among moves: the first, or the next after the chosen one. @param {State} state @param {string[]} moves */
export function choose(state, moves) {
  const next = moves[(moves.indexOf(state.chosen ?? "") + 1) % moves.length];
  if (next && state.looking === null) set({ chosen: next, fault: null });
}

/** An enemy unit becomes the target of what is chosen, if it can be; otherwise of another move. @param {State} state @param {string} target */
export function aim(state, target) {
  const moves = at(state, target);
  const { verb, card } = parsed(current(state) ?? "");
  const same = moves.filter((move) => parsed(move).verb === verb && parsed(move).card === card);
  choose(state, same.length && !same.includes(state.chosen ?? "") ? same : moves);
}

/** The move that does nothing. @param {State} state */
export const idle = ({ position }) => position?.legal.find((one) => ["keep", "end", "pass", "take", "nothing"].includes(one.move)) ?? null;
