// @ts-check
// The mat of Duel: both sides, shields by who knows them, attack and counter in the middle.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { t } from "../words.js";
import { sr } from "../views/parts.js";
import { nameOf } from "./duel-cards.js";
import { pile, text, tipped, whole } from "./duel-card.js";
import { aim, at, choose, current, ofHand, ofUnit, parsed, written } from "./duel-moves.js";
import { blocksNow, attacksNow } from "./duel-entry.js";

/** @import { State } from "../types" */
/** @typedef {{card: string, place: number, tapped: boolean, sick: boolean}} Unit */
/** @typedef {{card: string, known: string}} Shield */

/** @param {State} state */
export function mat(state) {
  const { view } = /** @type {{view: any}} */ (state.position);
  return html`<div class="mat">
    <section class="half other" aria-label=${t("duel.opponent")}>${meta(state, "other")}${shields(state, "other")}${units(state, "other")}</section>
    ${band(state)}
    <section class="half own" aria-label=${t("you")}>${units(state, "own")}${shields(state, "own")}${hand(state, view.own.hand)}${meta(state, "own")}</section>
  </div>`;
}

/** Counts: hand, mana, library, graveyard. @param {State} state @param {"own" | "other"} whose */
function meta(state, whose) {
  const side = state.position?.view[whose];
  const up = side.mana.length - side.mana_tapped;
  const backs = Array.from({ length: Math.min(side.hand.length, 10) }, () => html`<i class="back"></i>`);
  const hand = html`<span class="lb">${t("duel.hand")}</span><span class="backs" aria-hidden="true">${backs}</span>${side.hand.length}`;
  const mana = html`<span class="mana" aria-hidden="true">${side.mana.map((/** @type {string} */ _, /** @type {number} */ i) => html`<i class=${i < up ? "up" : ""}></i>`)}</span>${t("duel.mana", { up, all: side.mana.length })}`;
  const lit = state.lit.some((about) => about.seat !== undefined && (about.seat === state.position?.seat) === (whose === "own"));
  return html`<div class="row meta ${lit ? "lit" : ""}"><b>${whose === "own" ? t("you") : t("duel.opponent")}</b>
    ${whose === "other" ? (side.shown.length ? pile("other-hand", hand, side.shown) : html`<span>${hand}</span>`) : nothing}
    ${pile(`${whose}-mana`, mana, side.mana)}
    <span><span class="lb">${t("duel.library")}</span>${side.library}</span>
    ${pile(`${whose}-grave`, html`<span class="lb">${t("duel.grave")}</span>${side.grave.length}`, side.grave)}</div>`;
}

/** @param {State} state @param {"own" | "other"} whose */
function shields(state, whose) {
  const list = /** @type {Shield[]} */ (state.position?.view[whose].shields);
  const none = t(whose === "own" ? "duel.shields.none" : "duel.shields.none.other");
  return html`<div class="row"><h2 class="rl">${t("duel.shields")} <span>${list.length}</span></h2>
    ${list.length ? html`<ul class="shs">${list.map((shield, i) => html`<li>${shieldOf(shield, whose, i)}</li>`)}</ul>` : html`<p class="none">${none}</p>`}</div>`;
}

/** Who knows a shield. @param {Shield} shield @param {"own" | "other"} whose */
function knownBy({ known }, whose) {
  if (known === "both") return t("duel.known.both");
  if (known === "nobody") return "";
  if (whose === "other") return t("duel.known.it");
  return t(known === "owner" ? "duel.known.you" : "duel.known.search");
}

/** @param {Shield} shield @param {"own" | "other"} whose @param {number} i */
function shieldOf(shield, whose, i) {
  const by = knownBy(shield, whose);
  if (shield.card === "?") {
    return html`<span class="sh ${by ? "theirs" : ""}"><span class="q" aria-hidden="true">?</span>${by ? html`<span class="kw">${by}</span>` : nothing}${sr(t("duel.shield.hidden"))}</span>`;
  }
  const place = `${whose}-shield-${i}`;
  return tipped(place, html`<button type="button" class="sh known ${shield.known.startsWith("search") ? "loose" : ""}" aria-describedby="tip-${place}"><span class="nm">${nameOf(shield.card)}</span><span class="kw">${by}</span></button>`, text(shield.card));
}

/** Which units attack and are attacked, as far as the board can tell equal ones apart. @param {any} view */
function fighting(view) {
  const [attacker = "", target = ""] = (view.attack ?? "").split(">");
  const ours = view.active === view.seat;
  return { attacker: { whose: ours ? "own" : "other", card: attacker }, target: { whose: ours ? "other" : "own", card: target } };
}

/** @param {State} state @param {"own" | "other"} whose */
function units(state, whose) {
  const view = state.position?.view ?? {};
  const list = /** @type {Unit[]} */ (view[whose].units);
  const fight = fighting(view);
  const attacker = fight.attacker.whose === whose ? list.find((unit) => unit.card === fight.attacker.card && unit.tapped) : undefined;
  const attacked = fight.target.whose === whose ? list.find((unit) => unit.card === fight.target.card && unit !== attacker) : undefined;
  return html`<div class="row"><h2 class="rl">${t("duel.units")}</h2>
    ${list.length ? html`<div class="units">${list.map((unit) => unitOf(state, unit, whose, { attacks: unit === attacker, attacked: unit === attacked, view }))}</div>` : html`<p class="none">${t(whose === "own" ? "duel.units.none" : "duel.units.none.other")}</p>`}</div>`;
}

