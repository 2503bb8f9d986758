// @ts-check
// Puzzles: asked one after another and answered by entering a move. Those that were missed are asked once more at the end,
// until they are found.

import * as api from "./api.js";
import { takeEntries } from "./game.js";
import { nothing, set, state } from "./store.js";

/** @import { PuzzleCount, Question, Sitting } from "./types" */

/** Questions of one sitting; the terminal asks as many. */
export const MOST = 10;

/** Whether the page of the sitting is still the one on the screen. */
let isHere = () => true;

/** @param {Partial<Sitting>} more */
function change(more) {
  if (state.sitting) set({ sitting: { ...state.sitting, ...more } });
}

/** Which puzzles there are. @param {() => boolean} here */
export async function list(here) {
  const puzzles = await api.puzzles();
  if (here()) set({ puzzles });
}

/** Begins a sitting with the puzzles of the page's game. @param {number | null} level @param {() => boolean} here */
export async function begin(level, here) {
  isHere = here;
  takeEntries(answer);
  set({ sitting: { level, question: null, told: null, counted: null, checking: false, answered: 0, right: 0, missed: [], again: false, done: false } });
  await next();
}

/** As many again. */
export const more = () => begin(state.sitting?.level ?? null, isHere);

/** Asks what must be asked of the server; tells whether it answered. @param {() => Promise<void>} act */
async function trying(act) {
  try {
    await act();
    if (isHere() && state.away) set({ away: false });
    return true;
  } catch (why) {
    if (!isHere()) return false;
    if (why instanceof api.Refused) set({ fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
    return false;
  }
}

/** Goes on: to a puzzle that is due or new, then to those that were missed, then to the end. */
export const next = () => trying(async () => {
  const now = state.sitting;
  if (!now) return;
  const { game } = state.page;
  const level = now.level ?? undefined;
  if (now.answered < MOST) {
    const { question, counted } = await api.nextPuzzle({ game, level });
    if (!isHere()) return;
    if (question) return show(question, counted, false);
    change({ counted });
  }
  const [id] = now.missed;
  const { question, counted } = id ? await api.nextPuzzle({ game, level, id }) : { question: null, counted: state.sitting?.counted ?? null };
  if (!isHere()) return;
  if (question && counted) return show(question, counted, true);
  change({ question: null, told: null, done: true });
  set({ session: null, position: null, looking: null });
  focusOn("#answer h2");
});

/** @param {Question} question @param {PuzzleCount} counted @param {boolean} again */
function show(question, counted, again) {
  const { position } = question;
  const { settings, start, history } = position.view;
  // A game that is looked at and never kept: what is entered is the answer.
  const session = {
    id: "", game: position.game, settings, source: { start: { ...start, seat: position.seat }, entries: history },
    revision: 0, kept: true, redo: [], waiting: [], opponent: null,
  };
  const first = state.sitting?.counted === null;
  change({ question, counted, again, told: null, checking: false, done: false });
  set({ session, position, analysis: nothing(), looking: null, chosen: null, typed: "", fault: null, setup: null });
  if (!first) focusOn("#answer h2");
}

/** Drawn by then. @param {string} selector */
function focusOn(selector) {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) return;
    element.focus({ preventScroll: true });
    const panel = document.querySelector("#answer");
    if (panel && panel.getBoundingClientRect().top < 0) panel.scrollIntoView({ block: "start" });
  }));
}

/** Tells what the move is worth; without one, gives up. @param {string} [move] @returns {Promise<boolean>} */
async function answer(move) {
  const { question, told, checking } = state.sitting ?? {};
  if (!question || told || checking) return false;
  change({ checking: true });
  const done = await trying(async () => {
    const told = await api.answerPuzzle(question.id, { game: question.position.game, move });
    const now = state.sitting;
    if (!isHere() || !now) return;
    // What is asked once more is not counted again.
    const n = now.again ? 0 : 1;
    const others = now.missed.filter((id) => id !== question.id);
    change({ told, answered: now.answered + n, right: now.right + (told.right ? n : 0), missed: told.right ? others : [...others, question.id] });
    set({ chosen: told.best.move, typed: "", fault: null, setup: null });
    focusOn("#next");
  });
  if (isHere()) change({ checking: false });
  return done;
}

export const giveUp = () => answer();

/** The server is back: what was to be asked is asked. */
export const resume = () => (state.sitting && !state.sitting.question && !state.sitting.done ? next() : trying(async () => {}));
