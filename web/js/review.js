// @ts-check
// A game that is over, reviewed by the server: asked for when a person wants it, followed while it is made, and gone with
// its game.

import { client } from "./analysis.js";
import * as api from "./api.js";
import { open } from "./game.js";
import { entries, withEntries } from "./source.js";
import { set, state } from "./store.js";
import { canReview } from "./views/review-offer.js";

/** @import { Review, Reviewing } from "./types" */

/** Ends the review that is being made. @type {(() => void) | null} */
let close = null;
/** Counts reviews: what an older one tells is dropped. */
let turn = 0;

/** @param {Partial<Reviewing>} more */
function change(more) {
  if (state.review) set({ review: { ...state.review, ...more } });
}

/** Asks for a review of a seat. @param {number} [seat] */
export async function review(seat) {
  const { session } = state;
  if (!session || !canReview()) return;
  end();
  const mine = turn;
  const { game, settings, source } = session;
  set({ review: { source, seat: seat ?? null, status: "reading", done: 0, of: 0, found: null, fault: null, chosen: null, all: false } });
  try {
    // Beside the reading of a position: neither ends the other.
    const begun = await api.review({ game, settings, source, seat, client: `${client} review` });
    if (mine !== turn) return void api.stop(begun.id);
    change({ seat: begun.seat, of: begun.decisions });
    close = api.follow(begun.stream, {
      started() {},
      beliefs() {},
      progress: (/** @type {any} */ { done }) => mine === turn && change({ done }),
      answer: (/** @type {any} */ found) => mine === turn && answered(found),
      fault: ({ fault }) => mine === turn && change({ status: "fault", fault }),
      lost: () => mine === turn && lost(),
    });
  } catch (why) {
    if (mine !== turn) return;
    if (why instanceof api.Refused) change({ status: "fault", fault: why.fault });
    else if (why instanceof api.Away) lost();
    else throw why;
  }
}

/** @param {Review} found */
function answered(found) {
  close = null;
  change({ status: "done", found });
}

/** The server is gone: it can be asked for again. */
function lost() {
  close = null;
  set({ review: null, away: true });
}

/** Ends the review that is being made, and forgets it. */
export function end() {
  turn += 1;
  close?.();
  close = null;
  set({ review: null });
}

/** Opens what is said of a decision, or closes it. @param {number | null} turn */
export const choose = (turn) => change({ chosen: turn });

/** Lists every decision. */
export const all = () => change({ all: true });

/**
 * Plays on from before a decision, as a game of its own: the one that is over stays as it is, and Back leads to it.
 * @param {number} turn
 */
export async function tryAgain(turn) {
  const { session } = state;
  if (!session) return;
  const { game, settings, opponent } = session;
  const source = withEntries(session.source, entries(session.source).slice(0, turn - 1));
  history.pushState(null, "", location.href);
  set({ looking: null });
  await open({ game, settings, source, opponent }, { look: true });
  scrollTo(0, 0);
}
