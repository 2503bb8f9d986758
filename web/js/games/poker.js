// @ts-check
// Kuhn and Leduc: both hands, the pot, a strategy as shares, the belief over the opponent's card.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, entersLuck, look } from "../game.js";
import * as format from "../format.js";
import { set, state as store } from "../store.js";
import { vars } from "../vars.js";
import { howToEnter, nameOf, sentence, t } from "../words.js";
import { entry } from "../views/entry.js";
import { bars, icon, kbd, sr } from "../views/parts.js";
import { CARDS, chips, isShowdown, playingCard, words } from "./poker-cards.js";
import texts from "../texts/poker.js";
import { addTexts } from "../texts.js";

export { setupPoker as setup } from "../views/setup-poker.js";

/** @import { Candidate, Shown, State } from "../types" */

addTexts(texts);

export const mixes = true;

/** @type {[string, string, string][]} */
export const keys = [["C B F R", "poker.key.words", "B"]];

/** Less often than this a move is not named in the answer. */
const LEAST_SHARE = 0.005;

/** Letters say the words of the betting. @param {State} state @param {string} pressed */
export function key(state, pressed) {
  const { position, looking } = state;
  const last = pressed === "Enter" && isOurs() && looking === null ? state.chosen ?? state.analysis.figures?.candidates[0]?.move : null;
  if (last && showsCard(state, last)) return () => say(state, last);
  const meant = { c: ["check", "call"], b: ["bet", "call"], f: ["fold"], r: ["raise"] }[pressed];
  if (!meant || !position || looking !== null || position.over || state.setup?.showdown) return null;
  const word = said(state).find((one) => meant.includes(one));
  return word ? () => say(state, word) : null;
}

/** Whether one looks at each seat in turn, so that none of them is "you". @param {State} state */
const isEverySeat = ({ session }) => Boolean(session && "seed" in session.source && session.source.seat === null);

/** @param {State} state */
export function where({ session, position }) {
  if (!session) return "";
  const mode = "start" in session.source ? t("real") : t("deal", { n: session.source.seed });
  return t(session.opponent ? "poker.against" : "generic.where", { mode, seat: position?.seat ?? 0 });
}

/** In the answer, all moves of a mixed strategy. @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export function move(c, large = false) {
  const { figures } = store.analysis;
  if (!large || figures?.choice !== "drawn") return large ? html`<span class="words">${sentence(c.label)}</span>` : html`${sentence(c.label)}`;
  const mixed = figures.candidates.filter((one) => one.share >= LEAST_SHARE).sort((a, b) => b.share - a.share);
  if (mixed.length < 2) return html`<span class="words">${sentence(c.label)}</span>`;
  return html`<span class="mix">${mixed.map((one) => html`<span>${sentence(one.label)} <b>${format.share(one.share).trim()}</b></span>`)}</span>`;
}

/** @param {State} state */
export function lead({ analysis }) {
  const { figures } = analysis;
  if (figures?.choice !== "drawn" || figures.candidates.length < 2) return undefined;
  const played = figures.candidates.filter((c) => c.share > 0);
  if (played.filter((c) => c.share >= LEAST_SHARE).length > 1) return t("poker.lead.mixed");
  // A rest below one in a hundred is shown beside it, so it is not "always".
  return t(played.length > 1 ? "poker.lead.nearly" : "poker.lead.pure");
}

/** @param {State} state */
export function waiting({ position, busy, session }) {
  if (position?.to_move === null) return t("poker.turn.public");
  return t(busy && session?.opponent ? "poker.thinks" : "poker.turn.other");
}

/** @param {State} state */
export function over(state) {
  const { position } = state;
  const own = position?.payoffs?.[position.seat];
  const text = own === undefined ? t("poker.hand_over") : own === 0 ? t("poker.split") : t(own > 0 ? "poker.won" : "poker.lost", { n: Math.abs(own) });
  return { sign: icon("tick", "tick"), state: t("state.over"), kicker: t("state.over"), move: html`<span class="words">${text}</span>`, lead: t("lead.over") };
}

/** @param {State} state */
export function board(state) {
  const { position, looking } = state;
  const name = nameOf(state.page.game);
  if (!position) return html`<section class="sec o2"><h1>${name}</h1></section>`;
  const mover = isEverySeat(state) ? t("turn_of", { seat: position.to_move ?? 0 }) : t(isOurs() ? "poker.turn.you" : "poker.turn.other");
  const turn = position.over ? t("state.over") : position.to_move === null ? t("poker.turn.public") : mover;
  return html`<section class="sec o2" aria-labelledby="th">
    <header><h1 id="th">${name}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
    ${table(position, isEverySeat(state))}${asking(state)}${entering(state)}</section>`;
}

