// @ts-check
// The frame: header, the page's main part, footer, the map of keys.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { address } from "../address.js";
import { again } from "../app.js";
import * as api from "../api.js";
import { keep } from "../keep.js";
import { kitOf, puzzleParts, table } from "../kits.js";
import { set, setPrefs, state as store } from "../store.js";
import { nameOf, t } from "../words.js";
import { home } from "./home.js";
import { ended, icon, kbd, oneOf } from "./parts.js";

/** @import { State } from "../types" */

/** @param {State} state */
export function page(state) {
  const { name } = state.page;
  const [target, text] = name === "home" ? ["games", "skip.games"] : name !== "missing" && state.session ? ["answer", "skip.answer"] : ["main", "skip.main"];
  return html`<a class="skip" href="#${target}">${t(text)}</a>
    ${header(state)}
    <div class="notice" role="alert">${state.unkept ? unkept(state.unkept, state) : nothing}${state.newer ? newer(state.newer) : nothing}</div>
    ${name === "home" ? home(state) : name === "missing" ? missing(state) : name === "puzzles" ? puzzles(state) : game(state)}
    ${isThere(state) ? html`<footer class="foot"><span>${t("foot.local")}</span><span class="r">${t("foot.figures")}</span></footer>` : nothing}
    ${state.open.keys ? keyMap(state) : nothing}`;
}

/** Whether what is above the footer has come: the footer is not seen moving down. @param {State} state */
const isThere = ({ page, games, session, away, fault, puzzles, sitting }) =>
  away || page.broken || fault !== null || (games.length > 0 && (page.name === "puzzles" ? puzzles !== null || sitting?.counted != null || sitting?.failed != null : page.name !== "game" || (kitOf(page.game) !== undefined && (session !== null || !page.opening))));

/** @param {State} state */
function header(state) {
  const { page } = state;
  return html`<header class="top">
    <a class="mark" href="/"><b>読み</b><span>Yomi</span></a>
    ${page.name === "game" ? where(nameOf(page.game), kitOf(page.game)?.where(state)) : page.name === "puzzles" ? where(page.game ? nameOf(page.game) : t("puzzles"), page.game ? t("puzzles") : "") : nothing}
    ${isThere(state) ? tools(state) : nothing}</header>`;
}

/** @param {string} name @param {unknown} more */
const where = (name, more) => html`<div class="where"><span><b>${name}</b></span><span class="long">${more ?? nothing}</span></div>`;

/** They come with the rest, so that none of them moves. @param {State} state */
function tools(state) {
  const { prefs } = state;
  const session = state.page.name === "game" ? state.session : null;
  return html`<nav class="tools" aria-label=${t("tools")}>
  ${session ? html`<button class="tool" type="button" aria-pressed=${String(prefs.hidden)} @click=${() => setPrefs({ hidden: !store.prefs.hidden })}>${icon("eye")}<span class="lbl">${t(prefs.hidden ? "show" : "hide")}</span></button>
    ${session.revision ? html`<a class="tool" href=${api.exportAddress(session.id)} download aria-label=${t("save")}>${icon("save")}</a>` : nothing}
    <button class="tool" type="button" @click=${share}>${icon("link")}<span class="lbl">${state.open.shared || t("share")}</span></button>` : nothing}
  <button class="tool keys" type="button" aria-label=${t("keys")} aria-expanded=${String(state.open.keys)} @click=${() => set({ open: { ...state.open, keys: !state.open.keys } })}>${icon("keyboard")}${kbd("?")}</button>
  <button class="tool" type="button" aria-label=${t("theme")} @click=${() => setPrefs({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" })}>${icon("moon")}</button>
  <button class="tool" type="button" lang=${prefs.lang === "ja" ? "en" : "ja"} @click=${() => setPrefs({ lang: store.prefs.lang === "ja" ? "en" : "ja" })}>${prefs.lang === "ja" ? "English" : "日本語"}</button></nav>`;
}

