// @ts-check
// The offer of a review where a game is over. The review itself is loaded when it is asked for.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { addStyles } from "../styles.js";
import { set, state as store } from "../store.js";
import { t } from "../words.js";
import { icon } from "./parts.js";

/** @import { Reviewing, State } from "../types" */

/** @type {typeof import("./review.js") | null} */
let part = null;

/** The review of the game in front of us, if there is one. @returns {Reviewing | null} */
export const reviewing = () => (store.review && store.review.source === store.session?.source ? store.review : null);

/** Whether the game in front of us can be reviewed: a deal of which everything is known, and that is over. */
export function canReview() {
  const { session, position, looking } = store;
  if (!session || !position || !("seed" in session.source)) return false;
  return looking === null ? position.over : reviewing() !== null;
}

async function ask() {
  const parts = await Promise.all([import("../review.js"), import("./review.js"), addStyles(["review.css"])]).catch(() => null);
  // The parts did not come: nobody answers.
  if (!parts) return set({ away: true });
  const [making, shown] = parts;
  part = shown;
  await making.review();
  // What was asked for is where one is.
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector("#revh")?.scrollIntoView({ block: "nearest" })));
}

/** @param {State} state */
export function reviewOffer(state) {
  if (!canReview()) return nothing;
  if (part && reviewing()) return part.reviewOf(state);
  return html`<div class="o2 offer reviewed"><button class="btn" type="button" id="review" @click=${ask}>${icon("eye")}${t("review.offer")}</button><span class="sub">${t("review.offer.what")}</span></div>`;
}
