// @ts-check
// The game in front of us: entering, taking back, looking back.

import * as address from "./address.js";
import { analyse, drop } from "./analysis.js";
import * as api from "./api.js";
import { isHeld, keep } from "./keep.js";
import { kitOf } from "./kits.js";
import { chosen, entries, withEntries } from "./source.js";
import { set, state } from "./store.js";

/** @import { Session, Settings, Shown } from "./types" */

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
 * Begins or goes on with a game. One that is only looked at, because a link leads to it, is kept from the first entry on.
 * @param {Pick<Session, "game" | "settings" | "source"> & Partial<Session>} game
 * @param {{look?: boolean}} [how]
 */
export async function open(game, { look = false } = {}) {
  const fresh = { id: crypto.randomUUID(), revision: 0, kept: false, redo: [], waiting: [], opponent: null };
  await inLine(async () => (await settle({ ...fresh, ...game }, { begin: true, look })) && sendWaiting());
}

/** What changes the game happens one after another, however fast it is asked for. @type {Promise<unknown>} */
let line = Promise.resolve();

/**
 * What takes an entry in place of the game, where one is asked about a position: then nothing is read, kept or taken back.
 * @type {((entry: string) => Promise<boolean>) | null}
 */
let taker = null;

/**
 * Shows a position that one is asked about; what is entered is taken by this until the page is left. What was still to be
 * done or shown before is void.
 * @param {Session} session @param {Shown} position @param {(entry: string) => Promise<boolean>} take
 */
export function showAsked(session, position, take) {
  visit += 1;
  taker = take;
  set({ session, position, looking: null });
}

/** Whether one is asked about the position. */
export const isAsked = () => taker !== null;

/** Whether what luck brings and what others show is entered here. @param {Session} session */
export const entersLuck = ({ source }) => "start" in source && !isAsked();

/** Counts visits to pages, and to the questions of one: answers for what was left are not shown. */
let visit = 0;
/** Counts visits to pages alone. */
let pages = 0;

/** @param {() => Promise<boolean>} act @returns {Promise<boolean>} */
function inLine(act) {
  const here = visit;
  const done = line.then(() => here === visit && act());
  line = done.catch(() => false);
  return done;
}

/** The page is left, and what was still to be answered with it. Tells whether that page is still the one on the screen. */
export function leave() {
  visit += 1;
  pages += 1;
  taker = null;
  const here = pages;
  return () => here === pages;
}

/**
 * Makes a session the current one, if the server accepts it. Everything that was shown of another position goes at
 * once.
 * @param {Session} session
 * @param {{begin?: boolean, look?: boolean, typed?: string}} [how]
 * @returns {Promise<boolean>}
 */
