// @ts-check
// A real game of Sevens: who sits where, who laid the sevens, and your hand.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { RANKS, signs, SUITS } from "../games/sevens-cards.js";
import { open } from "../game.js";
import { openText } from "../open-text.js";
import { changeForm, state as store } from "../store.js";
import { counted, t } from "../words.js";
import { note, oneOf, sr, suited } from "./parts.js";

/** @import { State } from "../types" */

/** @typedef {{players: number, seat: number, rules: string, passes: number, sevens: number[], hand: string[], counts: (number | null)[], pasted: string}} Form */

/** Of a seven: not yet said who laid it. A guess would look like an answer. */
const OPEN = -1;

/** @type {Form} */
const EMPTY = { players: 3, seat: 0, rules: "contest", passes: 3, sevens: [OPEN, OPEN, OPEN, OPEN], hand: [], counts: [], pasted: "" };

/** Cards that each seat has beside its sevens: the earlier seats are dealt the extra card. @param {Form} form */
function counts({ players, sevens, counts }) {
  return Array.from({ length: players }, (_, seat) => {
    const dealt = Math.floor(52 / players) + (seat < 52 % players ? 1 : 0);
    return counts[seat] ?? dealt - sevens.filter((holder) => holder === seat).length;
  });
}

/** @param {State} state */
export function setupSevens(state) {
  /** @type {Form} */
  const form = state.setup ?? EMPTY;
  const change = (/** @type {(form: Form) => Partial<Form>} */ more) => changeForm(EMPTY, more);
  const all = counts(form);
  const total = all.reduce((sum, n) => sum + n, 0);
  const need = all[form.seat];
  const said = form.sevens.every((holder) => holder !== OPEN);
  const ready = said && form.hand.length === need && total === 48;
  const seats = Array.from({ length: form.players }, (_, seat) => seat);
  const names = seats.map((seat) => ({ value: String(seat), text: seat === form.seat ? t("you") : t("seat", { n: seat }) }));
  return html`<section class="sec setup" aria-labelledby="th"><header><h1 id="th">${t("setup.sevens")}</h1><span class="sub">${t("setup.kept")}</span></header>
    <div class="rows">
      <div><span class="label" id="l-pl">${t("setup.players")}</span>${oneOf(t("setup.players"), [2, 3, 4, 5, 6].map((n) => ({ value: String(n), text: n })), String(form.players), (n) => change(({ seat, sevens }) => ({ players: Number(n), seat: Math.min(seat, Number(n) - 1), sevens: sevens.map((s) => Math.min(s, Number(n) - 1)), counts: [] })))}</div>
      <div><span class="label">${t("setup.your_seat")}</span>${oneOf(t("setup.your_seat"), seats.map((seat) => ({ value: String(seat), text: seat })), String(form.seat), (n) => change(() => ({ seat: Number(n) })))}<span class="sub">${t("setup.order")}</span></div>
      <div><span class="label">${t("setup.rules")}</span>${oneOf(t("setup.rules"), ["contest", "closing", "reverse", "plain"].map((word) => ({ value: word, text: t(`rules.${word}`) })), form.rules, (rules) => change(() => ({ rules })))}</div>
      <div><span class="label">${t("setup.passes")}</span>${oneOf(t("setup.passes"), [0, 1, 2, 3, 4, 5].map((n) => ({ value: String(n), text: n })), String(form.passes), (n) => change(() => ({ passes: Number(n) })))}</div>
    </div>
    <h2>${t("setup.sevens.who")}</h2><p class="sub">${t("setup.sevens.starts")}</p>
    <div class="rows">${SUITS.map((suit, i) => html`<div><span class="label">${suited(`${signs(suit)}7`)}</span>${oneOf(t("setup.seven_of", { suit: t(`suit.${suit}`) }), names, String(form.sevens[i]), (n) => change(({ sevens }) => ({ sevens: sevens.map((s, j) => (j === i ? Number(n) : s)), counts: [] })))}</div>`)}</div>
    <h2>${t("setup.counts")}</h2>
    <div class="fields">${seats.map((seat) => html`<label>${seat === form.seat ? t("you") : t("seat", { n: seat })}<input class="field short" inputmode="numeric" .value=${String(all[seat])}
      @change=${(/** @type {any} */ e) => change((now) => ({ counts: counts(now).map((n, i) => (i === seat ? Number(e.target.value) || 0 : n)) }))}></label>`)}
      ${said ? html`<span class="sub ${total === 48 ? "" : "danger"}">${t("setup.total", { n: total })}</span>` : nothing}</div>
    <h2>${t("setup.hand")}</h2><p class="sub" aria-live="polite">${t("setup.chosen", { n: form.hand.length, of: need })}</p>
    ${table(form, need)}
    ${pasting(form)}
    <div role="alert">${note(state.fault, state.prefs.lang)}</div>
    <div class="acts sticky"><button class="btn go" type="button" ?disabled=${!ready} @click=${begin}>${!said ? t("setup.sevens.open") : ready ? t("setup.begin_real") : total === 48 ? missing(need - form.hand.length) : t("setup.total", { n: total })}</button></div>
  </section>`;
}

