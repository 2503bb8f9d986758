// @ts-check
// Why: the server's sentences, the decisive one first. A sentence lights up what it is about.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { set } from "../store.js";
import { sentence, t } from "../words.js";
import { plainSuits } from "./parts.js";

/** @import { Reason, State } from "../types" */

const AT_ONCE = 6;

/** @param {State} state */
export function why({ analysis, open, prefs }) {
  const reasons = analysis.advice?.reasons ?? [];
  if (prefs.hidden || (!reasons.length && !analysis.started)) return nothing;
  const shown = open.reasons ? reasons : reasons.slice(0, AT_ONCE);
  const rest = reasons.length - shown.length;
  return html`<section class="sec o5" aria-labelledby="rh">
    <header><h2 id="rh">${t("why")}</h2></header>
    <ul class="reasons">${reasons.length ? shown.map(reason) : waiting}</ul>
    ${rest > 0 ? html`<button class="more" type="button" @click=${() => set({ open: { ...open, reasons: true } })}>${t("more", { n: rest })}</button>` : nothing}
  </section>`;
}

/** The reasons come with the answer: until then their place is kept. */
const waiting = [90, 70, 84, 60].map((width) => html`<li class="wait" aria-hidden="true"><i class="w${width}"></i></li>`);

/** @param {Reason} reason @param {number} at */
function reason(reason, at) {
  const lights = reason.about.length > 0;
  const light = (/** @type {boolean} */ on) => lights && set({ lit: on ? reason.about : [] });
  return html`<li class=${at === 0 ? "main" : ""} @mouseenter=${() => light(true)} @mouseleave=${() => light(false)}>
    <span>${plainSuits(sentence(reason))}</span></li>`;
}
