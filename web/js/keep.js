// @ts-check
// Nothing is lost: what the server has not acknowledged is in this browser.

import * as api from "./api.js";
import { chosen, contains, isSealed } from "./source.js";
import { set, state } from "./store.js";

/** @import { Session } from "./types" */

const GAMES = "yomi.games";
const ANSWERS = "yomi.answers";

/** @param {string} key @returns {any} */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the server still keeps what it acknowledges.
  }
}

/** The games that this browser holds: those that are in no file of the server as they are played here. @returns {Record<string, Session>} */
export const local = () => stored(GAMES);

/** @param {string} id */
export const isHeld = (id) => id in local();

/** What was said last about each game. @returns {Record<string, {move: {en: string, ja: string}, value: string}>} */
export const answers = () => stored(ANSWERS);

/** @param {string} id @param {{move: {en: string, ja: string}, value: string}} answer */
export function remember(id, answer) {
  write(ANSWERS, { ...answers(), [id]: answer });
}

/** @param {Session} session */
function hold(session) {
  const games = local();
  // What is in the server's file and has nothing of its own needs no second place.
  const safe = state.store !== null && session.kept && !isSealed(session.source);
  if (safe && !session.waiting.length && !session.redo.length) delete games[session.id];
  else games[session.id] = session;
  write(GAMES, games);
}

/** @param {string} id */
function release(id) {
  const { [id]: _, ...games } = local();
  write(GAMES, games);
}

/** @param {string} id */
export function forget(id) {
  release(id);
  const { [id]: _, ...said } = answers();
  write(ANSWERS, said);
}

/** Games on their way to the server: of each what was entered last. @type {Map<string, Session>} */
const due = new Map();
let writing = false;

/** What the server has acknowledged to this tab: the revision of each game. @type {Map<string, number>} */
const acknowledged = new Map();

/** Writes a game to the server, as often as it changed meanwhile. @param {Session} game */
export async function keep(game) {
  const session = { ...game, revision: Math.max(game.revision, acknowledged.get(game.id) ?? 0) };
  // What another tab holds of a later revision stays: the server's answer tells which of the two goes on.
  if ((local()[session.id]?.revision ?? 0) <= session.revision) hold(session);
  due.set(session.id, session);
  if (writing) return;
  writing = true;
  try {
    for (const [id] of due) await keepOne(id);
  } catch (why) {
    due.clear();
    if (why instanceof api.Away) set({ away: true });
    else if (why instanceof api.Refused) set({ unkept: why.fault });
    else throw why;
  } finally {
    writing = false;
  }
}

/** What was entered in a kept game, as a tab has it. @param {import("./types").KeptGame} kept */
async function asChosen({ game, settings, source }) {
  const { history } = await api.position({ game, settings, source });
  return chosen(source, history);
}

/** @param {string} id */
async function keepOne(id) {
  for (let next = due.get(id); next; next = due.get(id)) {
    const { revision, stale } = await api.keep(next);
    if (stale !== undefined) {
      await meet(id);
      continue;
    }
    acknowledged.set(id, revision ?? 0);
    if (due.get(id) === next) due.delete(id);
    else due.set(id, { .../** @type {Session} */ (due.get(id)), revision: revision ?? 0 });
    const now = state.session?.id === id ? state.session : next;
    const done = { ...now, revision: revision ?? 0, kept: now.source === next.source };
    if (state.session?.id === id) set({ session: done, unkept: null });
    hold(done);
  }
}

/**
 * The server has another revision of a game than we know. Where ours holds all of it, such as our own writing of which we
 * were not told, ours goes on. Otherwise another tab has gone on with it: nothing there is written over, and what was
 * entered here becomes a game of its own.
 * @param {string} id
 */
async function meet(id) {
  const there = await api.keptGame(id).catch((why) => {
    if (why instanceof api.Refused && why.status === 404) return null;
    throw why;
  });
  const told = there && (await asChosen(there));
  const ours = /** @type {Session} */ (due.get(id));
  // The store has a sealed deal only as it was seen; this browser has it as it is played.
  const theirs = isSealed(ours.source) ? local()[id]?.source : told;
  const change = !theirs || contains(ours.source, theirs)
    ? { revision: there?.revision ?? 0 }
    : { id: crypto.randomUUID(), revision: 0, kept: false };
  due.delete(id);
  due.set(change.id ?? id, { ...ours, ...change });
  // Our copy is no longer of that game; a later one of another tab is.
  if (change.id && (local()[id]?.revision ?? 0) <= ours.revision) release(id);
  if (state.session?.id !== id) return;
  set({ session: { ...state.session, ...change } });
  if (!change.id) return;
  set({ newer: { game: ours.game, id } });
  history.replaceState({ kept: change.id }, "");
}
