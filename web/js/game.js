// @ts-check
// The game in front of us: entering, taking back, looking back.

import * as address from "./address.js";
import { analyse, drop } from "./analysis.js";
import * as api from "./api.js";
import { keep } from "./keep.js";
import { set, state } from "./store.js";

/** @import { Session, Settings, Source } from "./types" */

/** What was entered in a source. @param {Source} source */
export const entries = (source) => ("entries" in source ? source.entries : source.moves);

/** @param {Source} source @param {string[]} list @returns {Source} */
export const withEntries = (source, list) =>
  "entries" in source ? { ...source, entries: list } : { ...source, moves: list };

/** The position that is looked at, as the server takes it. */
export function place() {
  const { session, looking } = state;
  if (!session) throw new Error("no game");
  const { game, settings, source } = session;
  const list = entries(source);
  return { game, settings, source: looking === null ? source : withEntries(source, list.slice(0, looking)) };
}

/** Whether a deal's other seats are played by Yomi. @param {Session} session */
export const isAgainstYomi = (session) => "seed" in session.source && session.opponent !== null;

/**
 * Begins or goes on with a game.
 * @param {Pick<Session, "game" | "settings" | "source"> & Partial<Session>} game
 */
export async function open(game) {
  const fresh = { id: crypto.randomUUID(), revision: 0, kept: false, redo: [], waiting: [], opponent: null };
  await settle({ ...fresh, ...game }, { begin: true });
}

/**
 * Makes a session the current one, if the server accepts it. Everything that was shown of another position goes at
 * once.
 * @param {Session} session
 * @param {{begin?: boolean, typed?: string}} [how]
 * @returns {Promise<boolean>}
 */
async function settle(session, { begin = false, typed = "" } = {}) {
  set({ busy: true });
  try {
    const { game, settings, source } = session;
    const position = await api.position({ game, settings, source });
    drop(position.key);
    // Settings are complete from here on.
    const now = state.session;
    const revision = now?.id === session.id ? Math.max(now.revision, session.revision) : session.revision;
    const whole = { ...session, revision, settings: /** @type {Settings} */ (position.view.settings ?? settings) };
    set({ session: whole, position, looking: null, fault: null, typed: "", away: false, setup: null });
    if (!whole.kept) keep(whole);
    show(whole);
    if (isAgainstYomi(whole) && !position.over && position.to_move !== position.seat) await reply(whole);
    else analyse();
    return true;
  } catch (why) {
    if (why instanceof api.Refused) {
      set({ fault: why.fault, typed });
      if (begin) set({ session: null, position: null });
    } else if (why instanceof api.Away) {
      set({ away: true });
      if (begin) set({ session });
    } else throw why;
    return false;
  } finally {
    set({ busy: false });
  }
}

/** The address says where we are. @param {Session} session */
async function show(session) {
  const url = await address.address(session);
  if (state.session?.source === session.source) history.replaceState(null, "", url);
}

/** Lets the other seats move. @param {Session} session */
async function reply(session) {
  const { game, settings, source, opponent } = session;
  const { moves } = await api.replies({ game, settings, source, agent: opponent ?? undefined });
  if (state.session?.source !== source) return;
  await settle({ ...session, source: withEntries(source, [...entries(source), ...moves]), kept: false });
}

/** Entries come one after another, however fast they are made. @type {Promise<unknown>} */
let line = Promise.resolve();

/**
 * Enters what happened. A refusal changes nothing.
 * @param {string} text one or several entries
 * @returns {Promise<boolean>}
 */
export function enter(text) {
  const done = line.then(() => enterNow(text));
  line = done.catch(() => false);
  return done;
}

/** @param {string} text */
async function enterNow(text) {
  const { session } = state;
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (!session || !words.length || state.looking !== null) return false;
  if (state.away) return wait(words);
  const list = joined(session.game, entries(session.source), words);
  const done = await settle(
    { ...session, source: withEntries(session.source, list), redo: [], kept: false },
    { typed: text },
  );
  if (!done && state.away) return wait(words);
  if (!done) focusEntry();
  return done;
}

