// @ts-check
// Before a game: a deal to practise with, or what is known at the start of a real one.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { begin } from "../partner.js";
import { shows } from "../shows.js";
import { changeForm, state as store } from "../store.js";
import { nameOf, t, textOr } from "../words.js";
import { note } from "./parts.js";
import { strengthField } from "./partner.js";
import { rules } from "./rules.js";
import { watchForm } from "./watch.js";

/** @import { GameCard, OptionEntry, Settings, State } from "../types" */

/** @typedef {import("../kits.js").Kit} Kit */

/** @param {State} state @param {Kit} kit */
export function setup(state, kit) {
  const { game, real } = state.page;
  const form = real ? kit.setup : undefined;
  if (form) return html`<main class="wrap" id="main">${form(state)}</main>`;
  const card = state.games.find((one) => one.game === game);
  if (!card) return html`<main class="wrap" id="main"><h1>${nameOf(game)}</h1><p class="lede">${state.away ? t("lead.gone") : "\u00A0"}</p></main>`;
  return html`<main class="wrap" id="main"><section class="sec setup" aria-labelledby="th">
    <header><h1 id="th">${nameOf(game)}</h1></header>
    <p class="lede">${card.summary[state.prefs.lang]}</p>
    ${kit.setup ? html`<div class="choice"><h2>${t("setup.real")}</h2><p>${t(`setup.real.${game}`)}</p><a class="btn go" href="/${game}/real">${t("setup.real.go")}</a></div>` : nothing}
    ${card.puzzles ? html`<div class="choice"><h2>${t("setup.puzzles")}</h2><p>${t("setup.puzzles.what")}</p><a class="btn" href="/${game}/puzzles">${t("setup.puzzles.go")}</a></div>` : nothing}
    ${kit.practice?.(state) ?? practice(state, card, kit)}${watchForm(state, card)}${rules(state)}</section></main>`;
}

/** @param {State} state @param {GameCard} card @param {Kit} kit */
function practice(state, card, kit) {
  const empty = { seed: "0", seat: "0", against: card.players > 1, strength: "best", settings: {} };
  const form = state.setup ?? empty;
  const change = (/** @type {any} */ more) => changeForm(empty, () => more);
  const setting = (/** @type {Settings} */ one) => changeForm(empty, (now) => ({ settings: { ...now.settings, ...one } }));
  const players = Number(form.settings.players ?? card.players);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(card, store.setup ?? empty);
  };
  return html`<form class="choice" @submit=${submit}><h2>${t("setup.deal")}</h2><p>${t(players > 1 ? "setup.deal.many" : "setup.deal.one")}</p>
    <div class="fields">
      <label>${t("setup.seed")}<input class="field short" inputmode="numeric" pattern="[0-9]*" ${shows(form.seed)} @input=${(/** @type {any} */ e) => change({ seed: e.target.value.replace(/\D/g, "") })}></label>
      ${card.settings.filter((one) => one.kind !== "file" && one.kind !== "program").map((one) => field(one, form.settings, state.prefs.lang, setting))}
      ${players > 1 ? html`<label>${t("setup.who")}<select class="field" .value=${form.against ? form.seat : "all"} @change=${(/** @type {any} */ e) => change(e.target.value === "all" ? { against: false } : { against: true, seat: e.target.value })}>
        ${Array.from({ length: players }, (_, seat) => html`<option value=${seat} ?selected=${form.against && form.seat === String(seat)}>${t("setup.as_seat", { n: seat })}</option>`)}
        <option value="all" ?selected=${!form.against}>${t("setup.all_seats")}</option></select></label>
      ${form.against ? strengthField(card, form.strength ?? "best", (strength) => change({ strength })) : nothing}` : nothing}
    </div>
    <div class="acts"><button class="btn ${kit.setup ? "" : "go"}" type="submit">${t("setup.begin")}</button></div>
    <div role="alert">${note(state.fault, state.prefs.lang)}</div></form>`;
}

/**
 * A setting of a deal. The words of a choice, and then its name too, are those of the form before a real game.
 * @param {OptionEntry} one @param {Settings} settings @param {"en" | "ja"} lang
 * @param {(one: Settings) => void} change
 */
function field(one, settings, lang, change) {
  const value = String(settings[one.name] ?? one.default);
  const choose = (/** @type {any} */ event) => change({ [one.name]: event.target.value });
  const words = one.words ?? (one.kind === "switch" ? ["true", "false"] : null);
  const said = (/** @type {string} */ word) => textOr(`${one.name}.${word}`, word);
  const name = words?.every((word) => said(word) !== word) ? textOr(`setup.${one.name}`, one[lang]) : one[lang];
  return html`<label title=${one[lang]}><span>${name}</span>${words
    ? html`<select class="field" @change=${choose}>${words.map((word) => html`<option value=${word} ?selected=${word === value}>${said(word)}</option>`)}</select>`
    : html`<input class="field short" .value=${value} @change=${choose}>`}</label>`;
}

/** @param {GameCard} card @param {any} form */
async function start({ game, players: usual }, form) {
  const players = Number(form.settings.players ?? usual);
  const seat = players === 1 ? 0 : form.against ? Math.min(Number(form.seat), players - 1) : null;
  const settings = Object.fromEntries(Object.entries(form.settings).filter(([, value]) => value !== ""));
  const source = { seed: Number(form.seed || 0), moves: [], seat };
  await begin({ game, settings: /** @type {Settings} */ (settings), source }, players > 1 && form.against ? form.strength ?? "best" : null);
}
