// @ts-check
// The answer: the move, how good, how sure. One frame for every state.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { against, goOn, isOurs, pause, thinkOn, LONGEST } from "../analysis.js";
import { resume } from "../game.js";
import { fresh } from "../fresh.js";
import * as format from "../format.js";
import { vars } from "../vars.js";
import { counted, sentence, t } from "../words.js";
import { icon, plainSuits } from "./parts.js";

/** @import { Candidate, Figures, State } from "../types" */
/** @typedef {import("../kits.js").Kit} Kit */

/**
 * @typedef {object} Parts
 * @property {unknown} sign
 * @property {unknown} state
 * @property {unknown} [buttons]
 * @property {string} [kicker]
 * @property {unknown} [move]
 * @property {string} [best] the same as it is entered
 * @property {unknown} [figure]
 * @property {unknown} [brief] move and figure in one line
 * @property {unknown} [lead]
 * @property {boolean} [dim]
 */

/** @param {State} state @param {Kit} kit */
export function answer(state, kit) {
  const parts = state.prefs.hidden ? quiz() : shown(state, kit);
  const { analysis } = state;
  const spent = analysis.figures?.elapsed_ms ?? 0;
  const part = analysis.status === "reading" ? Math.min(1, spent / (1000 * analysis.budget)) : 0;
  return html`${line(parts)}<section class="sec answer o1 ${parts.dim ? "dim" : ""}" id="answer" aria-labelledby="ah" tabindex="-1">
    <h2 class="sr" id="ah">${t("answer")}</h2>
    <div class="state"><span class="sign">${parts.sign}</span><span>${parts.state}</span><span class="right">${parts.buttons ?? nothing}</span></div>
    <div class="say">
      <div class="move" data-move=${parts.best ?? nothing}><small>${parts.kicker ?? "\u00A0"}</small>${parts.move ?? html`<span class="none">—</span>`}</div>
      <div class="figure">${parts.figure ?? nothing}</div>
    </div>
    <p class="lead">${parts.lead ?? "\u00A0"}</p>
    <div class="prog ${part ? "" : "still"}" ${vars({ "--p": `${100 * part}%` })}><i></i></div>
    <p class="work">${state.prefs.hidden ? nothing : work(state)}</p>
  </section>`;
}

/**
 * The answer in one line, for a narrow window: it lies behind the answer, and is seen once that is scrolled away. Nothing
 * is laid out anew for it.
 * @param {Parts} parts
 */
const line = ({ sign, brief, move, dim }) => html`<div class="brief o1 ${dim ? "dim" : ""}" aria-hidden="true">
  <span class="sign">${sign}</span>${brief ?? html`<span class="mv">${move ?? "—"}</span>`}</div>`;

const pulse = html`<span class="pulse" aria-hidden="true"></span>`;
const still = html`<span class="still" aria-hidden="true"></span>`;
const bang = html`<span class="bang" aria-hidden="true">!</span>`;

/** @param {string} name @param {"pause" | "plus" | "right"} picture @param {() => void} act */
const mini = (name, picture, act) =>
  html`<button class="mini" type="button" @click=${act}>${icon(picture)}<span class="lbl">${name}</span></button>`;

/** @returns {Parts} */
const quiz = () => ({ sign: still, state: t("state.hidden"), move: html`<span class="none">?</span>`, lead: t("lead.hidden") });

/** @param {State} state @param {Kit} kit @returns {Parts} */
function shown(state, kit) {
  const { analysis, position, away } = state;
  if (away) return gone(state, kit);
  if (!position) return { sign: still, state: state.busy ? t("state.loading") : t("state.empty"), lead: kit.missing?.(state) };
  if (position.over) return kit.over(state);
  if (!isOurs()) return { sign: still, state: kit.waiting(state), lead: t("lead.waiting") };
  if (analysis.status === "fault" && analysis.fault) {
    const contradiction = analysis.fault.code === "contradiction";
    return {
      sign: bang, state: contradiction ? t("state.contradiction") : t("state.fault"),
      lead: sentence(analysis.fault.text), buttons: mini(t("again"), "right", goOn),
    };
  }
  const { figures } = analysis;
  const signs = status(state, kit);
  if (!figures) return { ...signs, kicker: t("kicker.best"), move: html`<span class="none">···</span>`, figure: html`<b class="none">—</b><span class="of">\u00A0</span>` };
  return { ...signs, ...verdict(state, figures, kit) };
}

