// @ts-check
// Starts the page: routes, rendering once a frame, the way back to a server that was gone.

import * as address from "./address.js";
import { drop, watchVisibility } from "./analysis.js";
import * as api from "./api.js";
import { leave, open, resume } from "./game.js";
import { local } from "./keep.js";
import { watchKeys } from "./keys.js";
import { dress, kitOf, load, loadPuzzles, puzzleParts } from "./kits.js";
import { speak } from "./speak.js";
import { isSealed } from "./source.js";
import { set, state, subscribe } from "./store.js";
import { page } from "./views/page.js";
import { nameOf, t } from "./words.js";
import { render } from "../vendor/lit-html/lit-html.js";

/** @import { KeptGame, Session, Settings, Source } from "./types" */

/** How often a server that is gone is asked whether it is back. */
const RETRY = 1500;
/** How long the old page stays while the parts of the next one are on their way. */
const MOMENT = 150;

let due = false;
/** @type {HTMLElement | null} */
let root = null;

function draw() {
  due = false;
  if (!root) return;
  const held = focusedMove();
  render(page(state), root);
  if (held) hold(held);
  speak(state);
  const { name, game } = state.page;
  const title = name === "game" ? `${nameOf(game)} · Yomi` : name === "puzzles" ? `${t("puzzles")} · Yomi` : "Yomi 読み";
  if (document.title !== title) document.title = title;
}

/** Rows of candidates change places; the focus stays with the move. */
function focusedMove() {
  const active = document.activeElement;
  return active instanceof HTMLElement && active.closest(".cand") ? active.dataset.move : undefined;
}

/** @param {string} move */
function hold(move) {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.dataset.move === move) return;
  for (const row of document.querySelectorAll(".cand [data-move]")) {
    if (row instanceof HTMLElement && row.dataset.move === move) row.focus({ preventScroll: true });
  }
}

function schedule() {
  if (due) return;
  due = true;
  requestAnimationFrame(draw);
}

const NOWHERE = { game: "", real: false, opening: false, broken: false };

/** Whether parts were asked for while nobody answered. */
let missed = false;

/** Parts of a page did not come: nobody answers, or they are of another version than this page. @param {unknown} why */
async function notLoaded(why) {
  const answers = await api.games().then(() => true, () => false);
  if (!answers) {
    missed = true;
    return set({ away: true });
  }
  // Browsers may not ask again for a module that once did not come. What was entered is kept through this.
  if (missed) return location.reload();
  console.error(why);
  set({ page: { ...state.page, broken: true } });
}

/** Goes where an address of this page says, unless that was left meanwhile. @param {URL} url @param {() => boolean} isHere */
async function route(url, isHere) {
  const puzzles = address.puzzlesAt(url);
  if (puzzles) return showPuzzles(puzzles, isHere);
  /** @type {unknown} */
  let broken = null;
  const said = await address.read(url).catch(() => {
    broken = api.badLink();
    return address.bare(url);
  });
  if (!isHere()) return;
  if (said.game === "") {
    if (url.pathname !== "/") return set({ page: { ...NOWHERE, name: "missing" }, session: null, position: null });
    set({ page: { ...NOWHERE, name: "home" }, session: null, position: null });
    const { games, store } = await api.kept().catch(() => ({ games: [], store: null }));
    return void (isHere() && set({ kept: games, store }));
  }
  const known = state.games.some((game) => game.game === said.game);
  if (!known) return set({ page: { ...NOWHERE, name: "missing", game: said.game }, session: null, position: null });
  const id = new URLSearchParams(location.search).get("kept");
  const parts = load(said.game).then(() => null, (why) => why);
  await Promise.race([parts, new Promise((done) => setTimeout(done, MOMENT))]);
  if (!isHere()) return;
  if (kitOf(said.game)) dress(said.game);
  set({ page: { ...NOWHERE, name: "game", game: said.game, real: said.real, opening: Boolean(id || said.source) }, session: null, position: null });
  const why = await parts;
  if (!isHere()) return;
  if (why) return notLoaded(why);
  // They may have come after the page was drawn without them.
  dress(said.game);
  set({});
  if (broken) throw broken;
  if (id) return openKept(id, isHere);
  if (!said.source) return;
  const { game, settings } = said;
  const kept = await keptHere(game, settings, said.source);
  if (!isHere()) return;
  // A sealed deal of which the server has only what was seen goes on as the address has it.
  const source = kept && isDeal(kept.source) === isDeal(said.source) ? kept.source : said.source;
  await open({ settings, ...kept, game, source, opponent: said.opponent ?? kept?.opponent ?? null }, { look: !kept });
}

