// @ts-check
// Connect Four: the board, what every column is worth, what playouts think of it, and their tree.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, look } from "../game.js";
import * as format from "../format.js";
import { fresh } from "../fresh.js";
import { set, state as store } from "../store.js";
import { vars } from "../vars.js";
import { howToEnter, t } from "../words.js";
import { axis, dot, rows } from "../views/candidates.js";
import { entry } from "../views/entry.js";
import { icon, kbd, sr } from "../views/parts.js";
import { PLAYOUTS } from "./connect-four-beside.js";
import { COLUMNS, fourOf, landing, lastDisc, ROWS } from "./connect-four-board.js";
import { tree } from "./connect-four-tree.js";
import texts from "../texts/connect-four.js";
import { addTexts } from "../texts.js";

/** @import { Advice, Candidate, State } from "../types" */

addTexts(texts);

/** @type {[string, string, string][]} */
export const keys = [["1–7", "c4.key.drop", "1–9"], ["T", "c4.key.tree", ""]];

/** A column's digit drops a disc there. @param {State} state @param {string} pressed */
export function key(state, pressed) {
  if (pressed === "t") return toTree;
  if (!/^[1-9]$/.test(pressed)) return null;
  return () => canDrop(state, pressed) && enter(pressed);
}

function toTree() {
  const tree = document.querySelector("#tree");
  if (!(tree instanceof HTMLElement)) return;
  tree.focus();
  tree.scrollIntoView({ block: "nearest" });
}

/** @param {State} state @param {string} column */
const canDrop = ({ position, looking }, column) =>
  looking === null && isOurs() && Boolean(position?.legal.some((one) => one.move === column));

/** @param {State} state */
export function where({ position, session, watch }) {
  if (!position || !session) return "";
  if (watch) return t("c4.watched", { first: watch.agents[0], second: watch.agents[1] });
  return session.opponent ? t("c4.against", { disc: discOf(position.seat) }) : t("c4.both");
}

/** The sign of a seat's discs. @param {number} seat */
export const discOf = (seat) => (seat === 0 ? "●" : "○");

/** A column is named by its digit; in the answer beside those that are just as good. @param {Pick<Candidate, "move">} c @param {boolean} [large] */
export function move(c, large = false) {
  const others = large ? equals(store, c.move) : [];
  return others.length ? html`${c.move} <span class="on2">${t("or", { move: others.join(t("c4.comma")) })}</span>` : html`${c.move}`;
}

/** Columns whose exact score is that of the best one. @param {State} state @param {string} best */
function equals(state, best) {
  const own = windowOf(state, best);
  if (!own || own.least !== own.most) return [];
  const same = (/** @type {string} */ column) => column !== best && windowOf(state, column)?.least === own.least && windowOf(state, column)?.most === own.most;
  return (state.position?.legal ?? []).map((one) => one.move).filter(same);
}

/** @param {State} state */
export const waiting = ({ position, busy }) =>
  t(busy ? "c4.thinks" : "c4.turn", { disc: discOf(position?.to_move ?? 0) });

/** @param {State} state */
export function over(state) {
  const { position, session } = state;
  const winner = position?.payoffs?.indexOf(1) ?? -1;
  const own = session?.opponent ? position?.seat : null;
  const said = winner < 0 ? t("drawn") : own === null ? t("c4.wins", { disc: discOf(winner) }) : t(own === winner ? "won" : "lost");
  return {
    sign: icon("tick", "tick"), state: t("state.over"), kicker: t("state.over"),
    move: html`<span class="words">${said}</span>`, lead: t("lead.over"),
  };
}

/** How a proven move ends. @param {Candidate} c @returns {"win" | "draw" | "loss"} */
const outcome = ({ value }) => (value === null || value === 0.5 ? "draw" : value > 0.5 ? "win" : "loss");

/** The exact score of a column, or what is known of it. @param {State} state @param {string} column */
const windowOf = ({ beside, position }, column) => (beside && beside.key === position?.key ? beside.windows[column] : undefined);

/** With its sign: positive where the mover wins, the higher the sooner. @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");

/** @param {State} state @param {Candidate} best */
export function figure(state, best) {
  if (best.bound !== "proven") return undefined;
  const known = windowOf(state, best.move);
  const end = t(`c4.${outcome(best)}`);
  return known && known.least === known.most ? html`<b>${signed(known.least)}</b><span class="of">${t("c4.proven.score", { end })}</span>`
    : html`<b class="word">${end}</b><span class="of">${t("c4.proven")}</span>`;
}

/** What each proven move leads to. @param {State} state @param {Candidate} best */
export function lead({ analysis }, best) {
  const list = analysis.figures?.candidates ?? [];
  if (best.bound !== "proven" || list.length < 2) return undefined;
  const by = (/** @type {string} */ end) => list.filter((c) => outcome(c) === end).map((c) => c.move).join(t("c4.comma"));
  const said = ["win", "draw", "loss"].map((end) => (by(end) ? t(`c4.lead.${end}`, { list: by(end) }) : ""));
  return said.filter(Boolean).join(t("c4.space"));
}

