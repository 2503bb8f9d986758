// @ts-check
// Twin Cool: two slots, the hand, and all eighty cards with the draws that keep you going.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, entersLuck, look } from "../game.js";
import * as format from "../format.js";
import { set } from "../store.js";
import { howToEnter, t } from "../words.js";
import { barOf, axis, rows } from "../views/candidates.js";
import { entry } from "../views/entry.js";
import { icon, kbd, sr } from "../views/parts.js";
import { ceiling } from "./twin-cool-ceiling.js";
import texts from "../texts/twin-cool.js";
import { addTexts } from "../texts.js";

export { setupTwinCool as setup } from "../views/setup-twin-cool.js";

/** @import { Candidate, State } from "../types" */

addTexts(texts);

/** The chance to survive a draw is counted card by card. */
export const counts = true;
export const SUITS = ["A", "B", "C", "D", "E", "F", "G", "H"];
export const VALUES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** @param {State} state */
export const where = ({ session }) =>
  !session ? "" : "start" in session.source ? t("real") : t("deal", { n: session.source.seed });

/** A play as card and slot. @param {string} text */
const play = (text) => {
  const [card, slot] = text.split("+")[0].split("@");
  return { card, slot };
};

/** @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export function move(c, large = false) {
  const { card, slot } = play(c.move);
  return large
    ? html`${card} <span class="on2">${t("tc.on_slot", { n: slot })}</span>`
    : html`${card} <span class="to">${t("tc.slot_short", { n: slot })}</span>`;
}

export const waiting = () => t("tc.draw_wanted");

/** Cards played so far. @param {State} state */
function played({ position }) {
  const { piles = [[], []], earlier = [] } = position?.view ?? {};
  return piles[0].length + piles[1].length + earlier.length;
}

/** @param {State} state */
export function over(state) {
  const n = played(state);
  return {
    sign: icon("tick", "tick"), state: t("state.over"), kicker: t("tc.you_played"), move: html`${n}`,
    figure: state.position?.payoffs ? html`<b>${format.fixed(state.position.payoffs[0], 1)}</b><span class="of">${t("tc.payoff")}</span>` : nothing,
    lead: t("tc.over", { n }),
  };
}

/** The play under which the draws are counted: the chosen one, or the recommended. @param {State} state */
function current(state) {
  /** @type {(Pick<Candidate, "move"> & Partial<Candidate>)[]} */
  const list = state.analysis.figures?.candidates ?? [];
  const isChosen = (/** @type {Pick<Candidate, "move">} */ c) => c.move === state.chosen;
  // Without advice there are the rules' moves alone.
  return list.find(isChosen) ?? state.position?.legal.find(isChosen) ?? list[0] ?? null;
}

/** @param {Partial<Candidate> | null | undefined} c */
const facts = (c) => c?.facts?.data ?? null;

/** @param {State} _ @param {Candidate} best */
export function figure(_, best) {
  const known = facts(best);
  if (!known) return nothing;
  if (known.draws === 0) return html`<b>${known.cards ?? format.value("cards", best.value)}</b><span class="of">${t("tc.cards_in_all")}</span>`;
  return html`<b>${format.fixed(100 * (1 - known.ends), 1)}<small>%</small></b><span class="of">${t("tc.to_survive")}</span>`;
}

/** @param {State} state @param {Candidate} best */
export function lead(state, best) {
  const known = facts(best);
  if (!known || known.draws === 0) return "";
  const risk = t("tc.lead", { saving: known.saving_draws.length, draws: known.draws, ends: `${format.fixed(100 * known.ends, 1)}%` });
  return best.value === null ? risk : `${risk} ${t("tc.expect", { cards: format.value("cards", best.value), down: played(state) })}`;
}

export const scaleName = () => t("tc.scale");

/** @param {State} state */
export function candidates(state) {
  return html`<table class="cand tc"><thead><tr><th scope="col" class="c-mv">${sr(t("move"))}</th>
    <th scope="col">${sr(t("tc.scale"))}${axis({ from: 0, to: 1, step: 0.25 }, "win")}</th><th scope="col" class="num c-val">${t("tc.survive")}</th><th scope="col" class="num c-n">${t("tc.cards")}</th></tr></thead>
    <tbody>${rows(state).map((c, at) => row(state, c, at))}</tbody></table>`;
}

/** @param {State} state @param {Candidate} c @param {number} at */
function row(state, c, at) {
  const known = facts(c);
  const chosen = state.chosen === c.move;
  return html`<tr class="${at === 0 && state.analysis.figures ? "best" : ""} ${chosen ? "chosen" : ""}" @click=${() => set({ chosen: c.move })}>
    <td class="mv"><button type="button" data-move=${c.move} aria-pressed=${String(chosen)} @focus=${() => set({ chosen: c.move })}>${at < 9 ? kbd(String(at + 1)) : nothing}<span>${move(c)}</span></button></td>
    <td>${known && known.draws ? barOf(1 - known.ends) : html`<div class="scale bar"></div>`}<span class="pm">${known?.draws ? t("tc.of_draws", { n: known.saving_draws.length, of: known.draws }) : "\u00A0"}</span></td>
    <td class="num val">${known?.draws ? `${format.fixed(100 * (1 - known.ends), 1)}%` : "–"}</td>
    <td class="num">${format.value("cards", c.value)}</td></tr>`;
}

