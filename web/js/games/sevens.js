// @ts-check
// Sevens: the table, the seats, the hand, who holds what.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, entersLuck, look } from "../game.js";
import * as format from "../format.js";
import { set } from "../store.js";
import { howToEnter, t } from "../words.js";
import { bars, icon, kbd, sr, suited } from "../views/parts.js";
import { entry } from "../views/entry.js";
import { openCards, RANKS, signs, SUITS } from "./sevens-cards.js";
import texts from "../texts/sevens.js";
import { addTexts } from "../texts.js";

export { setupSevens as setup } from "../views/setup-sevens.js";

/** @import { Candidate, Happened, State } from "../types" */

addTexts(texts);

/** Every candidate has a line of facts. */
export const facts = true;

/** @param {State} state */
export function where({ position, session }) {
  if (!position || !session) return "";
  const mode = "start" in session.source ? t("real") : t("deal", { n: session.source.seed });
  return t("sevens.where", { mode, players: position.players, seat: position.seat });
}

/** @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export function move(c, large = false) {
  if (c.move.startsWith("pass")) return t("pass");
  return large ? html`<span class="card">${suited(signs(c.move))}</span>` : suited(signs(c.move));
}

/** @param {State} state @param {number} seat */
const seatName = (state, seat) => (seat === state.position?.seat ? t("you") : t("seat", { n: seat }));

/** @param {State} state */
export function waiting(state) {
  const seat = state.position?.to_move;
  return state.busy && seat !== null ? t("sevens.thinks", { seat: seat ?? 0 }) : t("sevens.turn_of", { seat: seat ?? 0 });
}

/** @param {State} state */
export function over(state) {
  const { position } = state;
  const winner = position?.payoffs?.indexOf(1) ?? -1;
  const who = winner < 0 ? t("over") : winner === position?.seat ? t("sevens.you_won") : t("sevens.seat_won", { seat: winner });
  return { sign: icon("tick", "tick"), state: t("state.over"), kicker: t("state.over"), move: html`<span class="words">${who}</span>`, lead: t("lead.over") };
}

/** The move on which the board and the maps are built: the chosen one, or the recommended. @param {State} state */
function current(state) {
  const { figures } = state.analysis;
  const chosen = figures?.candidates.find((c) => c.move === state.chosen);
  return chosen ?? figures?.candidates[0] ?? null;
}

/** Which round it is. @param {Happened[]} history @param {number} players */
const roundOf = (history, players) => Math.floor(history.length / players) + 1;

/** @param {State} state */
export function board(state) {
  const { position, looking } = state;
  if (!position) return html`<section class="sec o2"><h1>${t("game.sevens")}</h1></section>`;
  const round = roundOf(position.history, position.players);
  const turn = position.over ? t("state.over") : isOurs() ? t("sevens.yours", { round }) : t("sevens.others", { round, seat: position.to_move ?? 0 });
  return html`<section class="sec o2" aria-labelledby="th">
    <header><h1 id="th">${t("game.sevens")}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
    ${seats(state)}${table(state)}${legend(state)}${hand(state)}${entering(state)}
  </section>`;
}

/** @param {State} state */
function seats(state) {
  const { position } = state;
  if (!position) return nothing;
  const { players, seat: own, view } = position;
  const bursts = state.prefs.hidden ? null : (current(state)?.facts?.data?.bursts ?? null);
  const order = Array.from({ length: players }, (_, i) => (own + 1 + i) % players);
  return html`<ul class="seats n${players}">${order.map((seat) => {
    const { cards, passes, burst } = view.seats[seat];
    const left = Math.max(0, view.free_passes - passes);
    const lit = state.lit.some((about) => about.seat === seat);
    return html`<li class="${seat === own ? "you" : ""} ${seat === position.to_move ? "turn" : ""} ${lit ? "lit" : ""}">
      <b>${seatName(state, seat)}</b><span>${t(cards === 1 ? "card" : "cards", { n: cards })}</span>
      <span class="passes"><span class="pips" aria-hidden="true">${Array.from({ length: view.free_passes }, (_, i) => html`<i class=${i < passes ? "u" : ""}></i>`)}</span>${t(left === 1 ? "pass_left" : "passes_left", { n: left })}</span>
      <span class="burst">${burst ? t("burst") : html`${t("bursts")} ${bursts ? html`<b>${format.percent(bursts[seat])}</b>` : html`<b>–</b>`}`}</span></li>`;
  })}</ul>`;
}

