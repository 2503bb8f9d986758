// @ts-check
// A real game of Kuhn or Leduc: the seat and the card.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { open } from "../game.js";
import { changeForm } from "../store.js";
import { nameOf, t } from "../words.js";
import { CARDS, playingCard } from "../games/poker-cards.js";
import { note, oneOf } from "./parts.js";

/** @import { State } from "../types" */

/** @typedef {{seat: number, card: string}} Form */

/** @type {Form} */
const EMPTY = { seat: 0, card: "" };

/** @param {State} state */
export function setupPoker(state) {
  /** @type {Form} */
  const form = state.setup ?? EMPTY;
  const { game } = state.page;
  const seats = [{ value: "0", text: t("setup.poker.first") }, { value: "1", text: t("setup.poker.second") }];
  return html`<section class="sec setup" aria-labelledby="th"><header><h1 id="th">${t("setup.poker", { game: nameOf(game) })}</h1><span class="sub">${t("setup.kept")}</span></header>
    <div class="rows"><div><span class="label">${t("setup.your_seat")}</span>${oneOf(t("setup.your_seat"), seats, String(form.seat), (seat) => changeForm(EMPTY, () => ({ seat: Number(seat) })))}</div></div>
    <h2>${t("setup.poker.card")}</h2>
    <div class="picks" role="group" aria-label=${t("setup.poker.card")}>${CARDS.map((card) => html`<button type="button" class="pc pk ${form.card === card ? "pick" : "can"}" aria-pressed=${String(form.card === card)} @click=${() => changeForm(EMPTY, () => ({ card }))}>${playingCard(card)}</button>`)}</div>
    <div role="alert">${note(state.fault, state.prefs.lang) ?? nothing}</div>
    <div class="acts sticky"><button class="btn go" type="button" ?disabled=${!form.card} @click=${() => begin(game, form)}>${t(form.card ? "setup.begin_real" : "setup.poker.missing")}</button></div></section>`;
}

/** @param {string} game @param {Form} form */
const begin = (game, { seat, card }) => open({ game, settings: {}, source: { start: { seat, card }, entries: [] } });