/** @param {Shown} position @param {boolean} every */
function table(position, every) {
  const { seat, view } = position;
  const put = chips(position);
  const leduc = position.game === "leduc";
  const rounds = leduc ? /** @type {string[][]} */ (view.betting) : [/** @type {string[]} */ (view.betting)];
  return html`<div class="felt ${leduc ? "three" : ""}">
    ${hand(every ? "" : t("poker.other"), 1 - seat, view.shown, put[1 - seat], position)}
    <div class="middle">${leduc ? html`<div class="pub"><span class="label">${t("poker.public")}</span>${card(view.public, t("poker.none"))}</div>` : nothing}
      <p class="pot"><span class="label">${t("poker.pot")}</span><b>${put[0] + put[1]}</b><span class="stack" aria-hidden="true">${Array.from({ length: put[0] + put[1] }, () => html`<i></i>`)}</span></p></div>
    ${hand(every ? "" : t("poker.you"), seat, view.card, put[seat], position)}</div>
    <dl class="spoken">${rounds.map((said, i) => html`<div><dt>${leduc ? t("poker.round", { n: i + 1 }) : t("poker.said")}</dt><dd>${said.length ? said.map((word, at) => html`<span><span class="muted">${t("seat", { n: at % 2 })}</span> ${t(`poker.${word}`)}</span>`) : html`<span class="muted">${t("poker.nothing_said")}</span>`}</dd></div>`)}</dl>`;
}

/** @param {string} who @param {number} seat @param {string | null} held @param {number} put @param {Shown} position */
const hand = (who, seat, held, put, position) => html`<div class="seat ${position.to_move === seat ? "turn" : ""}">
  <span class="label">${who ? html`${who} <span class="sub">${t("seat", { n: seat })}</span>` : t("seat", { n: seat })}</span>${card(held, t("poker.back"))}
  <span class="put">${t("poker.chips", { n: put })}</span></div>`;

/** @param {string | null} held @param {string} hidden what a hidden one is called */
const card = (held, hidden) =>
  held ? html`<span class="pc pk on">${sr(t("poker.card", { card: held }))}<span aria-hidden="true">${playingCard(held)}</span></span>` : html`<span class="pc pk back">${sr(hidden)}</span>`;

/** What can be said now: our legal moves, or what the opponent may have said. @param {State} state */
function said({ position, session }) {
  if (!position || position.over || position.to_move === null) return [];
  if (isOurs()) return position.legal.map((one) => one.move);
  return session?.opponent ? [] : words(position);
}

/** Whether this word ends a real hand with cards shown. @param {State} state @param {string} word */
const showsCard = ({ position, session }, word) =>
  position !== null && session !== null && entersLuck(session) && isShowdown(position, word);

/** Says a word; a showdown of a real game asks for the card that was shown. @param {State} state @param {string} word */
function say(state, word) {
  if (!state.position) return;
  if (showsCard(state, word)) set({ setup: { showdown: word }, fault: null });
  else enter(word);
}

/** The buttons: what to do, what was done, which card was seen. @param {State} state */
function asking(state) {
  const { position, looking, setup } = state;
  if (!position || position.over || looking !== null) return html`<div class="asked"></div>`;
  if (setup?.showdown) {
    const back = html`<button type="button" class="btn quiet" @click=${() => set({ setup: null })}>${t("poker.cancel")}</button>`;
    return cards(t("poker.shown"), (card) => enter(`${setup.showdown}=${card}`), back);
  }
  if (position.to_move === null) return cards(t("poker.which"), enter);
  return bets(state);
}

/** @param {string} title @param {(card: string) => void} choose @param {unknown} [more] */
const cards = (title, choose, more) => html`<div class="asked"><h2 class="label">${title}</h2>
  <div class="picks">${CARDS.map((card) => html`<button type="button" class="pc pk can" @click=${() => choose(card)}>${playingCard(card)}</button>`)}${more ?? nothing}</div></div>`;

/** @param {State} state */
function bets(state) {
  const list = said(state);
  if (!list.length) return html`<div class="asked"></div>`;
  const ours = isOurs();
  const figures = ours && !state.prefs.hidden ? state.analysis.figures : null;
  const mixed = figures?.choice === "drawn";
  return html`<div class="asked"><h2 class="label">${t(ours ? "poker.do" : "poker.did")}</h2>
    <div class="bets n${list.length}">${list.map((word) => {
      const c = figures?.candidates.find((one) => one.move === word);
      const share = mixed && c ? c.share : null;
      return html`<button type="button" class="bet ${state.chosen === word ? "chosen" : ""}" aria-pressed=${String(state.chosen === word)} @click=${() => say(state, word)}>
        <span class="w">${t(`poker.${word}`)} ${kbd(word[0].toUpperCase())}</span>
        ${ours ? html`<span class="bar" aria-hidden="true"><i ${vars({ "--v": share ?? 0 })}></i></span><span class="n">${share === null ? "\u00A0" : t("poker.of_time", { p: format.share(share).trim() })}</span>` : nothing}</button>`;
    })}</div>
    ${ours && mixed ? html`<p class="luck"><button type="button" class="btn" @click=${() => drawOne(state)}>${t("poker.draw")}</button></p>` : nothing}</div>`;
}

