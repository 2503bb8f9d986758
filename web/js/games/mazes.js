// @ts-check
// The five mazes: the grid with its points, who stands where, and the line that is expected.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, look } from "../game.js";
import * as format from "../format.js";
import { set } from "../store.js";
import { howToEnter, nameOf, sentence, t } from "../words.js";
import { entry } from "../views/entry.js";
import { icon, sr } from "../views/parts.js";
import { ARROWS, cellOf, mazeOf, pointsAt, step, WAYS } from "./mazes-board.js";
import { picture } from "./mazes-picture.js";
import texts from "../texts/mazes.js";
import { addTexts } from "../texts.js";

/** @import { Candidate, Shown, State } from "../types" */

addTexts(texts);

const KEYS = /** @type {Record<string, string>} */ ({ ArrowUp: "U", ArrowLeft: "L", ArrowRight: "R", ArrowDown: "D" });

/** @type {[string, string, string][]} */
export const keys = [["↑ ← → ↓", "maze.key.walk", "← →"]];

/** Arrows walk; while one looks back they go through the history. @param {State} state @param {string} pressed */
export function key({ position, looking }, pressed) {
  const way = KEYS[pressed];
  if (!way || looking !== null || !position || mazeOf(position).places || position.over) return null;
  return () => isOurs() && position.legal.some((one) => one.move === way) && enter(way);
}

/** Characters are called as on the board. @param {number} seat */
const nameOfSeat = (seat) => (seat === 0 ? "A" : "B");

/** @param {State} state */
export function where({ session, position }) {
  if (!session || !position || !("seed" in session.source)) return "";
  const { height, width } = mazeOf(position);
  const said = { mode: t("deal", { n: session.source.seed }), size: `${height}×${width}`, name: nameOfSeat(position.seat) };
  return t(session.opponent ? "maze.against" : "maze.where", said);
}

/** @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export function move(c, large = false) {
  const text = ARROWS[c.move] ? html`<span class="way" aria-hidden="true">${ARROWS[c.move]}</span> ${sentence(c.label)}` : html`${sentence(c.label)}`;
  return large ? html`<span class="words ${ARROWS[c.move] ? "" : "sentence"}">${text}</span>` : text;
}

/** A cell as the reasons call it. @param {State} state @param {string} move */
function cellName({ position }, move) {
  const legal = position?.legal.find((one) => one.move === move);
  return legal ? sentence(legal.label) : move;
}

/** @param {State} state */
export const waiting = ({ position, busy }) => t(busy ? "maze.thinks" : "maze.turn_of", { name: nameOfSeat(position?.to_move ?? 0) });

/** @param {State} state */
export function over({ position, session }) {
  const paid = position?.payoffs ?? [];
  const winner = paid.indexOf(1);
  const own = session?.opponent ? position?.seat : null;
  const many = winner < 0 ? t("drawn") : own === null ? t("maze.won", { name: nameOfSeat(winner) }) : t(own === winner ? "maze.you_won" : "maze.you_lost");
  const text = position && position.players > 1 ? many : t("maze.collected", { n: paid[0] ?? 0 });
  return { sign: icon("tick", "tick"), state: t("state.over"), kicker: t("state.over"), move: html`<span class="words">${text}</span>`, lead: t("lead.over") };
}

/** @param {State} state */
export function board(state) {
  const { position, looking } = state;
  const name = nameOf(state.page.game);
  if (!position) return html`<section class="sec o2"><h1>${name}</h1></section>`;
  const maze = mazeOf(position);
  const turn = maze.places ? t("maze.placed", { n: maze.characters.length, of: maze.wanted }) : t("maze.turn", { n: maze.turn, of: maze.turns });
  return html`<section class="sec o2" aria-labelledby="th">
    <header><h1 id="th">${name}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
    ${scores(position)}${picture(state)}${legend(state)}${pad(state)}${entering(state)}</section>`;
}

/** @param {Shown} position */
function scores(position) {
  const { scores } = mazeOf(position);
  if (!scores.length) return nothing;
  return html`<dl class="scores">${scores.map((score, seat) => html`<div class=${scores.length > 1 && position.to_move === seat ? "turn" : ""}>
    <dt>${scores.length > 1 ? html`<i class="lg m${seat}"></i>${nameOfSeat(seat)}` : t("maze.score")}</dt><dd>${score}</dd></div>`)}</dl>`;
}

/** @param {State} state */
function legend({ position, prefs, analysis }) {
  if (!position) return nothing;
  const maze = mazeOf(position);
  const two = position.players > 1;
  const line = !prefs.hidden && isOurs() && (analysis.figures?.line.length ?? 0) > 1;
  return html`<div class="legend">
    ${two ? html`<span><i class="lg m0"></i>${t("maze.legend.a")}</span><span><i class="lg m1"></i>${t("maze.legend.b")}</span>` : html`<span><i class="lg m0"></i>${t("maze.legend.own")}</span>`}
    <span>${t("maze.legend.points")}</span>
    ${maze.places ? html`<span><i class="lg ld"></i>${t("maze.legend.plan")}</span>` : html`<span><i class="k next"></i>${t("maze.legend.next")}</span><span class=${line ? "" : "faint"}><i class="k way"></i>${t("maze.legend.line")}</span>`}
    ${two && !maze.places ? html`<span class=${line ? "" : "faint"}><i class="k way other"></i>${t("maze.legend.other")}</span>` : nothing}</div>`;
}