async function settle(session, { begin = false, look = false, typed = "" } = {}) {
  const here = visit;
  set({ busy: true });
  try {
    const { game, settings, source } = session;
    // Without what goes with it a position is still shown.
    const [position] = await Promise.all([api.position({ game, settings, source }), kitOf(game)?.ready?.(settings).catch(() => {})]);
    if (here !== visit) {
      // It was entered all the same.
      if (!begin && !look) keep(session);
      return false;
    }
    drop(position.key);
    // Settings are complete from here on.
    const whole = {
      ...session, ...(begin ? {} : keptAs()), source: chosen(source, position.history),
      settings: /** @type {Settings} */ (position.view.settings ?? settings),
      moves: position.history.filter((event) => event.seat !== null).length,
    };
    // What was typed since is the beginning of the next entry.
    const now = state.typed.trimStart();
    const left = typed && now.startsWith(typed) ? now.slice(typed.length).trimStart() : state.typed;
    showTyped(left);
    set({ session: whole, position, looking: null, fault: null, typed: left, away: false, setup: null });
    // A deal without a move of ours is a number.
    const unkept = look || (begin && "seed" in source && !source.moves.length);
    if (!whole.kept && !unkept) keep(whole);
    show(whole);
    if (isAgainstYomi(whole) && !position.over && position.to_move !== position.seat) await reply(whole, unkept);
    else analyse();
    return true;
  } catch (why) {
    if (here !== visit) return false;
    if (why instanceof api.Refused) {
      set({ fault: why.fault });
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

/** Under which name and revision the game is kept by now: that may have changed while a position was asked for. */
function keptAs() {
  const { session } = state;
  return session ? { id: session.id, revision: session.revision } : {};
}

/** The address says where we are. @param {Session} session */
async function show(session) {
  const url = await address.address(session);
  // A reload goes on with this very game: its address alone may be that of several.
  if (state.session?.source === session.source) history.replaceState({ kept: state.session.id }, "", url);
}

/** Lets the other seats move. If they cannot, what was entered before is entered all the same. @param {Session} session @param {boolean} look */
async function reply(session, look) {
  const here = visit;
  const { game, settings, source, opponent } = session;
  try {
    const { moves } = await api.replies({ game, settings, source, agent: opponent ?? "best" });
    if (state.session?.source !== source) return;
    // Yomi has moved anew: what was taken back was of another course.
    await settle({ ...session, source: withEntries(source, [...entries(source), ...moves]), redo: [], kept: false }, { look });
  } catch (why) {
    if (here !== visit) return;
    if (why instanceof api.Refused) set({ fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
  }
}

/**
 * Enters what happened. A refusal changes nothing.
 * @param {string} text one or several entries
 * @param {(text: string) => string} [normal] how the game writes it, where it was typed
 * @returns {Promise<boolean>}
 */
export const enter = (text, normal) => inLine(() => enterNow(text, normal));

/**
 * Enters what was named for a position: there, once, and in no other. A press that comes while the server answers is not
 * lost: whether it still holds is seen when its turn comes.
 * @param {string} move @param {string} key
 */
export const enterNamed = (move, key) => inLine(async () =>
  state.position?.key === key && !state.session?.waiting.length && enterNow(move));

/** Does something once what was entered before it is in. @param {() => void} act */
export const then = (act) => inLine(async () => {
  act();
  return true;
});

/** @param {string} text @param {(text: string) => string} [normal] */
async function enterNow(text, normal = (same) => same) {
  const { session } = state;
  const words = normal(text).trim().split(/\s+/).filter(Boolean);
  if (!session || !words.length || state.looking !== null) return false;
  if (taker) {
    const taken = await taker(words.join(" "));
    if (!taken && state.fault) focusEntry();
    return taken;
  }
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
  const waiting = { ...session, waiting: [...session.waiting, ...words], redo: [] };
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

/** What is taken leaves the field at once, and not with the next frame: keys may come before it. @param {string} text */
function showTyped(text) {
  const field = document.querySelector("#entry");
  if (field instanceof HTMLInputElement && field.value !== text) field.value = text;
}

/** The field in which entries are typed gets the focus back, with what was typed. */
function focusEntry() {
  requestAnimationFrame(() => {
    const field = document.querySelector("#entry");
    if (field instanceof HTMLInputElement && field.offsetParent) field.focus();
  });
}

/**
 * How many entries are taken back at once: a turn of ours with Yomi's replies after it, or what was entered last. None
 * before our own first move: Yomi would open anew, and what was taken back would not belong to that.
 * @param {Session} session
 */
function lastTurn(session) {
  const list = entries(session.source);
  // What nobody sees was entered with the move before it.
  if (!isAgainstYomi(session) || !state.position) return Math.min(list.length, list.length - list.findLastIndex((word) => word !== "+?"));
  const own = state.position.seat;
  const seats = state.position.history.filter((event) => event.seat !== null).map((event) => event.seat);
  for (let back = 1; back <= list.length; back += 1) if (seats[list.length - back] === own) return back;
  return 0;
}

/** Whether there is something to take back. @param {Session} session */
export const canUndo = (session) => !isAsked() && (session.waiting.length > 0 || lastTurn(session) > 0);

/** Takes back one turn. */
export const undo = () => inLine(undoNow);

async function undoNow() {
  const { session } = state;
  if (!session) return false;
  if (session.waiting.length) {
    const fewer = { ...session, waiting: session.waiting.slice(0, -1) };
    set({ session: fewer });
    keep(fewer);
    return true;
  }
  if (!canUndo(session)) return false;
  const list = entries(session.source);
  const left = list.length - lastTurn(session);
  const source = withEntries(session.source, list.slice(0, left));
  return settle({ ...session, source, redo: [...session.redo, list.slice(left)], kept: false });
}

/** Brings back what was taken back. */
export const redo = () => inLine(redoNow);

async function redoNow() {
  const { session } = state;
  const again = session?.redo.at(-1);
  if (!session || !again) return false;
  const source = withEntries(session.source, [...entries(session.source), ...again]);
  return settle({ ...session, source, redo: session.redo.slice(0, -1), kept: false });
}

/** Looks at the position after this many entries; null for now. @param {number | null} count */
export const look = (count) => inLine(() => lookNow(count));

/** Looks this many entries further. @param {number} by */
export const step = (by) => inLine(async () => {
  const { session, looking } = state;
  return session !== null && lookNow((looking ?? entries(session.source).length) + by);
});

/** @param {number | null} count */
async function lookNow(count) {
  const { session } = state;
  if (!session) return false;
  const here = visit;
  const length = entries(session.source).length;
  const looking = count === null || count >= length ? null : Math.max(0, count);
  const before = state.looking;
  if (looking === before) return false;
  set({ looking, busy: true });
  try {
    const position = await api.position(place());
    if (here !== visit) return false;
    drop();
    set({ position });
    analyse();
    return true;
  } catch (why) {
    if (here !== visit) return false;
    if (why instanceof api.Refused) set({ looking: before, fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
    return false;
  } finally {
    set({ busy: false });
  }
}

/** Makes the position that is looked at the present one. */
export const backToHere = () => inLine(backNow);

async function backNow() {
  const { session, looking } = state;
  if (!session || looking === null || session.waiting.length || isAsked()) return false;
  const list = entries(session.source);
  const source = withEntries(session.source, list.slice(0, looking));
  return settle({ ...session, source, redo: [...session.redo, list.slice(looking)], kept: false });
}

/** The server is back: everything that waited goes to it. */
export const resume = () => inLine(resumeNow);

async function resumeNow() {
  const { session } = state;
  set({ away: false });
  // What was only looked at is not kept because the server was away for a while.
  const look = session !== null && session.revision === 0 && !isHeld(session.id);
  return !session || ((await settle(session, { look })) && sendWaiting());
}

/** Enters what waited, in its order. What is not entered yet still waits. */
async function sendWaiting() {
  const here = visit;
  while (!state.away && state.session?.waiting.length) {
    const { session } = state;
    const [word = "", ...waiting] = session.waiting;
    const source = withEntries(session.source, joined(session.game, entries(session.source), [word]));
    if (await settle({ ...session, source, waiting, redo: [], kept: false })) continue;
    // What comes after a refused entry stays in sight, to be looked at.
    if (here === visit && !state.away) set({ session: { ...session, waiting: [] }, typed: session.waiting.join(" ") });
    return false;
  }
  return true;
}
