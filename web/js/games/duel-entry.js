// @ts-check
// Entering in Duel: our move from the board, what the opponent did, and what luck brought.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { fresh } from "../fresh.js";
import { enter, isAgainstYomi } from "../game.js";
import { set } from "../store.js";
import { howToEnter, sentence, t } from "../words.js";
import { entry } from "../views/entry.js";
import { kbd } from "../views/parts.js";
import { cards, matching, nameOf } from "./duel-cards.js";
import { text, tipped } from "./duel-card.js";
import { isHidden, owner } from "./duel-luck.js";
import { current, idle, parsed, written } from "./duel-moves.js";

/** @import { State } from "../types" */
/** @import { Card } from "./duel-cards.js" */
/** @typedef {{card: string, place: number, tapped: boolean, sick: boolean}} Unit */

/** What can be picked now: which cards, and the entry that each of them is. */
/** @typedef {{title: string, cards: Card[], entry: (card: Card) => void}} Pick */

/** Whether the opponent's moves are entered here. @param {State} state */
const isEntered = ({ position, session, looking }) => position !== null && !position.over && looking === null && session !== null && !isAgainstYomi(session);

/** Who is to move, and it is not us. @param {State} state */
const isTheirs = (state) => isEntered(state) && state.position?.to_move !== null && !isOurs();

/** The verb of a card that the opponent uses in each stage. */
const VERBS = /** @type {Record<string, string>} */ ({ charge: "charge", main: "play", counter: "counter", trigger: "trigger", place: "place", fetch: "fetch", stow: "stow" });

/** Doing nothing, in each stage. */
const IDLE = /** @type {Record<string, string>} */ ({ charge: "keep", main: "end", attack: "end", counter: "pass", block: "pass", trigger: "take", fetch: "nothing" });

/** Enters a move at a target; with several possible targets they are asked for. @param {string} move @param {Unit[]} targets @param {boolean} optional */
function aimed(move, targets, optional) {
  const names = [...new Set(targets.map(written))];
  if (!names.length) enter(move);
  else set({ setup: { aim: { move, targets: names, optional } }, typed: "", fault: null });
}

/** The opponent's unit attacks. @param {State} state @param {Unit} unit */
export function attacksNow(state, unit) {
  const view = state.position?.view ?? {};
  if (!isTheirs(state) || !["main", "attack"].includes(view.stage) || unit.tapped) return null;
  return () => aimed(`attack:${unit.card}`, view.own.units.filter((/** @type {Unit} */ one) => one.tapped), true);
}

/** The opponent's unit blocks. @param {State} state @param {Unit} unit */
export function blocksNow(state, unit) {
  if (!isTheirs(state) || state.position?.view.stage !== "block" || unit.tapped) return null;
  return () => void enter(`block:${unit.card}`);
}

/** @param {State} state @returns {Pick | null} */
function picking(state) {
  const { position } = state;
  if (!position || !isEntered(state) || isOurs() || state.setup?.aim) return null;
  const all = [...cards().values()];
  const { stage, own } = position.view;
  if (position.to_move === null) {
    if (isHidden(position)) return null;
    const ours = owner(position) === position.seat;
    const list = ours ? all.filter((card) => coming(stage, own).includes(card.id)) : all;
    return { title: luckTitle(position), cards: list, entry: (card) => void enter(lost(position.view, stage, ours, card.id)) };
  }
  const verb = VERBS[stage];
  if (!verb || verb === "place") return null;
  const list = verb === "counter" || verb === "trigger" ? all.filter((card) => card.keywords.includes(verb)) : all;
  const aims = verb === "play" || verb === "counter" || verb === "trigger";
  return {
    title: t(`duel.pick.${verb}`), cards: list,
    entry: (card) => (aims && card.aims ? aimed(`${verb}:${card.id}`, own.units, card.kind === "unit") : void enter(`${verb}:${card.id}`)),
  };
}

/** Cards of ours that may come: of a search it is known that they are shields, but not which. @param {string} stage @param {any} own @returns {string[]} */
function coming(stage, own) {
  if (stage === "discard") return own.hand;
  const searched = own.shields.filter((/** @type {any} */ shield) => shield.known.startsWith("search"));
  return stage === "break" ? [...searched.map((/** @type {any} */ shield) => shield.card), ...own.unseen] : own.unseen;
}

/** What is asked for when a card comes. @param {import("../types").Shown} position */
export function luckTitle(position) {
  if (isHidden(position)) return t("duel.waiting.luck");
  return t(`duel.luck.${position.view.stage}.${owner(position) === position.seat ? "own" : "other"}`);
}

/** A card that both knew is lost as a known one. @param {any} view @param {string} stage @param {boolean} ours @param {string} card */
function lost(view, stage, ours, card) {
  const side = ours ? view.own : view.other;
  return stage === "discard" && side.shown.includes(card) ? `+${card}(shown)` : `+${card}`;
}

