// @ts-check
// Home: what this is, where one left off, which games there are.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import { EXAMPLE } from "../example.js";
import { answers, forget, local } from "../keep.js";
import { openText } from "../open-text.js";
import { entries } from "../source.js";
import { set, setPrefs, state as store } from "../store.js";
import { counted, nameOf, sentence, t } from "../words.js";
import { thumbnail } from "./thumbnails.js";
import { icon, note, suited } from "./parts.js";
import { signs } from "../games/sevens-cards.js";

/** @import { KeptGame, Session, State } from "../types" */

/** Kept games that are shown at once. */
const AT_ONCE = 12;

/** The tiles: games of one kind share one. */
const TILES = [
  ["sevens"], ["twin-cool"], ["duel"], ["connect-four"], ["kuhn", "leduc"],
  ["maze", "walled-maze", "auto-maze", "alternating-maze", "simultaneous-maze"],
];

/** @param {State} state */
export const home = (state) => html`<main class="home">
  <section class="hero" aria-labelledby="hh"><div><h1 id="hh">${t("home.title")}</h1><p class="lede">${t("home.lede")}</p>
    <div class="acts"><a class="btn go" href="/sevens/real">${t("home.real")}</a><a class="btn" href="#games">${t("home.practise")}</a><a class="btn" href="/puzzles">${t("puzzles")}</a>
      <label class="btn quiet file">${t("home.open")}<input class="sr" type="file" accept=".json,.txt,application/json" @change=${opened}></label></div>
    <div role="alert">${note(state.fault, state.prefs.lang)}</div></div>${example()}</section>
  ${state.prefs.welcomed ? nothing : steps()}
  ${state.games.length ? html`${goOn(state)}${games(state)}` : nothing}
</main>`;

/** @param {State} state */
const games = (state) => html`<section id="games" aria-labelledby="gh"><header class="hd"><h2 id="gh">${t("home.games")}</h2><span class="sub">${t("home.count", { n: state.games.length })}</span></header>
    <ul class="tiles">${tiles(state).map((names) => html`<li>${tile(state, names)}</li>`)}</ul></section>`;

/** Games that are there, by tile; one that no tile knows has its own. @param {State} state */
function tiles({ games }) {
  const names = games.map((game) => game.game);
  const known = TILES.map((tile) => tile.filter((name) => names.includes(name))).filter((tile) => tile.length);
  return [...known, ...names.filter((name) => !TILES.flat().includes(name)).map((name) => [name])];
}

/** @param {State} state @param {string[]} names */
function tile({ games, prefs }, names) {
  const [first] = names;
  const card = games.find((game) => game.game === first);
  const described = t(`tile.${first}`) !== `tile.${first}`;
  const meta = described ? t(`tile.${first}.meta`) : t((card?.players ?? 1) > 1 ? "home.players" : "home.player", { n: card?.players ?? 1 });
  const text = described ? t(`tile.${first}`) : card?.summary[prefs.lang];
  if (names.length === 1) return html`<a class="tile" href="/${first}">${thumbnail(first)}<h3>${nameOf(first)}</h3><p class="meta">${meta}</p><p>${text}</p></a>`;
  return html`<div class="tile">${thumbnail(first)}<h3>${t(`group.${first}`)}</h3><p class="meta">${meta}</p><p>${text}</p>
    <p class="links">${names.map((name) => html`<a href="/${name}">${nameOf(name)}</a>`)}</p></div>`;
}

/** A position of a deal, with what Yomi said about it. */
const example = () => html`<a class="ex" href=${EXAMPLE.address}>
  <span class="exh"><span>${t("home.ex.round")}</span><span>${t("home.ex.what")}</span></span>
  <span class="exg" aria-hidden="true">${EXAMPLE.cells.map((cell) => html`<i class=${cell}></i>`)}</span>
  <span class="exa"><span class="m">${suited(signs(EXAMPLE.move))}</span><span class="f"><b>${EXAMPLE.value}%</b> ${t("figure.of", { of: t("unit.win"), margin: `± ${EXAMPLE.margin}` })}</span></span></a>`;

/** A first visit: three short steps that do not come back. */
const steps = () => html`<section class="steps" aria-labelledby="sh"><header class="hd"><h2 id="sh">${t("steps")}</h2><button class="mini" type="button" @click=${() => setPrefs({ welcomed: true })}>${t("steps.done")}</button></header>
  <ol>${["1", "2", "3"].map((n) => html`<li><b>${t(`steps.${n}`)}</b><span>${t(`steps.${n}.more`)}</span></li>`)}</ol></section>`;

/** @param {State} state */
function goOn(state) {
  const here = local();
  const held = Object.values(here).filter((game) => !state.kept.some((kept) => kept.id === game.id));
  // As it is gone on with: a deal that the store has only as it was seen is a deal here.
  const list = [...held, ...state.kept.map((kept) => (here[kept.id]?.revision >= kept.revision ? here[kept.id] : kept))];
  if (!list.length) return nothing;
  const said = answers();
  return html`<section aria-labelledby="ch"><header class="hd"><h2 id="ch">${t("home.continue")}</h2><span class="sub">${state.store ? t("home.kept_in", { file: state.store }) : t("home.kept")}</span></header>
    <ul class="cont">${list.slice(0, state.open.games ? list.length : AT_ONCE).map((game) => html`<li><a href="/${game.game}?kept=${game.id}"><b>${nameOf(game.game)}</b><span>${summary(game)}</span>
      <span class="w">${said[game.id] ? `${sentence(said[game.id].move)} ${said[game.id].value ? `· ${said[game.id].value}` : ""}` : ""}</span>${icon("right")}</a>
      <button class="tool" type="button" aria-label=${t("delete", { game: nameOf(game.game) })} @click=${() => remove(game.id)}>${icon("bin")}</button></li>`)}</ul>
    ${list.length > AT_ONCE && !state.open.games ? html`<button class="more" type="button" @click=${() => set({ open: { ...store.open, games: true } })}>${t("more", { n: list.length - AT_ONCE })}</button>` : nothing}</section>`;
}

/** What was dealt is among the entries, and no move of anybody. @param {KeptGame | Session} game */
function summary({ source, moves }) {
  const n = moves ?? entries(source).length;
  return "start" in source ? counted("home.of_real", n) : counted("home.of_deal", n, { seed: source.seed });
}

/** @param {string} id */
async function remove(id) {
  try {
    await api.remove(id);
  } catch (why) {
    if (why instanceof api.Away) return set({ away: true });
    // A game that was never written is in this browser alone.
    if (why instanceof api.Refused && why.status !== 404) return set({ fault: why.fault });
  }
  forget(id);
  set({ kept: store.kept.filter((game) => game.id !== id) });
}

/** @param {Event} event */
async function opened(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  await openText(await file.text());
  input.value = "";
}