/** Nobody mixes well by head: chance chooses by the shares. @param {State} state */
function drawOne({ analysis }) {
  const list = analysis.figures?.candidates ?? [];
  let left = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
  const drawn = list.find((c) => (left -= c.share) < 0) ?? list[0];
  if (drawn) set({ chosen: drawn.move });
}

/** Cards are written in capitals, words are not. @param {string} text */
const normal = (text) =>
  text.trim().split(/\s+/).map((word) => {
    if (/^[jqk]$/i.test(word)) return word.toUpperCase();
    const [name, card] = word.split("=");
    return card ? `${name.toLowerCase()}=${card.toUpperCase()}` : name.toLowerCase();
  }).join(" ");

/** @param {State} state */
function entering(state) {
  const { position, analysis, prefs } = state;
  if (!position) return nothing;
  const mixed = (analysis.figures?.candidates.filter((c) => c.share >= LEAST_SHARE).length ?? 0) > 1;
  // Of a mixed strategy no move is the one to play: one is chosen first.
  const next = isOurs() && !state.setup?.showdown ? (state.chosen ?? (prefs.hidden || mixed ? null : analysis.figures?.candidates[0]?.move) ?? null) : null;
  return entry(state, {
    label: position.over ? t("state.over") : howToEnter("poker.enter"), example: t(`poker.example.${position.game}`), normal,
    play: next ? { text: t(`poker.${next}`), enters: next, asks: showsCard(state, next) ? () => say(state, next) : undefined } : null,
    dock: next || state.setup?.showdown ? nothing : said(state).map((word) => html`<button type="button" class="btn" @click=${() => say(state, word)}>${t(`poker.${word}`)}</button>`),
  });
}

/** @param {State} state */
export function beliefs(state) {
  const { position, prefs, analysis } = state;
  if (!position || position.over || prefs.hidden || !isOurs()) return nothing;
  const known = analysis.beliefs;
  const odds = /** @type {Record<string, number> | undefined} */ (known?.other_card);
  const kinds = Object.entries(/** @type {Record<string, number>} */ (known?.kinds?.[String(1 - position.seat)] ?? {}));
  return html`<section class="sec o4" aria-labelledby="bh" id="beliefs" tabindex="-1"><header><h2 id="bh">${t("poker.holds")}</h2><span class="sub">${known ? t(`poker.from.${known.from}`) : "\u00A0"}</span></header>
    <div class="opps held"><ul class="held3">${CARDS.map((rank) => {
      const p = odds?.[rank];
      return html`<li><span class="pc pk mini-card" aria-hidden="true">${playingCard(rank)}</span>${sr(t("poker.card", { card: rank }))}<span class="t" aria-hidden="true"><i ${vars({ "--v": `${100 * (p ?? 0)}%` })}></i></span><span class="p">${p === undefined ? "–" : format.percent(p)}</span></li>`;
    })}</ul>
    <div class="manner"><h3>${t("poker.kinds")}</h3>${kinds.length ? bars(kinds.map(([kind, p]) => ({ name: t(`poker.kind.${kind}`), p })), 3) : html`<p class="sub">${t("poker.no_kinds")}</p>`}</div></div></section>`;
}

/** @param {State} state */
export function history(state) {
  const { position, session } = state;
  if (!position?.history.length || !session) return nothing;
  const every = isEverySeat(state);
  const who = (/** @type {number} */ seat) => (every ? t("seat", { n: seat }) : t(seat === position.seat ? "poker.you" : "poker.other"));
  // The public card is an entry in a real game, and comes by itself in a deal.
  const real = "start" in session.source;
  let at = -1;
  const events = position.history.map((event) => {
    if (real || event.seat !== null) at += 1;
    return { ...event, at: real || event.seat !== null ? at : null };
  });
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <table class="hist"><tbody>${events.map((event, i) => html`<tr><td>${i + 1}</td><td>${event.seat === null ? t("poker.public") : who(event.seat)}</td>
      <td>${event.at === null ? event.entry : html`<button type="button" @click=${() => look(event.at)}>${spoken(event.entry)}</button>`}</td></tr>`)}</tbody></table></section>`;
}

/** @param {string} entry */
function spoken(entry) {
  const [word, shown] = entry.split("=");
  const name = t(`poker.${word}`) === `poker.${word}` ? word : t(`poker.${word}`);
  return shown ? html`${name} · ${sr(t("poker.card", { card: shown }))}<span aria-hidden="true">${shown}</span>` : name;
}
