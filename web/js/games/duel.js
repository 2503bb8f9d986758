// @ts-check
// Duel: the mat with both sides, moves from the board, the reading of the opponent, what happened.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import * as format from "../format.js";
import { fresh } from "../fresh.js";
import { look } from "../game.js";
import { set } from "../store.js";
import { sentence, t } from "../words.js";
import { axis, dot, rows, sharesName } from "../views/candidates.js";
import { icon, kbd, plainSuits, sr } from "../views/parts.js";
import { nameOf } from "./duel-cards.js";
import { entering, luckTitle, targetName } from "./duel-entry.js";
import { watchLuck } from "./duel-luck.js";
import { mat } from "./duel-mat.js";
import { parsed } from "./duel-moves.js";
import { reading } from "./duel-reading.js";
import texts from "../texts/duel.js";
import { addTexts } from "../texts.js";

export { ready } from "./duel-cards.js";
export { pass } from "./duel-entry.js";
export { practiceDuel as practice, setupDuel as setup } from "../views/setup-duel.js";

/** @import { Candidate, Happened, State } from "../types" */

addTexts(texts);

/** @param {State} state */
export function where({ session, position }) {
  if (!session || !position) return "";
  const mode = "start" in session.source ? t("real") : t("deal", { n: session.source.seed });
  return t(session.opponent ? "duel.where.yomi" : "duel.where", { mode, seat: position.seat });
}

/** @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export function move(c, large = false) {
  return fresh(c.move, large ? largely(c) : shortly(c));
}

/** As the reasons quote it: what is quoted inside gets the inner marks. @param {string} label */
export const named = (label) => t("duel.quoted", { move: label.replaceAll("「", "『").replaceAll("」", "』") });

/** What the move does, beside the name of its card. @param {import("./duel-moves.js").Move} move */
const doing = ({ verb, target }) => (target ? t(`duel.verb.${verb}.at`, { target: targetName(target) }) : t(`duel.verb.${verb}`));

/** @param {Pick<Candidate, "move" | "label">} c */
function largely(c) {
  const move = parsed(c.move);
  if (!move.card) return html`<span class="words sentence">${sentence(c.label)}</span>`;
  return html`<span class="words">${nameOf(move.card)}</span><span class="on2">${doing(move)}</span>`;
}

/** @param {Pick<Candidate, "move" | "label">} c */
function shortly(c) {
  const move = parsed(c.move);
  if (!move.card) return html`<span class="sentence">${sentence(c.label)}</span>`;
  return html`${nameOf(move.card)} <span class="to">${doing(move)}</span>`;
}

/** @param {State} state */
export function waiting(state) {
  const { position } = state;
  if (position?.to_move === null) return luckTitle(position);
  return state.busy ? t("duel.waiting.thinks") : t("duel.waiting.moves");
}

/** @param {State} state */
export function over({ position }) {
  const winner = position?.view.winner;
  const who = winner === undefined || winner === null ? t("drawn") : winner === position?.seat ? t("duel.won") : t("duel.lost");
  return { sign: icon("tick", "tick"), state: t("state.over"), kicker: t("duel.over", { n: position?.view.turn ?? 0 }), move: html`<span class="words">${who}</span>`, lead: t("lead.over") };
}

/** @param {State} state */
export function board(state) {
  watchLuck();
  const { position, looking } = state;
  if (!position) return html`<section class="sec o2"><h1>${t("game.duel")}</h1></section>`;
  const turn = position.over ? t("state.over") : t(position.view.active === position.seat ? "duel.turn.own" : "duel.turn.other", { n: position.view.turn });
  return html`<section class="sec o2" aria-labelledby="th">
    <header><h1 id="th">${t("game.duel")}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
    ${mat(state)}${entering(state)}</section>`;
}