/** @param {State} state */
export function board(state) {
  const { position } = state;
  if (!position) return html`<section class="sec o2"><h1>${t("game.twin-cool")}</h1></section>`;
  const { deck } = position.view;
  const aside = position.view.settings.excluded;
  return html`<section class="sec o2" aria-labelledby="th">
      <header><h1 id="th">${t("game.twin-cool")}</h1><span class="sub">${t("tc.counts", { played: played(state), deck, aside })}</span></header>
      ${slots(state)}${hand(state)}${entering(state)}
    </section>${grid(state)}`;
}

/** @param {string} card */
const face = (card) => html`<em>${card[0]}</em>${card.slice(1)}`;

/** @param {State} state */
function slots(state) {
  const { position } = state;
  const piles = /** @type {string[][]} */ (position?.view.piles ?? [[], []]);
  const now = state.prefs.hidden && !state.chosen ? null : current(state);
  const going = now && isOurs() ? play(now.move) : null;
  return html`<div class="slots">${piles.map((pile, i) => {
    const under = pile.slice(0, -1).reverse();
    const comes = going?.slot === String(i + 1) ? going.card : null;
    return html`<div class="sl"><h2 class="label">${t("tc.slot", { n: i + 1 })} <span class="sub">${pile.length ? t(pile.length === 1 ? "card" : "cards", { n: pile.length }) : t("tc.empty")}</span></h2>
      <div class="pile">${pile.length ? html`<span class="pc tc on">${face(pile[pile.length - 1])}</span>` : nothing}
        ${comes ? html`<span class="pc tc ghost">${face(comes)}${sr(t("tc.would_go"))}</span>` : pile.length ? nothing : html`<span class="pc tc gap" aria-hidden="true"></span>`}
        ${under.slice(0, 4).map((card) => html`<span class="pc tc off u">${card}</span>`)}
        ${under.length > 4 ? html`<span class="sub">${t("more", { n: under.length - 4 })}</span>` : nothing}</div></div>`;
  })}</div>`;
}

/** Chooses the best play of a card, or the other slot when it was chosen before. @param {State} state @param {string} card */
function choose(state, card) {
  const order = state.analysis.figures?.candidates.map((c) => c.move) ?? state.position?.legal.map((one) => one.move) ?? [];
  const plays = order.filter((move) => play(move).card === card);
  const at = plays.indexOf(state.chosen ?? "");
  const next = plays[(at + 1) % plays.length];
  if (next) set({ chosen: next, fault: null });
}

/** @param {State} state */
function hand(state) {
  const { position } = state;
  if (!position) return nothing;
  const legal = new Set(position.legal.map((one) => play(one.move).card));
  const now = state.prefs.hidden && !state.chosen ? null : current(state);
  const picked = now && isOurs() ? play(now.move).card : null;
  return html`<h2 class="label hand-head">${t("hand")}</h2><div class="hand">${position.view.hand.map((/** @type {string} */ card) => {
    const can = legal.has(card) && state.looking === null;
    return html`<button class="pc tc ${can ? "can" : "off"} ${card === picked ? "pick" : ""}" type="button" ?disabled=${!can} aria-pressed=${String(card === picked)} @click=${() => choose(state, card)}>${face(card)}</button>`;
  })}</div>`;
}

/** @param {State} state */
const isDrawing = ({ position, looking }) => position !== null && !position.over && position.to_move === null && looking === null;

/** @param {string} text */
const normal = (text) => text.trim().toUpperCase();

/** @param {State} state */
function entering(state) {
  const { position } = state;
  if (!position) return nothing;
  const drawing = isDrawing(state);
  const next = isOurs() ? (state.chosen ?? (state.prefs.hidden ? null : current(state)?.move) ?? null) : null;
  const dealt = Boolean(state.session && !entersLuck(state.session));
  const label = position.over ? t("state.over") : drawing ? t("tc.tap_draw") : dealt ? howToEnter("tc.enter_deal") : howToEnter("tc.enter_real");
  return entry(state, {
    label, example: drawing ? "+F3" : dealt ? "C7@2" : "C7@2+F3",
    normal: (text) => (isDrawing(state) && !/[+@]/.test(text) ? `+${normal(text)}` : normal(text)),
    play: next ? { text: t("tc.play", { card: play(next).card, n: play(next).slot }), move: next, enters: next } : null,
  });
}

