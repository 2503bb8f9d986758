// @ts-check
// A real game of Twin Cool: the hand, and what else is known; also from the middle of a game.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { SUITS, VALUES } from "../games/twin-cool.js";
import { open } from "../game.js";
import { changeForm, state as store } from "../store.js";
import { counted, t } from "../words.js";
import { note, oneOf, sr } from "./parts.js";

/** @import { State } from "../types" */

/** @typedef {"hand" | "top1" | "top2" | "earlier" | "aside"} Place */
/** @typedef {{mode: Place, middle: boolean, objective: string, cards: Record<string, Place>}} Form */

/** How many cards a place takes. */
const MOST = { hand: 5, top1: 1, top2: 1, earlier: 63, aside: 10 };

/** @type {Form} */
const EMPTY = { mode: "hand", middle: false, objective: "final", cards: {} };

/** The cards that were put there. @param {Form} form @param {Place} place */
const at = ({ cards }, place) => Object.keys(cards).filter((card) => cards[card] === place);

/** A card goes where taps put cards now, or away from there. @param {Form} form @param {string} card @returns {Partial<Form>} */
function tapped(form, card) {
  const { mode, middle } = form;
  const { [card]: was, ...rest } = form.cards;
  if (was === mode) return { cards: rest };
  const full = at(form, mode).length >= MOST[mode];
  if (full && MOST[mode] > 1) return {};
  // A slot has one top card: another takes its place.
  const kept = full ? Object.fromEntries(Object.entries(rest).filter(([, place]) => place !== mode)) : rest;
  const cards = { ...kept, [card]: mode };
  const done = mode === "hand" && at(form, "hand").length === 4 && middle;
  return { cards, mode: done ? "top1" : mode === "top1" ? "top2" : mode === "top2" ? "earlier" : mode };
}

/** @param {State} state */
export function setupTwinCool(state) {
  /** @type {Form} */
  const form = state.setup ?? EMPTY;
  const change = (/** @type {Partial<Form>} */ more) => changeForm(EMPTY, () => more);
  const of = (/** @type {Place} */ place) => at(form, place);
  const places = /** @type {Place[]} */ (form.middle ? ["hand", "top1", "top2", "earlier", "aside"] : ["hand", "aside"]);
  const missing = 5 - of("hand").length;
  const topless = form.middle && of("earlier").length > 0 && !of("top1").length && !of("top2").length;
  return html`<section class="sec setup" aria-labelledby="th"><header><h1 id="th">${t("setup.tc")}</h1><span class="sub">${t("setup.kept")}</span></header>
    <div class="rows">
      <div><span class="label">${t("setup.from")}</span>${oneOf(t("setup.from"), [{ value: "start", text: t("setup.from_start") }, { value: "middle", text: t("setup.from_middle") }], form.middle ? "middle" : "start", (value) => change({ middle: value === "middle", mode: "hand" }))}</div>
      <div><span class="label">${t("setup.objective")}</span>${oneOf(t("setup.objective"), ["final", "accumulated"].map((word) => ({ value: word, text: t(`objective.${word}`) })), form.objective, (objective) => change({ objective }))}</div>
      <div><span class="label">${t("setup.tapping")}</span>${oneOf(t("setup.tapping"), places.map((place) => ({ value: place, text: html`${t(`place.${place}`)} <span class="sub">${of(place).length}${place === "hand" ? "/5" : ""}</span>` })), form.mode, (mode) => change({ mode: /** @type {Place} */ (mode) }))}</div>
    </div>
    <p class="sub" aria-live="polite">${t(`tapping.${form.mode}`)}</p>
    <table class="eighty set" data-grid><caption class="sr">${t("tc.grid")}</caption>
      <thead><tr><td></td>${VALUES.map((v) => html`<th scope="col">${v}</th>`)}</tr></thead>
      <tbody>${SUITS.map((suit, r) => html`<tr><th scope="row">${suit}</th>${VALUES.map((v, c) => {
        const card = suit + v;
        const place = form.cards[card];
        const kind = { hand: "mine", top1: "slot", top2: "slot", earlier: "gone", aside: "aside" }[place ?? ""] ?? "free";
        return html`<td class=${kind}><button type="button" data-at="${r},${c}" tabindex=${r + c === 0 ? "0" : "-1"} aria-pressed=${String(Boolean(place))} @click=${() => changeForm(EMPTY, (now) => tapped(now, card))}><b>${card}</b>${place ? sr(t(`place.${place}`)) : nothing}</button></td>`;
      })}</tr>`)}</tbody></table>
    <div role="alert">${note(state.fault, state.prefs.lang)}</div>
    <div class="acts sticky"><button class="btn go" type="button" ?disabled=${missing > 0 || topless} @click=${begin}>${missing > 0 ? counted("setup.missing", missing) : topless ? t("setup.topless") : t("setup.begin_real")}</button></div>
  </section>`;
}

function begin() {
  /** @type {Form} */
  const form = store.setup ?? EMPTY;
  const { objective, middle } = form;
  const of = (/** @type {Place} */ place) => at(form, place);
  const piles = middle ? { piles: [of("top1"), of("top2")], earlier: of("earlier") } : {};
  const start = { seat: 0, hand: of("hand"), excluded: of("aside"), ...(objective === "final" ? {} : { objective }), ...piles };
  open({ game: "twin-cool", settings: { objective }, source: { start, entries: [] } });
}