/** How this game writes what was typed: notation as it is, or the name of a card. @param {State} state @param {string} typed */
function normal(state, typed) {
  const text = typed.trim();
  const pick = picking(state);
  if (/[:+]/.test(text) || !pick) return text.toLowerCase().replaceAll(/\s*([>:])\s*/g, "$1");
  const { position } = state;
  const [card] = matching(pick.cards, text);
  const word = Object.values(IDLE).includes(text.toLowerCase());
  if (!card || word) return text.toLowerCase();
  return position?.to_move === null ? `+${card.id}` : `${VERBS[position?.view.stage ?? ""]}:${card.id}`;
}

/** The entry of a seat that does nothing more now, where that is a choice. @param {State} state */
function doingNothing(state) {
  const { position } = state;
  if (!position) return undefined;
  if (isOurs()) return position.legal.length > 1 ? idle(state)?.move : undefined;
  return isTheirs(state) ? IDLE[position.view.stage] : undefined;
}

/** What the key P does: nothing more. @param {State} state */
export function pass(state) {
  const entered = doingNothing(state);
  if (entered && state.looking === null) enter(entered);
}

/** @param {State} state */
export function entering(state) {
  const { position, session } = state;
  if (!position || !session) return nothing;
  const ours = isOurs();
  const move = ours ? current(state) : null;
  const label = position.legal.find((one) => one.move === move)?.label;
  const hidden = isEntered(state) && isHidden(position);
  const play = move ? { text: fresh(move, html`<span class="sentence">${label ? sentence(label) : move}</span>`), move, enters: move }
    : hidden ? { text: t("duel.luck.hidden"), move: "+?", enters: "+?" } : null;
  const stage = position.view.stage;
  const nothingDone = doingNothing(state);
  const secret = isTheirs(state) && ["place", "fetch", "stow"].includes(stage) ? `${stage}:?` : undefined;
  const button = (/** @type {string} */ id, /** @type {string} */ entered) =>
    html`<button class="btn" type="button" id=${id} @click=${() => enter(entered)}>${t(`duel.idle.${entered}`)} ${id === "pass" ? kbd("P") : nothing}</button>`;
  // Also where it is the recommended move: a button that comes and goes with the figures would be missed.
  const shown = nothingDone ? button("pass", nothingDone) : nothing;
  const dock = nothingDone ? button("pass-dock", nothingDone) : nothing;
  const secretly = secret ? html`<button class="btn" type="button" @click=${() => enter(secret)}>${t(`duel.secret.${stage}`)}</button>` : nothing;
  return html`${entry(state, {
    label: position.over ? t("state.over") : ours ? howToEnter("duel.enter.own") : isEntered(state) ? howToEnter("duel.enter.other") : t("duel.enter.wait"),
    example: ours ? (position.legal[0]?.move ?? "") : t("duel.example"), normal: (typed) => normal(state, typed),
    play, more: html`${shown}${secretly}`, dock: html`${dock}${secretly}`,
  })}${picker(state)}`;
}

/** The cards that may have been used, or come; the field narrows them down. @param {State} state */
function picker(state) {
  const aim = state.setup?.aim;
  if (aim && isEntered(state)) {
    const name = nameOf(parsed(aim.move).card);
    const attack = aim.move.startsWith("attack:");
    return html`<div class="picker" role="group" aria-label=${t("duel.aim", { card: name })}><h2 class="label">${t("duel.aim", { card: name })}</h2>
      <div class="chips">${aim.optional ? html`<button type="button" class="chip" @click=${() => enter(aim.move)}>${t(attack ? "duel.aim.you" : "duel.aim.none")}</button>` : nothing}
        ${aim.targets.map((/** @type {string} */ target) => html`<button type="button" class="chip" @click=${() => enter(`${aim.move}>${target}`)}>${targetName(target)}</button>`)}
        <button type="button" class="chip quiet" @click=${() => set({ setup: null })}>${t("duel.aim.back")}</button></div></div>`;
  }
  const pick = picking(state);
  if (!pick) return nothing;
  const list = matching(pick.cards, /[:+]/.test(state.typed) ? "" : state.typed);
  return html`<div class="picker" role="group" aria-label=${pick.title}><h2 class="label">${pick.title} <span class="sub">${t("duel.pick.how")}</span></h2>
    <div class="chips">${list.map((card) => tipped(`pick-${card.id}`, html`<button type="button" class="chip" data-card=${card.id} aria-describedby="tip-pick-${card.id}" @click=${() => pick.entry(card)}>${sentence(card.name)}</button>`, text(card.id, card)))}</div></div>`;
}

/** @param {string} target */
export const targetName = (target) => (target.endsWith("(tapped)") ? t("duel.target.tapped", { unit: nameOf(target.slice(0, -8)) }) : nameOf(target));
