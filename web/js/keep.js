// @ts-check
// Nothing is lost: what the server has not acknowledged is in this browser.

import * as api from "./api.js";
import { set, state } from "./store.js";

/** @import { Session } from "./types" */

const GAMES = "yomi.games";
const ANSWERS = "yomi.answers";

/** @param {string} key @returns {any} */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the server still keeps what it acknowledges.
  }
}

/** The games that this browser holds: those that are in no file of the server, and who plays in them. @returns {Record<string, Session>} */
export const local = () => stored(GAMES);

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
  const safe = state.store !== null && session.kept;
  if (safe && !session.waiting.length && !session.redo.length) delete games[session.id];
  else games[session.id] = session;
  write(GAMES, games);
}

/** @param {string} id */
export function forget(id) {
  const { [id]: _, ...games } = local();
  write(GAMES, games);
  const { [id]: __, ...said } = answers();
  write(ANSWERS, said);
}

/** Games on their way to the server: of each what was entered last. @type {Map<string, Session>} */
const due = new Map();
let writing = false;

/** Writes a game to the server, as often as it changed meanwhile. @param {Session} session */
export async function keep(session) {
  hold(session);
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

/** @param {string} id */
async function keepOne(id) {
  for (let next = due.get(id); next; next = due.get(id)) {
    const answer = await api.keep(next);
    const stale = answer.stale !== undefined;
    const revision = answer.stale ?? answer.revision ?? 0;
    const last = due.get(id) === next;
    // Another tab wrote this game: what was entered last counts.
    if (last && !stale) due.delete(id);
    else due.set(id, { .../** @type {Session} */ (due.get(id)), revision });
    const now = state.session?.id === id ? state.session : next;
    const done = { ...now, revision, kept: !stale && now.source === next.source };
    if (state.session?.id === id) set({ session: done, unkept: null });
    hold(done);
  }
}