/** What may be tapped: our cards on our turn, any hidden card on another's. @param {State} state @param {string} kind */
function canTap({ position, setup, looking }, kind) {
  if (!position || position.over || looking !== null) return false;
  return !setup?.burst && isOurs() ? kind === "can" : kind === "hid" || kind === "open";
}

/** What a tap on a card means when it comes, which may be before the page is drawn anew. @param {State} state @param {string} card */
function tap(state, card) {
  if (state.setup?.burst) pick(state, card);
  else if (isOurs()) choose(state, card);
  else enter(card);
}

/** Chooses a card, and plays it when it was chosen before. @param {State} state @param {string} card */
function choose(state, card) {
  if (state.chosen === card) enter(card);
  else set({ chosen: card, fault: null });
}

/** @param {State} state */
function table(state) {
  const { position } = state;
  if (!position) return nothing;
  const laid = new Set(/** @type {string[]} */ (position.view.table));
  const mine = new Set(/** @type {string[]} */ (position.view.hand));
  const legal = new Set(position.legal.map((one) => one.move));
  const open = openCards(laid, position.view.rules);
  const best = state.prefs.hidden ? null : (state.analysis.figures?.candidates[0]?.move ?? null);
  const focus = firstTappable(laid, mine, legal);
  return html`<table class="seven" data-grid><caption class="sr">${t("sevens.table")}</caption>
    <tbody>${SUITS.map((suit, row) => html`<tr><th scope="row">${sr(t(`suit.${suit}`))}<span aria-hidden="true">${suited(signs(suit))}</span></th>
      ${RANKS.map((rank, column) => {
        const card = suit + rank;
        const kind = rank === "7" || laid.has(card) ? "on" : mine.has(card) ? (legal.has(card) ? "can" : "mine") : open.has(card) ? "open" : "hid";
        const picked = state.setup?.burst?.cards.includes(card);
        const classes = `${kind} ${card === best ? "pick" : ""} ${card === state.chosen && card !== best ? "chosen" : ""} ${picked ? "laid" : ""} ${state.lit.some((about) => about.card === card || about.move === card) ? "lit" : ""}`;
        return html`<td class=${classes}><button type="button" data-at="${row},${column}" tabindex=${card === focus ? "0" : "-1"} ?disabled=${!canTap(state, kind)} @click=${() => tap(state, card)}>
          <span class="face">${suited(signs(card))}</span>${sr(t(`cell.${kind}`) + (card === best ? t("cell.pick") : ""))}</button></td>`;
      })}</tr>`)}</tbody></table>`;
}

/** The cell that Tab reaches. @param {Set<string>} laid @param {Set<string>} mine @param {Set<string>} legal */
function firstTappable(laid, mine, legal) {
  const ours = isOurs();
  const fits = (/** @type {string} */ card) =>
    ours ? legal.has(card) : !laid.has(card) && !mine.has(card) && !card.endsWith("7");
  return SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)).find(fits);
}

/** In a puzzle Yomi plays nothing. @param {State} state */
const legend = ({ sitting }) => html`<div class="legend">
  ${sitting ? nothing : html`<span><i class="k pk"></i>${t("legend.pick")}</span>`}<span><i class="k on"></i>${t("legend.on")}</span>
  <span><i class="k can"></i>${t("legend.can")}</span><span><i class="k mine"></i>${t("legend.mine")}</span>
  <span><i class="k open"></i>${t("legend.open")}</span></div>`;