/** @param {State} state @param {Kit} kit @returns {Parts} */
function status({ analysis, prefs }, kit) {
  const { status, figures, budget } = analysis;
  const spent = format.seconds(figures?.elapsed_ms ?? 0);
  if (status === "reading") {
    const whole = prefs.budget === 0 && budget >= LONGEST ? t("state.open", { spent }) : t("state.of", { spent, of: budget });
    const more = budget < LONGEST ? mini(t("think_on"), "plus", thinkOn) : nothing;
    return { sign: pulse, state: html`${t("state.reading")} <span class="muted">${whole}</span>`, buttons: html`${mini(t("pause"), "pause", pause)}${more}` };
  }
  if (status === "paused") return { sign: still, state: t("state.paused", { spent }), buttons: mini(t("go_on"), "right", goOn) };
  if (status === "elsewhere") return { sign: still, state: t("state.elsewhere"), buttons: mini(t("go_on"), "right", goOn) };
  if (status === "none") return { sign: still, state: t("state.loading") };
  const tick = icon("tick", "tick");
  if (figures?.candidates.length === 1) return { sign: tick, state: t("state.forced") };
  const kind = certainty(figures, kit);
  if (kind === "exact" || kind === "proven" || kind === "rule") return { sign: tick, state: t(`state.${kind}`, { spent }) };
  return { sign: tick, state: t(budget >= LONGEST ? "state.capped" : "state.done", { spent }), buttons: budget < LONGEST ? mini(t("think_on"), "plus", thinkOn) : nothing };
}

/** What kind of figure the answer is. @param {Figures | null} figures @param {Kit} kit */
function certainty(figures, kit) {
  const bound = figures?.candidates[0]?.bound;
  if (figures?.basis === "rule" || figures?.basis === "chance") return "rule";
  if (kit.counts) return "exact";
  return bound === "proven" || bound === "exact" ? bound : "estimate";
}

/** The move, its figure and what it leads by. @param {State} state @param {Figures} figures @param {Kit} kit @returns {Partial<Parts>} */
function verdict(state, figures, kit) {
  const [best] = figures.candidates;
  if (!best) return {};
  const { lead } = figures;
  const forced = figures.candidates.length === 1;
  const ofLevel = figures.choice === "level";
  const other = lead && !lead.decided && !lead.why && figures.choice !== "drawn" && !ofLevel ? figures.candidates.find((c) => c.move === lead.over) : undefined;
  const level = other !== undefined && figures.basis === "sampled";
  const kicker = forced ? t("kicker.forced") : level ? t("kicker.level") : figures.choice === "drawn" ? t("kicker.drawn") : t(ofLevel ? "kicker.of_level" : "kicker.best");
  const second = level ? html` <span class="on2">${t("or", { move: "" })}${kit.move(other)}</span>` : nothing;
  const value = kit.figure?.(state, best) ?? figure(figures, best);
  // Several moves with their shares are no one move.
  const short = kit.move(best, figures.choice === "drawn");
  return {
    kicker, best: best.move, move: html`${kit.move(best, true)}${second}`,
    figure: html`${value}${companyOf(figures)}`,
    brief: html`<span class="mv">${fresh(`${best.move} ${state.prefs.lang} ${figures.choice}`, short)}</span><span class="v">${value}</span>`,
    lead: kit.lead?.(state, best) ?? leading(figures, best, forced, kit),
  };
}