/** Cards that are missing; with more players fewer are dealt than may have been chosen. @param {number} n */
const missing = (n) => (n < 0 ? counted("setup.too_many", -n) : counted("setup.missing", n));

/** A game that is elsewhere: the state of a contest's engine, a view, a record. @param {Form} form */
const pasting = ({ pasted }) => html`<details class="paste" ?open=${pasted !== ""}><summary>${t("setup.paste")}</summary>
  <p class="sub" id="paste-how">${t("setup.paste.how")}</p><label class="sr" for="paste">${t("setup.paste")}</label>
  <textarea class="field" id="paste" rows="6" spellcheck="false" aria-describedby="paste-how" .value=${pasted} @input=${(/** @type {any} */ event) => changeForm(EMPTY, () => ({ pasted: event.target.value }))}></textarea>
  <div class="acts"><button class="btn" type="button" id="read-paste" ?disabled=${!pasted.trim()} @click=${() => openText(pasted)}>${t("setup.paste.read")}</button></div></details>`;

/** Takes a card into the hand or out of it. @param {string} card */
const toggle = (card) => changeForm(EMPTY, (form) => {
  if (form.hand.includes(card)) return { hand: form.hand.filter((c) => c !== card) };
  return form.hand.length < counts(form)[form.seat] ? { hand: [...form.hand, card] } : {};
});

/** @param {Form} form @param {number} need */
const table = (form, need) => html`<table class="seven" data-grid><caption class="sr">${t("setup.hand")}</caption>
  <tbody>${SUITS.map((suit, row) => html`<tr><th scope="row">${sr(t(`suit.${suit}`))}<span aria-hidden="true">${suited(signs(suit))}</span></th>${RANKS.map((rank, column) => {
    const card = suit + rank;
    const mine = form.hand.includes(card);
    const off = rank === "7" || (!mine && form.hand.length >= need);
    return html`<td class=${rank === "7" ? "on" : mine ? "can laid" : "hid"}><button type="button" data-at="${row},${column}" tabindex=${row + column === 0 ? "0" : "-1"} ?disabled=${off} aria-pressed=${String(mine)} @click=${() => toggle(card)}><span class="face">${suited(signs(card))}</span></button></td>`;
  })}</tr>`)}</tbody></table>`;

function begin() {
  /** @type {Form} */
  const form = store.setup ?? EMPTY;
  const { players, seat, rules, passes, sevens, hand } = form;
  const start = { seat, hand, seats: counts(form).map((cards) => ({ cards })), turn: sevens[2], rules, free_passes: passes };
  open({ game: "sevens", settings: { players, rules, passes }, source: { start, entries: [] } });
}
