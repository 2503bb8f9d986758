// @ts-check
// Every move with its value on a common scale, how sure, and how often tried.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { fresh } from "../fresh.js";
import * as format from "../format.js";
import { set } from "../store.js";
import { vars } from "../vars.js";
import { sentence, t } from "../words.js";
import { kbd, plainSuits, sr } from "./parts.js";

/** @import { Candidate, Figures, State } from "../types" */
/** @typedef {import("../kits.js").Kit} Kit */

/** @param {State} state @param {Kit} kit */
export function candidates(state, kit) {
  const { analysis, position, prefs } = state;
  if (!position || position.over || prefs.hidden || !isOurs() || (analysis.status === "fault" && !analysis.figures)) return nothing;
  const name = kit.scaleName?.(state) ?? scaleName(analysis.figures);
  return html`<section class="sec o3" aria-labelledby="ch">
    <header><h2 id="ch">${t("candidates")}</h2>${name ? html`<span class="sub">${fresh(String(name), name)}</span>` : nothing}</header>
    ${kit.candidates?.(state) ?? table(state, kit)}
  </section>`;
}

/** @param {Figures | null} figures */
function scaleName(figures) {
  if (!figures) return "";
  if (figures.choice === "drawn") return t("scale.drawn");
  const sampled = figures.candidates.some((c) => c.bound === "sampled" && c.lo !== null);
  const judged = figures.unit === "win" && figures.candidates[0]?.bound === "judged";
  const name = t(`scale.${judged ? "judged" : figures.unit}`);
  return sampled ? t("scale.interval", { name }) : name;
}

/** The moves in their order; before the first figures as the rules list them. @param {State} state @returns {Candidate[]} */
export function rows({ analysis, position }) {
  if (analysis.figures) return analysis.figures.candidates;
  const untried = { value: null, se: null, lo: null, hi: null, visits: 0, share: 0, facts: null };
  return (analysis.started?.legal ?? position?.legal ?? []).map((legal) => ({ ...legal, ...untried, bound: "sampled" }));
}

/** @param {State} state @param {Kit} kit */
function table(state, kit) {
  const { figures } = state.analysis;
  const scale = figures && figures.choice !== "drawn" ? format.scale(figures) : { from: 0, to: 1, step: 0.25 };
  // Rows have their height before there are figures.
  const drawn = figures ? figures.choice === "drawn" : Boolean(kit.mixes);
  const list = rows(state);
  const long = list.some((c) => sentence(c.label).length > 5);
  return html`<table class="cand ${long ? "long" : ""}">
    <thead><tr><th scope="col" class="c-mv">${sr(t("move"))}</th>
      <th scope="col" class="c-sc">${sr(t("scale.name"))}${scale ? axis(scale, drawn ? "win" : (figures?.unit ?? "")) : html`<span class="axis"></span>`}</th>
      <th scope="col" class="num c-val">${sr(t("value"))}</th>
      <th scope="col" class="num c-n">${drawn ? t("share.col") : sharesName(figures)}</th></tr></thead>
    <tbody>${list.map((c, at) => row(state, kit, c, at, scale, drawn))}</tbody></table>
    ${kit.facts ? nothing : html`<p class="sub said">${factsOf(state, list)}</p>`}`;
}

/** What the shares are of: of the tries, or of how often a partner of this level plays each. @param {Figures | null} figures */
export const sharesName = (figures) => t(figures?.choice === "level" ? "share.col" : "tries");

/** The facts of the chosen move, or of the first. @param {State} state @param {Candidate[]} list */
function factsOf(state, list) {
  const one = list.find((c) => c.move === state.chosen) ?? list[0];
  return one?.facts ? t("facts_of", { move: sentence(one.label), facts: plainSuits(sentence(one.facts.text)) }) : "\u00A0";
}

/** @typedef {{from: number, to: number, step: number}} Scale */

