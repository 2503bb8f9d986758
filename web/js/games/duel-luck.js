// @ts-check
// What luck brings in a real game: whose card it is, and whether we see it. What we cannot see enters itself.

import { enter } from "../game.js";
import { state, subscribe } from "../store.js";

/** @import { Shown, State } from "../types" */

/** Stages in which a card comes that its owner alone sees. */
const UNSEEN = ["draw", "look", "look-through"];

/** Whose card comes now: null if nothing does. @param {Shown | null} position @returns {number | null} */
export function owner(position) {
  if (!position || position.over || position.to_move !== null) return null;
  const { stage, active, effect } = position.view;
  if (stage === "break") return 1 - active;
  if (effect === undefined) return active;
  const last = position.history.findLast((event) => event.seat !== null)?.seat ?? active;
  // A discard and a mill are of the opponent of the card's owner.
  return stage === "mill" || stage === "discard" ? 1 - last : last;
}

/** Whether the card that comes is hidden from us. @param {Shown | null} position */
export function isHidden(position) {
  const whose = owner(position);
  if (!position || whose === null || whose === position.seat) return false;
  const { stage } = position.view;
  return stage === "break" || UNSEEN.includes(stage);
}

/** The position for which this was done last: a refusal is not repeated. */
let done = "";

/** Enters what cannot be seen. @param {State} now */
function enterHidden({ session, position, busy, looking, away }) {
  if (!position || position.game !== "duel" || busy || away || looking !== null) return;
  if (!session || !("start" in session.source) || position.key === done || !isHidden(position)) return;
  done = position.key;
  enter("+?");
}

let watched = false;

/** From the first board on. */
export function watchLuck() {
  if (watched) return;
  watched = true;
  subscribe(() => queueMicrotask(() => enterHidden(state)));
}