/** @param {State} state */
function grid(state) {
  const { position } = state;
  if (!position) return nothing;
  const { suits = 8, values = 10 } = position.view.settings;
  const marks = markings(state);
  const drawing = isDrawing(state);
  const rowsOf = SUITS.slice(0, suits);
  const columns = VALUES.slice(0, values);
  const unseen = (/** @type {string} */ card) => marks.get(card) === "un" || marks.get(card) === "save";
  const focus = rowsOf.flatMap((s) => columns.map((v) => s + v)).find(unseen);
  const now = current(state);
  const known = state.prefs.hidden ? null : facts(now);
  const title = drawing ? t("tc.which") : t("tc.may_draw");
  const under = drawing ? t("tc.tap") : known?.draws && now ? t("tc.after", { card: play(now.move).card, n: play(now.move).slot }) : "\u00A0";
  return html`<section class="sec o4" aria-labelledby="gh" id="beliefs" tabindex="-1">
    <header><h2 id="gh">${title}</h2><span class="sub">${under}</span></header>
    <table class="eighty ${drawing ? "drawing" : ""}" data-grid><caption class="sr">${t("tc.grid")}</caption>
      <thead><tr><td></td>${columns.map((v) => html`<th scope="col">${v}</th>`)}<th scope="col">${sr(t("tc.unseen"))}</th></tr></thead>
      <tbody>${rowsOf.map((suit, r) => html`<tr><th scope="row">${suit}</th>${columns.map((v, c) => {
        const card = suit + v;
        const kind = marks.get(card) ?? "un";
        return html`<td class=${kind}><button type="button" data-at="${r},${c}" tabindex=${card === focus ? "0" : "-1"} ?disabled=${!drawing || !unseen(card)} @click=${() => enter(`+${card}`)}><b>${card}</b>${sr(t(`tc.cell.${kind}`))}</button></td>`;
      })}<td class="cnt">${columns.filter((v) => unseen(suit + v)).length}</td></tr>`)}
      <tr><td></td>${columns.map((v) => html`<td class="cnt">${rowsOf.filter((s) => unseen(s + v)).length}</td>`)}<td class="cnt all">${[...marks.values()].filter((kind) => kind === "un" || kind === "save").length}</td></tr></tbody></table>
    ${legend(state, known, position.view.excluded.length > 0)}</section>`;
}

/** What each card is. @param {State} state @returns {Map<string, string>} */
function markings(state) {
  const view = state.position?.view ?? {};
  const now = state.prefs.hidden ? null : current(state);
  const saving = new Set(isOurs() ? (facts(now)?.saving_draws ?? []) : []);
  const marks = new Map(SUITS.flatMap((suit) => VALUES.map((value) => [suit + value, saving.has(suit + value) ? "save" : "un"])));
  for (const card of view.earlier ?? []) marks.set(card, "gone");
  for (const pile of view.piles ?? []) for (const card of pile) marks.set(card, "gone");
  for (const pile of view.piles ?? []) if (pile.length) marks.set(pile[pile.length - 1], "slot");
  for (const card of view.hand ?? []) marks.set(card, "mine");
  for (const card of view.excluded ?? []) marks.set(card, "aside");
  const best = state.prefs.hidden ? null : state.analysis.figures?.candidates[0];
  if (best && isOurs()) marks.set(play(best.move).card, "pick");
  return marks;
}

/** In a puzzle Yomi plays nothing. @param {State} state @param {any} known @param {boolean} aside */
const legend = ({ sitting }, known, aside) => html`<div class="legend">
  <span><i class="k save"></i>${known ? t("tc.legend.save", { n: known.saving_draws.length }) : t("tc.legend.save_plain")}</span>
  <span><i class="k un"></i>${known ? t("tc.legend.ends", { n: known.draws - known.saving_draws.length }) : t("tc.legend.unseen")}</span>
  <span><i class="k mine2"></i>${t("tc.legend.hand")}</span><span><i class="k slot"></i>${t("tc.legend.top")}</span>
  <span><i class="k gone"></i>${t("tc.legend.played")}</span>${aside ? html`<span><i class="k aside"></i>${t("tc.legend.aside")}</span>` : nothing}
  ${sitting ? nothing : html`<span><i class="k pk"></i>${t("legend.pick")}</span>`}</div>`;

/** It is beside the reasons: see `aside`. */
export const history = () => nothing;

/** @param {State} state */
export function aside(state) {
  const { position, session } = state;
  if (!position || !session) return nothing;
  /** @type {Map<number, {card: string, slot: string, drew: string}>} */
  const turns = new Map();
  for (const event of position.history) {
    const turn = turns.get(event.turn) ?? { card: "", slot: "", drew: "" };
    if (event.seat === null) turn.drew = event.entry.replace("+", "");
    else ({ card: turn.card, slot: turn.slot } = play(event.entry));
    turns.set(event.turn, turn);
  }
  const list = [...turns.entries()].reverse();
  if (!list.length) return nothing;
  return html`${ceiling(state)}<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <table class="hist"><thead><tr><th scope="col">${sr(t("turn"))}</th><th scope="col">${t("tc.played")}</th><th scope="col">${t("tc.slot_head")}</th><th scope="col">${t("tc.drew")}</th></tr></thead>
    <tbody>${list.map(([n, turn]) => html`<tr><td>${n}</td><td><button type="button" @click=${() => look(n - 1)}>${turn.card}</button></td><td>${turn.slot}</td><td>${turn.drew}</td></tr>`)}</tbody></table></section>`;
}