/** The server is away: entered as soon as it is back. @param {string[]} words */
function wait(words) {
  const { session } = state;
  if (!session) return false;
  const waiting = { ...session, waiting: [...session.waiting, ...words] };
  set({ session: waiting, typed: "" });
  keep(waiting);
  return true;
}

/** Games in which a play and its draw are one entry. */
const DRAWS_JOINED = ["twin-cool"];

/** A draw belongs to the turn before it. @param {string} game @param {string[]} list @param {string[]} words */
function joined(game, list, words) {
  const all = [...list];
  for (const word of words) {
    if (word.startsWith("+") && all.length && DRAWS_JOINED.includes(game)) all.push(all.pop() + word);
    else all.push(word);
  }
  return all;
}

/** The field in which entries are typed gets the focus back, with what was typed. */
function focusEntry() {
  requestAnimationFrame(() => {
    const field = document.querySelector("#entry");
    if (field instanceof HTMLInputElement && field.offsetParent) field.focus();
  });
}

/** How many entries are taken back at once: a turn of ours with Yomi's replies after it, or what was entered last. @param {Session} session @param {string[]} list */
function lastTurn(session, list) {
  // What nobody sees was entered with the move before it.
  if (!isAgainstYomi(session) || !state.position) return Math.min(list.length, list.length - list.findLastIndex((word) => word !== "+?"));
  const own = state.position.seat;
  const seats = state.position.history.filter((event) => event.seat !== null).map((event) => event.seat);
  for (let back = 1; back <= list.length; back += 1) if (seats[list.length - back] === own) return back;
  return list.length;
}

/** Takes back one turn. */
export async function undo() {
  const { session } = state;
  if (!session || state.busy) return;
  if (session.waiting.length) {
    const fewer = { ...session, waiting: session.waiting.slice(0, -1) };
    set({ session: fewer });
    keep(fewer);
    return;
  }
  const list = entries(session.source);
  if (!list.length) return;
  const left = list.length - lastTurn(session, list);
  const source = withEntries(session.source, list.slice(0, left));
  await settle({ ...session, source, redo: [...session.redo, list.slice(left)], kept: false });
}

/** Brings back what was taken back. */
export async function redo() {
  const { session } = state;
  const again = session?.redo.at(-1);
  if (!session || !again || state.busy) return;
  const source = withEntries(session.source, [...entries(session.source), ...again]);
  await settle({ ...session, source, redo: session.redo.slice(0, -1), kept: false });
}

/** Looks at the position after this many entries; null for now. @param {number | null} count */
export async function look(count) {
  const { session } = state;
  if (!session || state.busy) return;
  const length = entries(session.source).length;
  const looking = count === null || count >= length ? null : Math.max(0, count);
  if (looking === state.looking) return;
  set({ looking, busy: true });
  try {
    const position = await api.position(place());
    drop();
    set({ position });
    analyse();
  } catch (why) {
    if (why instanceof api.Away) set({ away: true });
    else throw why;
  } finally {
    set({ busy: false });
  }
}

/** Makes the position that is looked at the present one. */
export async function backToHere() {
  const { session, looking } = state;
  if (!session || looking === null) return;
  const list = entries(session.source);
  const source = withEntries(session.source, list.slice(0, looking));
  await settle({ ...session, source, redo: [...session.redo, list.slice(looking)], kept: false });
}

/** The server is back: everything that waited goes to it. */
export async function resume() {
  const { session } = state;
  set({ away: false });
  if (!session) return;
  const { waiting } = session;
  const done = await settle({ ...session, waiting: [], redo: waiting.length ? [] : session.redo });
  if (!done) return;
  for (const [at, word] of waiting.entries()) {
    // What comes after a refused entry stays in sight, to be looked at.
    if (!(await enter(word))) return void set({ typed: waiting.slice(at).join(" ") });
  }
}