/** The store cannot be written: what was entered is here. @param {import("../types").Fault} fault @param {State} state */
const unkept = (fault, { prefs }) => html`<p class="note"><b>${t("unkept")}</b> ${ended(fault.text[prefs.lang], prefs.lang)} ${t("unkept.here")}
  <button class="mini" type="button" @click=${() => store.session && keep(store.session)}>${t("again")}</button></p>`;

/** Another tab has gone on with the game. @param {{game: string, id: string}} other */
const newer = ({ game, id }) => html`<p class="note">${t("newer")} <a class="mini" href="/${game}?kept=${id}">${t("newer.open")}</a></p>`;

/** Copies the address, which is the position. */
async function share() {
  const { session } = store;
  if (!session) return;
  const url = new URL(await address(session), location.href).href;
  const done = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  set({ open: { ...store.open, shared: t(done ? "shared" : "share.address") } });
}

/** @param {State} state */
const missing = (state) => html`<main class="wrap" id="main"><h1>${t("missing")}</h1>
  <p class="lede">${state.away ? t("lead.gone") : t("missing.lead")}</p><p><a class="btn" href="/">${t("home")}</a></p></main>`;

/** @param {State} state */
function game(state) {
  const { page, session, fault, away } = state;
  const kit = kitOf(page.game);
  if (!kit) return waiting(state);
  // A position that is on its way is waited for; one that cannot be shown leads to the form.
  return page.opening && !session && !fault && !away ? waiting(state) : table()?.table(state, kit);
}

/** @param {State} state */
function puzzles(state) {
  const parts = puzzleParts();
  return parts && (!state.page.game || kitOf(state.page.game)) ? parts.puzzles(state) : waiting(state);
}

/** Before anything can be shown: the places where things will be, or why nothing comes. @param {State} state */
function waiting({ page, away }) {
  const name = page.game ? nameOf(page.game) : t("puzzles");
  if (!away && !page.broken) {
    return html`<main class="wrap" id="main"><h1 class="sr">${name}</h1>
      <div class="cols blocks" aria-hidden="true"><div class="side"><i></i><i></i></div><div class="main"><i></i><i></i></div></div></main>`;
  }
  const act = page.broken ? () => location.reload() : again;
  return html`<main class="wrap" id="main"><h1>${name}</h1><p class="lede" role="alert">${t(page.broken ? "parts.old" : "parts.gone")}</p>
    <p><button class="btn go" type="button" @click=${act}>${t(page.broken ? "parts.reload" : "again")}</button></p></main>`;
}

const KEYS = /** @type {const} */ ([
  ["1–9", "key.choose"], ["Enter", "key.play"], ["Space", "key.pause"], ["+", "key.think"], ["P", "key.pass"],
  ["U", "key.undo"], ["Shift U", "key.redo"], ["← →", "key.look"], ["Home End", "key.ends"], ["/", "key.entry"], ["B", "key.beliefs"], ["W", "key.watch"],
  ["H", "key.hide"], ["L", "key.lang"], ["D", "key.theme"], ["?", "key.keys"], ["Esc", "key.close"],
]);

/** @param {State} state */
function keyMap(state) {
  const { prefs } = state;
  const own = kitOf(state.page.game)?.keys ?? [];
  const budgets = [1, 3, 10, 30, 0].map((n) => ({ value: String(n), text: n ? t("seconds", { n }) : t("until_stopped") }));
  return html`<section class="keymap" aria-labelledby="kh">
    <header><h2 id="kh">${t("keys")}</h2><button class="mini" type="button" @click=${() => set({ open: { ...state.open, keys: false } })}>${t("close")}</button></header>
    <dl>${[...own, ...KEYS.filter(([key]) => !own.some(([, , instead]) => instead === key))].map(([key, what]) => html`<div><dt>${key.split(" ").map((k) => kbd(k))}</dt><dd>${t(what)}</dd></div>`)}</dl>
    <label class="check"><input type="checkbox" .checked=${prefs.keys} @change=${(/** @type {any} */ event) => setPrefs({ keys: event.target.checked })}> ${t("keys.single")}</label>
    <h3>${t("budget")}</h3>
    ${oneOf(t("budget"), budgets, String(prefs.budget), (n) => setPrefs({ budget: Number(n) }))}
  </section>`;
}