/** What mcts said of this position. @param {State} state @returns {Advice | null} */
const playoutsOf = ({ beside, position, prefs }) => (!prefs.hidden && beside && beside.key === position?.key ? beside.advice : null);

/** What a column is worth, in one word or figure, and what kind of figure that is. @param {State} state @param {Candidate | undefined} c */
function worth(state, c) {
  const { least, most } = (c && windowOf(state, c.move)) ?? { least: -1, most: 1 };
  if (least === most) return { figure: signed(least), kind: t(`c4.${least > 0 ? "win" : least < 0 ? "loss" : "draw"}`) };
  // Who wins may be known before the score is.
  if (least > 0) return { figure: t("c4.win"), kind: t("c4.kind.from", { score: signed(least) }) };
  if (most < 0) return { figure: t("c4.loss"), kind: t("c4.kind.to", { score: signed(most) }) };
  if (least === 0) return { figure: "≥ 0", kind: t("c4.kind.at_least") };
  if (most === 0) return { figure: "≤ 0", kind: t("c4.kind.at_most") };
  if (!c || c.value === null) return { figure: "–", kind: "\u00A0" };
  if (c.bound === "proven" || c.bound === "exact") return { figure: t(`c4.${outcome(c)}`), kind: t("c4.kind.proven") };
  const bounded = c.bound === "at_most" || (c.bound === "judged" && c.hi !== null);
  const kind = bounded ? "at_most" : c.bound === "at_least" ? "at_least" : c.bound;
  return { figure: format.percent(c.value).trim(), kind: t(`c4.kind.${kind}`) };
}

/** @param {State} state */
export function board(state) {
  const { position, looking } = state;
  if (!position) return html`<section class="sec o2"><h1>${t("game.connect-four")}</h1></section>`;
  const n = position.history.length;
  const turn = position.over ? t("state.over") : t(n === 1 ? "c4.disc_down" : "c4.discs_down", { n, disc: discOf(position.to_move ?? 0) });
  return html`<section class="sec o2" aria-labelledby="th">
      <header><h1 id="th">${t("game.connect-four")}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
      <div class="c4">${heads(state)}${grid(state)}${shares(state)}</div>${legend(state)}${entering(state)}
    </section>`;
}

/** The columns that are marked: Yomi's, and another one that was chosen. @param {State} state */
function marked(state) {
  const { analysis, prefs, chosen } = state;
  const [first] = prefs.hidden || !isOurs() ? [] : (analysis.figures?.candidates ?? []);
  const best = first ? [first.move, ...equals(state, first.move)] : [];
  return { best, chosen: chosen !== null && !best.includes(chosen) ? chosen : null };
}

/** @param {State} state */
function heads(state) {
  const { best, chosen } = marked(state);
  const list = state.prefs.hidden || !isOurs() ? [] : (state.analysis.figures?.candidates ?? []);
  return html`<div class="heads" role="group" aria-label=${t("c4.columns")}>${COLUMNS.map((column) => {
    const { figure, kind } = state.position?.over ? { figure: "\u00A0", kind: "\u00A0" } : worth(state, list.find((c) => c.move === column));
    return html`<button type="button" class="colh ${best.includes(column) ? "best" : ""} ${column === chosen ? "chosen" : ""}" ?disabled=${!canDrop(state, column)} @click=${() => enter(column)}>
      ${sr(t("c4.drop", { n: column }))}${kbd(column)}<b>${fresh(figure)}</b><small>${fresh(kind)}</small>${best.includes(column) ? sr(t("cell.pick")) : nothing}</button>`;
  })}</div>`;
}

/** @param {State} state */
function grid(state) {
  const { position } = state;
  if (!position) return nothing;
  const lines = /** @type {string[]} */ (position.view.board);
  const { best, chosen } = marked(state);
  const four = position.over ? fourOf(lines) : new Set();
  const last = lastDisc(lines, position.history.at(-1)?.entry);
  const lands = new Map([...best, chosen].map((column) => [landing(lines, column), column === chosen ? "land chosen" : "land"]));
  return html`<table class="grid4"><caption class="sr">${t("c4.board")}</caption>
    <thead class="sr"><tr><td></td>${COLUMNS.map((n) => html`<th scope="col">${n}</th>`)}</tr></thead>
    <tbody>${ROWS.map((row, at) => html`<tr><th scope="row" class="sr">${t("c4.row", { n: row })}</th>${COLUMNS.map((column, x) => {
      const disc = lines[at][x];
      const place = `${column}${row}`;
      const kind = disc === "X" ? "p0" : disc === "O" ? "p1" : (lands.get(place) ?? "e");
      const said = disc === "X" ? "●" : disc === "O" ? "○" : kind === "land" ? t("c4.lands") : t("c4.empty");
      return html`<td class="${kind} ${place === last ? "last" : ""} ${four.has(place) ? "four" : ""}" @click=${() => canDrop(state, column) && enter(column)}><i>${sr(said)}</i></td>`;
    })}</tr>`)}</tbody></table>`;
}