/** The list of puzzles, or a sitting with those of a game. @param {{game: string, level: number | null}} asked @param {() => boolean} isHere */
async function showPuzzles({ game, level }, isHere) {
  if (game && !state.games.some((card) => card.game === game && card.puzzles)) {
    return set({ page: { ...NOWHERE, name: "missing", game }, session: null, position: null });
  }
  set({ page: { ...NOWHERE, name: "puzzles", game, opening: true }, session: null, position: null });
  const why = await loadPuzzles(game).then(() => null, (why) => why);
  if (!isHere()) return;
  if (why) return notLoaded(why);
  if (game) dress(game);
  await (game ? puzzleParts()?.begin(level, isHere) : puzzleParts()?.list(isHere));
}

/** @param {Source} source */
const isDeal = (source) => "seed" in source;

/**
 * The kept game that is gone on with at this address: after a reload the same as before it, as it is now, and otherwise
 * one that stands where the address says.
 * @param {string} game @param {Settings} settings @param {Source} source
 */
async function keptHere(game, settings, source) {
  const known = history.state?.kept;
  const own = typeof known === "string" ? await latest(known).catch(() => null) : null;
  if (own?.game === game) return own;
  const isHere = (/** @type {KeptGame | Session} */ one) =>
    one.game === game && JSON.stringify(one.source) === JSON.stringify(source) &&
    Object.entries(settings).every(([name, value]) => String(one.settings[name]) === String(value));
  const held = Object.values(local()).find(isHere);
  if (held) return held;
  const { games } = await api.kept().catch(() => ({ games: [] }));
  const found = games.find(isHere);
  return found && { ...found, kept: true };
}

/**
 * A game as it was left. What this browser has and the server has not goes before; what was written elsewhere since goes
 * before an old copy.
 * @param {string} id
 */
async function latest(id) {
  const held = local()[id];
  const kept = await api.keptGame(id).catch((why) => {
    if (!held) throw why;
    return null;
  });
  const newer = kept && held?.kept && !held.waiting.length && !isSealed(held.source) && kept.revision > held.revision;
  return held && !newer ? held : kept && { ...kept, kept: true };
}

/** @param {string} id @param {() => boolean} isHere */
async function openKept(id, isHere) {
  const game = await latest(id);
  if (game && isHere()) await open(game);
}

/** Goes to a part of the page. What is behind the # of the address stays: it may be a game. @param {string} id */
function goTo(id) {
  const part = document.getElementById(id);
  if (!part) return;
  if (part.tabIndex < 0 && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

/** Follows links of this page without loading it anew. @param {MouseEvent} event */
function follow(event) {
  const within = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (within instanceof HTMLAnchorElement) {
    event.preventDefault();
    return goTo(within.hash.slice(1));
  }
  const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.href);
}

/** @param {string} href */
export function go(href) {
  history.pushState(null, "", href);
  arrive();
  scrollTo(0, 0);
}

function arrive() {
  const isHere = leave();
  drop();
  set({ fault: null, typed: "", looking: null, setup: null, watch: null, review: null, puzzles: null, sitting: null, unkept: null, newer: null, open: { keys: false, reasons: false, games: false, shared: "" } });
  return route(new URL(location.href), isHere).catch(refused);
}

/** @param {unknown} why */
function refused(why) {
  if (why instanceof api.Away) set({ away: true });
  else if (why instanceof api.Refused) set({ fault: why.fault });
  else throw why;
}

async function begin() {
  try {
    const [{ games }, kept] = await Promise.all([api.games(), api.kept().catch(() => null)]);
    set({ games, kept: kept?.games ?? [], store: kept?.store ?? null, away: false });
    await arrive();
  } catch (why) {
    refused(why);
  }
}

/** Goes on if the server answers. */
export async function again() {
  const answer = await api.games().catch(() => null);
  if (!answer) return;
  const { name, game } = state.page;
  const parts = name === "puzzles" ? state.sitting ?? state.puzzles : name !== "game" || kitOf(game);
  const begun = state.games.length > 0 && Boolean(parts);
  set({ games: answer.games });
  if (begun && state.sitting) await puzzleParts()?.resume();
  else if (begun) await resume();
  else await begin();
}

/** Asks again and again until the server answers. */
async function watchServer() {
  if (state.away) await again();
  setTimeout(watchServer, RETRY);
}

/** Before the server has said anything: what the address alone tells. */
function first() {
  const puzzles = address.puzzlesAt(new URL(location.href));
  if (puzzles) {
    loadPuzzles(puzzles.game).catch(() => null);
    return set({ page: { ...NOWHERE, name: "puzzles", game: puzzles.game, opening: true } });
  }
  const [, game = ""] = location.pathname.split("/");
  set({ page: { ...NOWHERE, name: game ? "game" : "home", game, opening: true } });
  // Whether it is a game is known soon; its parts may come meanwhile.
  if (game) load(game).catch(() => null);
}

export function start() {
  root = document.querySelector("#page");
  if (!root) return;
  subscribe(schedule);
  document.addEventListener("click", follow);
  addEventListener("popstate", arrive);
  watchVisibility();
  watchKeys();
  first();
  // In one step: nobody sees the page without its head.
  root.replaceChildren();
  draw();
  begin();
  setTimeout(watchServer, RETRY);
}