/** A name in a line of its own, under it the value on the common scale. @param {State} state */
export function candidates(state) {
  const { figures } = state.analysis;
  const scale = figures ? format.scale(figures) : null;
  return html`<table class="cand duel"><thead><tr><th scope="col" class="c-sc">${sr(t("scale.name"))}${scale ? axis(scale, figures?.unit ?? "") : html`<span class="axis"></span>`}</th>
      <th scope="col" class="num c-val">${sr(t("value"))}</th><th scope="col" class="num c-n">${sharesName(figures)}</th></tr></thead>
    <tbody>${rows(state).map((c, at) => row(state, c, at, scale))}</tbody></table>`;
}

/** @param {State} state @param {Candidate} c @param {number} at @param {{from: number, to: number, step: number} | null} scale */
function row(state, c, at, scale) {
  const { figures } = state.analysis;
  const unit = figures?.unit ?? "win";
  const weak = figures !== null && format.isWeak(c, figures.choice);
  const chosen = state.chosen === c.move;
  const look = `${at === 0 && figures ? "best" : ""} ${weak ? "weak" : ""} ${chosen ? "chosen" : ""}`;
  const choose = () => set({ chosen: c.move });
  const tried = !figures ? "" : c.value === null ? t("untried") : weak ? t("hardly") : "";
  const said = [c.facts ? plainSuits(sentence(c.facts.text)) : "", tried].filter(Boolean).join(t("between"));
  return html`<tr class="has-fact ${look}" @click=${choose}><td class="mv" colspan="3"><div><button type="button" data-move=${c.move} aria-pressed=${String(chosen)} @focus=${choose}
      >${at < 9 ? kbd(String(at + 1)) : nothing}<span>${move(c)}</span></button>${fresh(said, html`<span class="sub said-of">${said}</span>`)}</div></td></tr>
    <tr class="scale-row ${look}" @click=${choose}><td>${dot(c, scale)}</td>
      <td class="num val">${format.value(unit, c.value)}<small>${format.margin(unit, c) || "\u00A0"}</small></td>
      <td class="num">${figures ? format.share(c.share) : ""}</td></tr>`;
}

/** @param {State} state */
export const beliefs = (state) => reading(state);

/** It is beside the reasons: see `aside`. */
export const history = () => nothing;

/** What happened, the last turn first. @param {State} state */
export function aside(state) {
  const { position, session } = state;
  if (!position?.history.length || !session) return nothing;
  // In a deal what luck brings is no entry.
  const real = "start" in session.source;
  let entered = 0;
  const events = position.history.map((event) => ({ ...event, at: real || event.seat !== null ? entered++ : null }));
  const turns = byTurn(events);
  const now = position.over || state.looking !== null ? "" : isOurs() ? t("duel.your_move") : waiting(state);
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <div class="story" tabindex="0" role="group" aria-labelledby="hh"><table class="hist"><thead class="sr"><tr><th scope="col">${t("turn")}</th><th scope="col">${t("duel.who")}</th><th scope="col">${t("move")}</th></tr></thead>
    <tbody>${now ? html`<tr><td></td><td class="now" colspan="2">${now}</td></tr>` : nothing}
    ${turns.map(([turn, list]) => list.map((event, i) => html`<tr class=${i ? "" : "first"}><td>${i ? "" : turn}</td><td class="who-did">${event.seat === null ? "" : event.seat === position.seat ? t("you") : t("duel.opponent")}</td>
      <td>${event.at === null || event.seat === null ? html`<span class="muted sentence">${sentence(event.label)}</span>` : html`<button type="button" class="sentence" @click=${() => look(event.at ?? 0)}>${sentence(event.label)}</button>`}</td></tr>`))}</tbody></table></div></section>`;
}

/** Turns end with `end`; the last turn and its last event first. @param {(Happened & {at: number | null})[]} events @returns {[number, (Happened & {at: number | null})[]][]} */
function byTurn(events) {
  /** @type {[number, (Happened & {at: number | null})[]][]} */
  const turns = [[1, []]];
  for (const event of events) {
    const [n, list] = turns[turns.length - 1];
    list.push(event);
    if (event.entry === "end") turns.push([n + 1, []]);
  }
  return turns.filter(([, list]) => list.length).map(([n, list]) => /** @type {[number, typeof list]} */ ([n, list.reverse()])).reverse();
}
