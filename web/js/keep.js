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
  if (safe && !session.waiting.length && !session.redo.length && !session.opponent) delete games[session.id];
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

let writing = false;

/** Writes the session to the server, as often as it changed meanwhile. @param {Session} session */
export async function keep(session) {
  hold(session);
  if (writing) return;
  writing = true;
  try {
    for (let next = state.session; next && !next.kept; next = state.session) {
      const sent = next.source;
      const answer = await api.keep(next);
      const now = state.session;
      if (!now || now.id !== next.id) break;
      // Another tab wrote this game: what was entered last counts.
      const revision = answer.stale ?? answer.revision ?? 0;
      const kept = answer.stale === undefined && now.source === sent;
      const done = { ...now, revision, kept };
      set({ session: done });
      hold(done);
    }
  } catch (why) {
    if (why instanceof api.Away) set({ away: true });
    else if (why instanceof api.Refused) set({ fault: why.fault });
    else throw why;
  } finally {
    writing = false;
  }
}