/** Four buttons, with what lies in each direction. @param {State} state */
function pad(state) {
  const { position, looking } = state;
  if (!position) return nothing;
  const maze = mazeOf(position);
  if (maze.places) return nothing;
  const from = maze.characters[maze.characters.length > 1 ? position.seat : 0];
  const ours = isOurs() && looking === null;
  const best = state.prefs.hidden || !isOurs() ? null : state.analysis.figures?.candidates[0]?.move;
  return html`<div class="pad" role="group" aria-label=${t("maze.pad")}>${Object.keys(WAYS).map((way) => {
    const can = ours && position.legal.some((one) => one.move === way);
    const there = pointsAt(maze, step(from, way));
    return html`<button type="button" class="to-${way} ${way === best ? "best" : ""}" ?disabled=${!can} @click=${() => enter(way)}>
      ${sr(t("maze.go", { way: t(`maze.${way}`) }))}<b aria-hidden="true">${ARROWS[way]}</b><small aria-hidden="true">${can ? there : "\u00A0"}</small>${can ? sr(points(there)) : nothing}</button>`;
  })}</div>`;
}

/** @param {string} digit */
export const points = (digit) => (digit === "0" ? t("maze.no_points") : digit === "1" ? t("maze.point") : t("maze.points", { n: digit }));

/** A run of letters is a run of moves. @param {string} text @param {boolean} places */
const normal = (text, places) => (places ? text.trim() : text.toUpperCase().replaceAll(/\s+/g, "").split("").join(" "));

/** @param {State} state */
function entering(state) {
  const { position, analysis, prefs } = state;
  if (!position) return nothing;
  const { places } = mazeOf(position);
  const next = isOurs() ? (state.chosen ?? (prefs.hidden ? null : analysis.figures?.candidates[0]?.move) ?? null) : null;
  const named = next === null ? "" : places ? t("maze.place", { cell: cellName(state, next) }) : t("maze.go", { way: t(`maze.${next}`) });
  return entry(state, {
    label: position.over ? t("state.over") : howToEnter(places ? "maze.enter.place" : "maze.enter.walk"), example: places ? "0,2" : "RRD",
    normal: (text) => normal(text, places), dock: pad(state), play: next ? { text: named, enters: next } : null,
  });
}

/** Where characters are placed the search finds all places together: those, and not one move after another. @param {State} state */
export function candidates(state) {
  const { position, analysis } = state;
  if (!position || !mazeOf(position).places) return undefined;
  const maze = mazeOf(position);
  const rest = Array.from({ length: Math.max(0, maze.wanted - maze.characters.length) }, (_, i) => analysis.figures?.line[i] ?? null);
  return html`<table class="cand plan"><thead><tr><th scope="col" class="c-mv">${t("maze.plan.order")}</th><th scope="col">${t("maze.plan.cell")}</th><th scope="col" class="num">${t("maze.plan.points")}</th></tr></thead>
    <tbody>${rest.map((move, i) => html`<tr class="${i === 0 && move ? "best" : ""} ${move && state.chosen === move ? "chosen" : ""}" @click=${() => move && set({ chosen: move })}><td>${maze.characters.length + i + 1}</td>
      <td class="mv">${move ? html`<button type="button" data-move=${move} aria-pressed=${String(state.chosen === move)} @focus=${() => set({ chosen: move })}><span>${cellName(state, move)}</span></button>` : "–"}</td>
      <td class="num">${move ? pointsAt(maze, cellOf(move)) : "–"}</td></tr>`)}</tbody></table>`;
}

/** @param {State} state */
export const scaleName = ({ position }) => (position && mazeOf(position).places ? t("maze.plan") : undefined);

/** @param {State} state */
export function aside({ position }) {
  if (!position?.history.length) return nothing;
  const two = position.players > 1;
  const sign = (/** @type {string} */ entry) => [...entry].map((letter) => ARROWS[letter] ?? letter).join("");
  const text = (/** @type {string} */ entry) => (/^\d/.test(entry) ? cellOf(entry).map((n) => n + 1).join("–") : sign(entry));
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <ol class="line">${position.history.map((event, at) => html`<li><button type="button" @click=${() => look(at)}><span class="muted">${at + 1}${two ? nameOfSeat(event.seat ?? 0) : ""}</span> <span aria-hidden="true">${text(event.entry)}</span>${sr(sentence(event.label))}</button></li>`)}</ol></section>`;
}

/** It is beside the reasons: see `aside`. */
export const history = () => nothing;

/** A judgement has no error to compare with. @param {State} state */
export function lead({ analysis }) {
  const { figures } = analysis;
  const over = figures?.candidates.find((c) => c.move === figures.lead?.over);
  if (!figures?.lead || !over || figures.basis !== "computed" || figures.unit !== "win") return undefined;
  return t("maze.lead.judged", { by: format.difference("win", Math.abs(figures.lead.by)), name: sentence(over.label) });
}

/** A score that was found has no fraction. @param {State} state @param {Candidate} best */
export function figure({ analysis }, best) {
  if (analysis.figures?.unit !== "points" || best.value === null || !Number.isInteger(best.value)) return undefined;
  const bound = best.bound === "at_least" ? "≥ " : best.bound === "at_most" ? "≤ " : "";
  return html`<b>${bound}${format.fixed(best.value, 0)}</b><span class="of">${t("unit.points")}</span>`;
}