/** @param {Figures} figures @param {Candidate} best */
function figure({ unit, choice }, best) {
  if (best.value === null) return nothing;
  const [number, sign] = format.parts(unit, best.value);
  const name = unit === "win" && best.bound === "judged" ? "judged" : unit;
  const of = t(`unit.${name}`) === `unit.${name}` ? unit : t(`unit.${name}`);
  const bound = best.bound === "at_most" ? "≤ " : best.bound === "at_least" ? "≥ " : "";
  const margin = choice === "drawn" ? "" : format.margin(unit, best);
  return html`<b>${bound}${number}<small>${sign}</small></b><span class="of">${margin ? t("figure.of", { of, margin }) : of}</span>`;
}

const COMPANIES = /** @type {const} */ (["strong", "casual", "random", "read"]);

/**
 * Whom a chance is against. A proof is against everyone: its line stays free, so that nothing moves when one arrives.
 * @param {Figures} figures
 */
function companyOf({ opponents, unit }) {
  if (opponents) return company(opponents);
  return unit === "win" ? html`<span class="against none"></span>` : nothing;
}

/** Whom the chance is against; another can be chosen. @param {import("../types").Company} now */
const company = (now) => html`<select class="against" aria-label=${t("against")} @change=${(/** @type {any} */ event) => against(event.target.value)}>
  ${COMPANIES.map((one) => html`<option value=${one} ?selected=${one === now}>${t(`against.${one}`)}</option>`)}</select>`;

/** @param {Figures} figures @param {Candidate} best @param {boolean} forced @param {Kit} kit */
function leading({ unit, lead, candidates, choice }, best, forced, kit) {
  if (forced) return t("lead.forced");
  if (choice === "drawn") return t("lead.drawn");
  if (choice === "level") return lead?.why ? sentence(lead.why) : t("lead.of_level");
  if (!lead) return best.bound === "proven" ? t("lead.proven") : "";
  if (lead.why) return sentence(lead.why);
  const over = candidates.find((c) => c.move === lead.over);
  const label = over ? plainSuits(sentence(over.label)) : lead.over;
  const name = kit.named?.(label) ?? label;
  const by = format.difference(unit, Math.abs(lead.by));
  const kind = unit === "win" ? "points" : "units";
  if (!lead.decided) return Number(by) === 0 ? t("lead.same") : t(`lead.level.${kind}`, { by });
  return t(`lead.ahead.${kind}`, { by, name });
}

/** Tries of playouts, positions of a search that computes, evaluations of whole solutions: as the terminal names them. @param {Figures} figures */
function cost({ basis, choice, iterations, nodes, depth }) {
  const some = (/** @type {string} */ key, /** @type {number} */ n) => counted(key, n, { n: format.count(n) });
  if (basis === "sampled" || choice === "visits") return some("work.tries", iterations);
  if (depth === 0) return some("work.evaluations", iterations);
  return nodes ? some("work.positions", nodes) : "";
}

/** What it took. @param {State} state */
function work({ analysis }) {
  const { figures, effective, beliefs } = analysis;
  if (!figures || !figures.iterations) return nothing;
  const worth = effective !== null && beliefs?.worlds ? t("work.beliefs", { worlds: format.count(beliefs.worlds), worth: format.count(Math.round(effective)) }) : "";
  const done = cost(figures);
  return html`${done ? html`<span>${done}</span>` : nothing}
    ${figures.worlds ? html`<span>${t("work.worlds", { n: format.count(figures.worlds) })}</span>` : nothing}
    ${worth ? html`<span>${worth}</span>` : nothing}`;
}

/** The server does not answer: the last figures, and from when they are. @param {State} state @param {Kit} kit @returns {Parts} */
function gone(state, kit) {
  const { figures, at } = state.analysis;
  const waiting = state.session?.waiting.length ?? 0;
  const time = new Date(at).toLocaleTimeString(state.prefs.lang, { hour: "2-digit", minute: "2-digit" });
  const lead = waiting ? t("lead.waits", { n: waiting, list: state.session?.waiting.join(" ") ?? "" }) : t("lead.gone");
  return {
    ...(figures ? verdict(state, figures, kit) : {}),
    sign: bang, state: t("state.gone"), dim: true, kicker: figures ? t("kicker.as_of", { time }) : undefined,
    buttons: html`<button class="mini" type="button" @click=${resume}>${t("again")}</button>`, lead,
  };
}