/** How often mcts went into each column. @param {State} state */
function shares(state) {
  const { beside, position, prefs } = state;
  if (prefs.hidden || position?.over) return nothing;
  const list = playoutsOf(state)?.candidates ?? [];
  const name = beside ? t("c4.shares", { n: format.count(PLAYOUTS) }) : t("c4.shares_none");
  return html`<ul class="viss" aria-label=${name}>${COLUMNS.map((column) => {
    const part = list.find((c) => c.move === column)?.share;
    return html`<li>${sr(t("c4.column", { n: column }))}<span class="vb" aria-hidden="true"><i ${vars({ "--v": part ?? 0 })}></i></span><span>${fresh(part === undefined ? "–" : format.share(part).trim())}</span></li>`;
  })}</ul>`;
}

/** @param {State} state */
const legend = ({ position, prefs }) => html`<div class="legend">
  ${[0, 1].map((seat) => html`<span><i class="lg d${seat}"></i>${t(position?.to_move === seat ? "c4.legend.turn" : "c4.legend.seat", { n: seat })}</span>`)}
  ${prefs.hidden || position?.over ? nothing : html`<span><i class="lg ld"></i>${t("c4.legend.land")}</span><span>${t("c4.legend.figures", { n: format.count(PLAYOUTS) })}</span>`}</div>`;

/** A run of digits is a run of moves. @param {string} text */
const normal = (text) => text.replaceAll(/[^0-9]/g, "").split("").join(" ") || text.trim();

/** @param {State} state */
function entering(state) {
  const { position, analysis, prefs, sitting } = state;
  const next = isOurs() ? (state.chosen ?? (prefs.hidden ? null : analysis.figures?.candidates[0]?.move) ?? null) : null;
  return entry(state, {
    label: position?.over ? t("state.over") : howToEnter(sitting ? "c4.enter.one" : "c4.enter"), example: sitting ? "4" : "4344", normal,
    play: next ? { text: t("c4.drop", { n: next }), enters: next } : null,
  });
}

/** @param {State} state */
export function scaleName(state) {
  return state.beside ? t("c4.scale", { n: format.count(PLAYOUTS) }) : nothing;
}

/** Every column: its worth beside what playouts say. @param {State} state */
export function candidates(state) {
  const playouts = playoutsOf(state);
  const scale = playouts ? format.scale(playouts) : null;
  return html`<table class="cand c4t"><thead><tr><th scope="col" class="c-mv">${sr(t("move"))}</th><th scope="col" class="c-ex">${t("c4.worth")}</th>
    <th scope="col" class="c-sc">${sr(t("scale.name"))}${scale ? axis(scale, "win") : html`<span class="axis"></span>`}</th>
    <th scope="col" class="num c-val">${t("c4.playouts")}</th><th scope="col" class="num c-n">${t("tries")}</th></tr></thead>
    <tbody>${rows(state).map((c, at) => {
      const { figure, kind } = worth(state, state.analysis.figures ? c : undefined);
      const tried = playouts?.candidates.find((one) => one.move === c.move);
      return html`<tr class="${at === 0 && state.analysis.figures ? "best" : ""} ${state.chosen === c.move ? "chosen" : ""}" @click=${() => set({ chosen: c.move })}>
        <td class="mv"><button type="button" data-move=${c.move} aria-pressed=${String(state.chosen === c.move)} aria-label=${t("c4.column", { n: c.move })} @focus=${() => set({ chosen: c.move })}>${kbd(c.move)}</button></td>
        <td class="exact"><b>${fresh(figure)}</b> <span>${fresh(kind)}</span></td>
        <td>${tried ? dot(tried, scale) : html`<div class="scale empty"></div>`}</td>
        <td class="num val">${fresh(tried ? format.value("win", tried.value) : "–")}<small>${fresh((tried && format.margin("win", tried)) || "\u00A0")}</small></td>
        <td class="num">${fresh(tried ? format.share(tried.share) : "")}</td></tr>`;
    })}</tbody></table>`;
}

/** The line that is expected, whose it is, and what was played. @param {State} state */
export function aside(state) {
  const { figures } = state.analysis;
  const own = figures && figures.line.length > 1 ? figures.line : null;
  const line = state.prefs.hidden || !isOurs() ? null : (own ?? playoutsOf(state)?.line ?? []);
  const name = t(own ? "c4.line.own" : "c4.line.playouts", { n: format.count(PLAYOUTS) });
  const first = state.position?.to_move ?? 0;
  return html`${line ? html`<section class="sec o5" aria-labelledby="lh"><header><h2 id="lh">${t("c4.line")}</h2><span class="sub">${name}</span></header>
    <ol class="line next">${line.slice(0, 16).map((column, i) => html`<li><span class="disc">${discOf((first + i) % 2)}</span> ${column}</li>`)}</ol></section>` : nothing}${past(state)}`;
}

/** @param {State} state */
function past({ position }) {
  if (!position?.history.length) return nothing;
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <ol class="line">${position.history.map((event, at) => html`<li><button type="button" @click=${() => look(at)}><span class="muted">${at + 1}</span> ${event.entry}</button></li>`)}</ol></section>`;
}

/** It is beside the reasons: see `aside`. */
export const history = () => nothing;

export const after = tree;