/** @param {State} state @param {Unit} unit @param {"own" | "other"} whose @param {{attacks: boolean, attacked: boolean, view: any}} fight */
function unitOf(state, unit, whose, { attacks, attacked, view }) {
  const now = parsed(current(state) ?? "");
  const mine = whose === "own";
  const acts = mine && ["attack", "block"].includes(now.verb) && now.card === unit.card && !unit.tapped;
  const aimed = !mine && isOurs() && now.target !== "" && now.target === written(unit);
  const yomi = !state.prefs.hidden && current(state) === state.analysis.figures?.candidates[0]?.move;
  const toPlayer = (view.attack ?? "").endsWith(">player");
  const flag = attacks ? t(toPlayer ? (mine ? "duel.flag.attacks_it" : "duel.flag.attacks_you") : "duel.flag.attacks") : attacked ? t("duel.flag.attacked") : aimed ? t(yomi ? "duel.flag.yomi" : "duel.flag.target") : "";
  const word = unit.tapped ? "duel.tapped" : unit.sick ? "duel.new" : "";
  return whole(unit.card, {
    at: `${whose}-unit-${unit.place}`, flag, says: word ? t(word) : "",
    look: `${unit.tapped ? "tapped" : ""} ${unit.sick ? "new" : ""} ${attacks ? "att" : attacked ? "hit" : aimed ? "tgt" : acts ? (yomi ? "pick" : "chosen") : ""} ${isLit(state, unit.card) ? "lit" : ""}`,
    pressed: acts || aimed || undefined, press: pressOf(state, unit, mine),
  });
}

/** What a tap on a unit means. @param {State} state @param {Unit} unit @param {boolean} mine */
function pressOf(state, unit, mine) {
  if (state.looking !== null) return null;
  if (!isOurs()) return mine ? null : (attacksNow(state, unit) ?? blocksNow(state, unit));
  const moves = mine && !unit.tapped ? ofUnit(state, unit.card) : at(state, written(unit));
  if (!moves.length) return null;
  return mine ? () => choose(state, moves) : () => aim(state, written(unit));
}

/** @param {State} state @param {string} card */
const isLit = (state, card) => state.lit.some((about) => about.card === card || (about.move !== undefined && parsed(about.move).card === card));

/** @param {State} state @param {string[]} list */
function hand(state, list) {
  const now = parsed(current(state) ?? "");
  const yomi = !state.prefs.hidden && current(state) === state.analysis.figures?.candidates[0]?.move;
  let used = false;
  return html`<div class="row"><h2 class="rl">${t("duel.hand")} <span>${list.length}</span></h2>
    ${list.length ? html`<div class="units hand-cards">${list.map((card, i) => {
      const moves = state.looking === null ? ofHand(state, card) : [];
      const picked = !used && now.card === card && !["attack", "block", "place", "fetch", "trigger"].includes(now.verb);
      if (picked) used = true;
      return whole(card, { at: `hand-${i}`, look: `${moves.length ? "can" : "off"} ${picked ? (yomi ? "pick" : "chosen") : ""} ${isLit(state, card) ? "lit" : ""}`, says: moves.length ? "" : t("duel.not_now"), pressed: picked, press: moves.length ? () => choose(state, moves) : null });
    })}</div>` : html`<p class="none">${t("duel.hand.none")}</p>`}</div>`;
}

/** The middle: what is being done, and to whom. @param {State} state */
function band(state) {
  const { position } = state;
  const view = position?.view ?? {};
  const ours = position?.to_move === position?.seat;
  const [attacker, target] = (view.attack ?? "").split(">");
  const down = view.active !== view.seat;
  const attack = !attacker ? "" : target === "player"
    ? t(down ? "duel.attack.you" : "duel.attack.it", { unit: nameOf(attacker) })
    : t("duel.attack.unit", { unit: nameOf(attacker), target: nameOf(target) });
  const luck = position?.to_move === null && !position.over;
  const step = t(`duel.step.${luck ? "luck" : view.stage}${luck || position?.over ? "" : ours ? ".own" : ".other"}`);
  const helpless = ours && view.stage === "counter" && position?.legal.length === 1;
  const broken = view.broken && view.broken !== "?" ? t((position?.legal.length ?? 0) > 1 ? "duel.broken" : "duel.broken.take", { card: nameOf(view.broken) }) : "";
  return html`<div class="mid ${attack ? (down ? "down" : "up") : ""}"><span class="what">${attack || t("duel.turn_of", { n: view.turn, who: t(down ? "duel.opponent" : "you") })}</span>
    <span class="step">${broken || (helpless ? t("duel.step.counter.none") : step)}</span>${looked(state)}</div>`;
}

/** Cards that are being looked at: a tap says which. @param {State} state */
function looked(state) {
  const list = /** @type {string[]} */ (state.position?.view.looking ?? []);
  const moves = isOurs() ? (state.position?.legal.map((one) => one.move).filter((move) => ["place", "fetch", "trigger"].includes(parsed(move).verb)) ?? []) : [];
  const broken = state.position?.view.broken;
  const seen = broken && broken !== "?" ? [broken, ...list] : list;
  const choices = moves.length ? [...new Set(moves.map((move) => parsed(move).card))].map((card) => ({ card, moves: moves.filter((move) => parsed(move).card === card) })) : seen.map((card) => ({ card, moves: /** @type {string[]} */ ([]) }));
  if (!choices.length) return nothing;
  const now = current(state) ?? "";
  return html`<div class="units looked">${choices.map(({ card, moves }, i) => whole(card, {
    at: `looked-${i}`, look: moves.includes(now) ? "pick" : moves.length ? "can" : "off", pressed: moves.length ? moves.includes(now) : undefined,
    press: moves.length && state.looking === null ? () => choose(state, moves) : null,
  }))}</div>`;
}
