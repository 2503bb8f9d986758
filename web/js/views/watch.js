// @ts-check
// Watching agents: who plays, a step, on and on, how fast.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { open } from "../game.js";
import { changeForm } from "../store.js";
import { t } from "../words.js";
import { begin, canWatch, change, leave, PAUSES, playOrPause, step, watchable } from "../watch.js";
import { icon, kbd, oneOf } from "./parts.js";

/** @import { GameCard, Settings, State } from "../types" */

/** Before a game. @param {State} state @param {GameCard} card */
export function watchForm(state, card) {
  const form = state.setup ?? {};
  const players = Number(form.settings?.players ?? card.players);
  const agents = Array.from({ length: players }, (_, seat) => form.watched?.[seat] ?? "best");
  const choose = (/** @type {number} */ seat, /** @type {string} */ agent) =>
    changeForm({ seed: "0", seat: "0", against: card.players > 1, settings: {}, watched: agents }, () => ({ watched: agents.map((one, at) => (at === seat ? agent : one)) }));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const settings = Object.fromEntries(Object.entries(form.settings ?? {}).filter(([, value]) => value !== ""));
    const source = { seed: Number(form.seed || 0), moves: [], seat: players === 1 ? 0 : null };
    await open({ game: card.game, settings: /** @type {Settings} */ (settings), source });
    begin(agents);
  };
  return html`<form class="choice" id="watch" @submit=${submit}><h2>${t(players > 1 ? "watch.title.many" : "watch.title.one")}</h2><p>${t("watch.what")}</p>
    <div class="fields">${agents.map((agent, seat) => picker(card, players, seat, agent, choose))}</div>
    <div class="acts"><button class="btn" type="submit">${t("watch.begin")}</button></div></form>`;
}

/** @param {GameCard | undefined} card @param {number} players @param {number} seat @param {string} chosen @param {(seat: number, agent: string) => void} choose */
const picker = (card, players, seat, chosen, choose) => html`<label>${players > 1 ? t("watch.seat", { n: seat }) : t("watch.player")}
  <select class="field" @change=${(/** @type {any} */ event) => choose(seat, event.target.value)}>${watchable(card).map((agent) => html`<option value=${agent} ?selected=${agent === chosen}>${agent}</option>`)}</select></label>`;

/** Beside a game. @param {State} state */
export function watchBar(state) {
  const { watch, position, games, page } = state;
  if (!canWatch() || !position) return nothing;
  const all = Array.from({ length: position.players }, () => "best");
  if (!watch) {
    return position.over ? nothing : html`<div class="o2 watch offer"><button type="button" class="btn quiet" @click=${() => begin(all)}>${icon("eye")}${t("watch.offer")}</button></div>`;
  }
  const card = games.find((game) => game.game === page.game);
  const choose = (/** @type {number} */ seat, /** @type {string} */ agent) => change({ agents: watch.agents.map((one, at) => (at === seat ? agent : one)) });
  const pauses = PAUSES.map((ms) => ({ value: String(ms), text: ms ? t("seconds", { n: ms / 1000 }) : t("watch.none") }));
  return html`<section class="sec o2 watch" aria-labelledby="wh"><h2 id="wh" class="sr">${t("watch.controls")}</h2>
    <div class="fields">${watch.agents.map((agent, seat) => picker(card, position.players, seat, agent, choose))}</div>
    <div class="run"><button type="button" class="btn ${watch.playing ? "" : "go"} main" ?disabled=${position.over} @click=${playOrPause}>${icon(watch.playing ? "pause" : "right")}${t(watch.playing ? "watch.pause" : "watch.play")} ${kbd("W")}</button>
      <button type="button" class="btn" ?disabled=${position.over || watch.playing} @click=${step}>${t("watch.step")}</button>
      <button type="button" class="btn quiet" @click=${leave}>${t("watch.stop")}</button></div>
    <div class="run"><span class="label">${t("watch.speed")}</span>${oneOf(t("watch.speed"), pauses, String(watch.pause), (ms) => change({ pause: Number(ms) }))}</div></section>`;
}