/** @param {State} state */
function hand(state) {
  const { position } = state;
  if (!position) return nothing;
  const legal = new Set(position.legal.map((one) => one.move));
  const best = state.prefs.hidden ? null : (state.analysis.figures?.candidates[0]?.move ?? null);
  return html`<h2 class="label hand-head">${t("hand")}</h2>
    <div class="hand">${position.view.hand.map((/** @type {string} */ card) => {
      const can = legal.has(card) && state.looking === null;
      const kind = can ? (card === best ? "can pick" : "can") : "off";
      return html`<button class="pc ${kind} ${card === state.chosen && card !== best ? "chosen" : ""}" type="button" ?disabled=${!can} aria-pressed=${String(card === state.chosen)} @click=${() => choose(state, card)}>${card.slice(1)}<em>${suited(signs(card[0]))}</em>${sr(can ? t("cell.can") : t("cell.mine"))}</button>`;
    })}</div>`;
}

/** How this game writes what was typed. @param {string} text */
const normal = (text) => text.trim().split(/\s+/).map((word) => (/^pass/i.test(word) ? word.replace(/^pass/i, "pass") : word.toUpperCase())).join(" ");

/** @param {State} state */
function entering(state) {
  const { position, setup } = state;
  if (!position) return nothing;
  const ours = isOurs();
  const now = current(state);
  const chosen = ours ? (state.chosen ?? (state.prefs.hidden ? null : now?.move) ?? null) : null;
  // Where Yomi says pass, that button is the main one.
  const passes = Boolean(chosen?.startsWith("pass")) && !state.typed;
  const button = (/** @type {string} */ id) => html`<button class="btn ${passes ? "go" : ""}" type="button" id=${id} ?disabled=${!canPass(state)} @click=${() => pass(state)}>${t("pass")} ${kbd("P")}</button>`;
  const label = setup?.burst
    ? t("sevens.burst_cards", { seat: setup.burst.seat, n: setup.burst.need - setup.burst.cards.length })
    : position.over ? t("state.over") : ours ? howToEnter("sevens.enter_own") : t("sevens.enter_other", { seat: position.to_move ?? 0 });
  return entry(state, {
    label, example: t("sevens.example"), normal, more: button("pass"), dock: button("pass-dock"), idle: passes ? t("play") : undefined,
    play: chosen && !chosen.startsWith("pass") ? { text: html`${t("play")} ${suited(signs(chosen))}`, move: chosen, enters: chosen } : null,
  });
}

/** Whether the seat to move can pass. @param {State} state */
const canPass = ({ position }) => position !== null && !position.over && (!isOurs() || position.legal.some((one) => one.move.startsWith("pass")));

/** Passes; a burst shows a hand, which must be entered in a real game. @param {State} state */
export function pass(state) {
  const { position, session } = state;
  if (!position || position.to_move === null || !canPass(state) || state.looking !== null) return;
  const seat = position.to_move;
  const { cards, passes } = position.view.seats[seat];
  const burst = passes >= position.view.free_passes;
  if (!burst || !session || !entersLuck(session)) return void enter("pass");
  if (seat === position.seat) return void enter(`pass=${position.view.hand.join("+")}`);
  set({ setup: state.setup?.burst ? null : { burst: { seat, need: cards, cards: [] } } });
}

/** A card of a hand that a burst lays down. @param {State} state @param {string} card */
function pick(state, card) {
  const { burst } = state.setup;
  if (burst.cards.length === burst.need && !burst.cards.includes(card)) return;
  const cards = burst.cards.includes(card) ? burst.cards.filter((/** @type {string} */ c) => c !== card) : [...burst.cards, card];
  set({ setup: { burst: { ...burst, cards } } });
  if (cards.length === burst.need) enter(`pass=${cards.join("+")}`);
}

/** @param {State} state */
export function beliefs(state) {
  const { position, analysis, prefs } = state;
  if (!position || position.over || prefs.hidden || !isOurs()) return nothing;
  const { beliefs } = analysis;
  const others = Array.from({ length: position.players - 1 }, (_, i) => (position.seat + 1 + i) % position.players)
    .sort((a, b) => a - b)
    .filter((seat) => !position.view.seats[seat].burst);
  return html`<section class="sec o4" aria-labelledby="bh" id="beliefs" tabindex="-1">
    <header><h2 id="bh">${t("sevens.who_holds")}</h2><span class="sub">${t(beliefs?.exact ? "sevens.chances_exact" : "sevens.chances")}</span></header>
    <div class="opps">${others.map((seat) => opponent(state, seat, beliefs))}</div>
    <div class="legend"><span>0 <span class="ramp" aria-hidden="true">${Array.from({ length: 10 }, (_, i) => html`<i class="h${i}"></i>`)}</span> 100%</span>
      <span><i class="k x"></i>${t("legend.known")}</span></div></section>`;
}