/** @param {Scale} scale @param {string} unit */
export function axis({ from, to, step }, unit) {
  const steps = Math.round((to - from) / step);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => from + i * step);
  const text = (/** @type {number} */ x) => (unit === "win" ? String(Math.round(100 * x)) : String(Number(x.toFixed(2))));
  return html`<span class="axis" aria-hidden="true">${ticks.map(
    (x) => html`<span ${vars({ "--at": `${(100 * (x - from)) / (to - from)}%` })}><b>${text(x)}</b></span>`,
  )}</span>`;
}

/**
 * @param {State} state @param {Kit} kit @param {Candidate} c @param {number} at @param {Scale | null} scale
 * @param {boolean} drawn
 */
function row(state, kit, c, at, scale, drawn) {
  const unit = state.analysis.figures?.unit ?? "win";
  const weak = format.isWeak(c, state.analysis.figures?.choice) && state.analysis.figures !== null;
  const facts = c.facts ? plainSuits(sentence(c.facts.text)) : "";
  const said = [facts, tried(c, weak, state.analysis.figures !== null)].filter(Boolean).join(t("between"));
  const bound = c.bound === "at_most" || (c.bound === "judged" && c.hi !== null) ? "≤ " : c.bound === "at_least" ? "≥ " : "";
  const best = at === 0 && state.analysis.figures !== null;
  return html`<tr class="${kit.facts ? "has-fact" : ""} ${best ? "best" : ""} ${weak ? "weak" : ""} ${state.chosen === c.move ? "chosen" : ""}" @click=${() => choose(c.move)}>
      <td class="mv"><button type="button" data-move=${c.move} aria-pressed=${String(state.chosen === c.move)} @focus=${() => set({ chosen: c.move })}
        >${at < 9 ? kbd(String(at + 1)) : nothing}<span>${kit.move(c)}</span></button></td>
      <td>${drawn ? barOf(c.share) : dot(c, scale)}</td>
      <td class="num val">${c.value === null ? "–" : `${bound}${format.value(unit, c.value)}`}<small>${drawn ? "" : format.margin(unit, c) || "\u00A0"}</small></td>
      <td class="num">${state.analysis.figures ? format.share(c.share) : ""}</td></tr>
    ${kit.facts ? html`<tr class="fact ${state.chosen === c.move ? "chosen" : ""}" @click=${() => choose(c.move)}><td colspan="4">${said || "\u00A0"}</td></tr>` : nothing}`;
}

/** @param {Candidate} c @param {boolean} weak @param {boolean} begun */
function tried(c, weak, begun) {
  if (!begun) return "";
  return c.value === null ? t("untried") : weak ? t("hardly") : "";
}

/** @param {string} move */
const choose = (move) => set({ chosen: move });

/** @param {Candidate} c @param {Scale | null} scale */
export function dot(c, scale) {
  if (!scale || c.value === null) return html`<div class="scale empty"></div>`;
  const part = (/** @type {number} */ x) => Math.min(1, Math.max(0, (x - scale.from) / (scale.to - scale.from)));
  const at = (/** @type {number} */ x) => `${100 * part(x)}%`;
  const [lo, hi] = [c.lo ?? c.value, c.hi ?? c.value];
  const ticks = Math.round((scale.to - scale.from) / scale.step);
  const size = 5 + Math.round(6 * Math.sqrt(Math.min(1, c.share / 0.3)));
  const sized = c.bound === "sampled" ? size : 9;
  const whisker = c.bound === "sampled" && c.lo !== null && c.hi !== null;
  // What lies beyond the scale, such as a move that was hardly tried, points there and claims no place on it.
  const beyond = c.value < scale.from ? "below" : c.value > scale.to ? "above" : "";
  return html`<div class="scale ${beyond}" aria-hidden="true" ${vars({ "--v": at(c.value), "--lo": at(lo), "--w": part(hi) - part(lo), "--d": `${sized}px`, "--ticks": ticks })}>
    ${whisker ? html`<i></i>` : nothing}<b></b></div>`;
}

/** @param {number} p @param {number} [ticks] */
export const barOf = (p, ticks = 4) =>
  html`<div class="scale bar" aria-hidden="true" ${vars({ "--v": p, "--ticks": ticks })}><b></b></div>`;
