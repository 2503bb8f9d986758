// @ts-check
// The offer of a review where a game is over. The review itself is loaded when it is asked for.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { canReview, review, reviewing } from "../review.js";
import { addStyles } from "../styles.js";
import { set } from "../store.js";
import { t } from "../words.js";
import { icon } from "./parts.js";

/** @import { State } from "../types" */

/** @type {typeof import("./review.js") | null} */
let part = null;

async function ask() {
  try {
    const [loaded] = await Promise.all([import("./review.js"), addStyles(["review.css"])]);
    part = loaded;
  } catch {
    // The parts did not come: nobody answers.
    return set({ away: true });
  }
  await review();
  // What was asked for is where one is.
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector("#revh")?.scrollIntoView({ block: "nearest" })));
}

/** @param {State} state */
export function reviewOffer(state) {
  if (!canReview()) return nothing;
  if (part && reviewing()) return part.reviewOf(state);
  return html`<div class="o2 offer reviewed"><button class="btn" type="button" id="review" @click=${ask}>${icon("eye")}${t("review.offer")}</button><span class="sub">${t("review.offer.what")}</span></div>`;
}