/** @param {State} state @param {number} seat @param {any} beliefs */
function opponent(state, seat, beliefs) {
  const { position } = state;
  if (!position) return nothing;
  /** @type {Map<string, {where: string, seats: number[]}>} */
  const places = new Map((beliefs?.cards ?? []).map((/** @type {any} */ place) => [place.card, place]));
  const kinds = Object.entries(/** @type {Record<string, number>} */ (beliefs?.kinds?.[String(seat)] ?? {}));
  return html`<div class="opp"><h3>${t("seat", { n: seat })} <span class="sub">${t("hidden_cards", { n: position.view.seats[seat].cards })}</span></h3>
    <table class="heat"><caption class="sr">${t("sevens.heat", { seat })}</caption>
      <thead><tr><td></td>${RANKS.map((rank) => html`<th scope="col">${rank}</th>`)}</tr></thead>
      <tbody>${SUITS.map((suit) => html`<tr><th scope="row">${sr(t(`suit.${suit}`))}<span aria-hidden="true">${suited(signs(suit))}</span></th>
        ${RANKS.map((rank) => heat(places.get(suit + rank), seat, state, suit + rank))}</tr>`)}</tbody></table>
    <div class="manner"><h4 class="sub">${t("manner")}</h4>
      ${kinds.length ? bars(kinds.map(([kind, p]) => ({ name: t(`kind.${kind}`), p })), 3) : html`<p class="sub">${t("manner.unknown")}</p>`}</div></div>`;
}

/** @param {{where: string, seats: number[]} | undefined} place @param {number} seat @param {State} state @param {string} card */
function heat(place, seat, state, card) {
  if (!place || place.where !== "hidden") {
    if (!place && state.position && !state.position.view.table.includes(card) && !state.position.view.hand.includes(card) && !card.endsWith("7")) return html`<td class="h0"></td>`;
    return html`<td class="x">${sr(t(place?.where === "hand" ? "cell.mine" : "cell.on"))}</td>`;
  }
  const p = place.seats[seat];
  const step = Math.min(9, Math.floor(10 * p));
  return html`<td class="h${step} ${state.lit.some((about) => about.card === card) ? "lit" : ""}">${Math.round(100 * p)}</td>`;
}

/** @param {State} state */
export function history(state) {
  const { position, session, looking } = state;
  if (!position || !session) return nothing;
  const { players } = position;
  const first = position.history[0]?.seat ?? position.to_move ?? 0;
  const order = Array.from({ length: players }, (_, i) => (first + i) % players);
  /** @type {(Happened & {at: number})[][]} */
  const rounds = [];
  let last = players;
  for (const [at, event] of position.history.entries()) {
    const column = order.indexOf(event.seat ?? -1);
    if (column <= last && (rounds.length === 0 || column <= last)) rounds.push([]);
    rounds.at(-1)?.push({ ...event, at });
    last = column;
  }
  const now = position.to_move;
  const fresh = now !== null && (!rounds.length || order.indexOf(now) <= last);
  const shown = fresh ? [...rounds, []] : rounds;
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <table class="hist"><thead><tr><th scope="col">${sr(t("round"))}</th>${order.map((seat) => html`<th scope="col">${seatName(state, seat)}</th>`)}</tr></thead>
    <tbody>${shown.map((events, i) => html`<tr><td>${i + 1}</td>${order.map((seat) => {
      const event = events.find((one) => one.seat === seat);
      if (event) return html`<td><button type="button" @click=${() => look(event.at)}>${event.entry.startsWith("pass") ? t(event.entry === "pass" ? "pass" : "burst") : suited(signs(event.entry))}</button></td>`;
      return html`<td class=${i === shown.length - 1 && seat === now ? "now" : ""}>${i === shown.length - 1 && seat === now && looking === null ? t("to_move") : ""}</td>`;
    })}</tr>`).reverse()}</tbody></table></section>`;
}
