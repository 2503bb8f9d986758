// @ts-check
// The page of a game: the form before it, then the answer beside the board.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { entries } from "../source.js";
import watching from "../texts/watch.js";
import { addTexts } from "../texts.js";
import { answer } from "./answer.js";
import { candidates } from "./candidates.js";
import { curve } from "./curve.js";
import { partnerLine } from "./partner.js";
import { reviewOffer } from "./review-offer.js";
import { rules } from "./rules.js";
import { setup } from "./setup.js";
import { watchBar } from "./watch.js";
import { why } from "./why.js";

/** @import { State } from "../types" */
/** @typedef {import("../kits.js").Kit} Kit */

addTexts(watching);

/** @param {State} state @param {Kit} kit */
export function table(state, kit) {
  if (!state.session) return setup(state, kit);
  return html`<main class="wrap" id="main"><div class="cols" data-entries=${entries(state.session.source).length} data-status=${state.analysis.status} data-busy=${String(state.busy)}>
    <div class="side">${answer(state, kit)}${candidates(state, kit)}${why(state)}${kit.aside?.(state) ?? nothing}</div>
    <div class="main">${kit.board(state)}${partnerLine(state)}${reviewOffer(state)}${watchBar(state)}${kit.beliefs?.(state) ?? nothing}${kit.history(state)}${kit.after?.(state) ?? nothing}<div class="o8">${rules(state)}</div>${curve(state)}</div>
  </div></main>`;
}
