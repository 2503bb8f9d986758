// @ts-check
// Puzzles: asked one after another and answered by entering a move. Those that were missed are asked once more at the end,
// until they are found.

import * as api from "./api.js";
import { showAsked } from "./game.js";
import { nothing, set, state } from "./store.js";

/** @import { Fault, PuzzleCount, Question, Sitting, Told } from "./types" */

/** Questions of one sitting; the terminal asks as many. */
const MOST = 10;

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
  set({ sitting: { level, question: null, told: null, counted: null, busy: false, failed: null, answered: 0, number: [0, 0], right: 0, missed: [], again: false, done: false } });
  await next();
}

/** As many again. */
export async function more() {
  if (state.sitting && !state.sitting.busy) await begin(state.sitting.level, isHere);
}

/**
 * Asks what must be asked of the server, one thing at a time; tells whether it answered.
 * @param {(isHere: () => boolean) => Promise<void>} act
 * @param {(fault: Fault) => void} [refused]
 */
async function trying(act, refused = (failed) => change({ failed })) {
  if (!state.sitting || state.sitting.busy) return false;
  // Of this page: another sitting may begin while the server answers.
  const here = isHere;
  change({ busy: true, failed: null });
  try {
    await act(here);
    if (here() && state.away) set({ away: false });
    return true;
  } catch (why) {
    if (!here()) return false;
    if (why instanceof api.Refused) refused(why.fault);
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
    whenDrawn(() => document.querySelector("#failed")?.scrollIntoView({ block: "nearest" }));
    return false;
  } finally {
    if (here()) change({ busy: false });
  }
}

/** Goes on: to a puzzle that is due or new, then to those that were missed, then to the end. */
export const next = () => trying(async (isHere) => {
  const now = state.sitting;
  // A second press, after the first has led to a question.
  if (!now || (now.question && !now.told)) return;
  const { game } = state.page;
  const level = now.level ?? undefined;
  const { question, counted } = await api.nextPuzzle({ game, level });
  if (!isHere()) return;
  if (question && now.answered < MOST) return show(question, counted, false);
  const [id] = now.missed;
  const missed = id ? await api.nextPuzzle({ game, level, id }) : null;
  if (!isHere()) return;
  if (missed?.question) return show(missed.question, missed.counted, true);
  change({ question: null, told: null, counted, done: true });
  set({ session: null, position: null, looking: null });
  focusOn("#answer h2");
});

/** @param {Question} question @param {PuzzleCount} counted @param {boolean} again */
function show(question, counted, again) {
  const { counted: before, answered = 0 } = state.sitting ?? {};
  change({ question, counted, again, told: null, number: [answered + 1, Math.min(MOST, answered + counted.due + counted.new)], done: false });
  set({ analysis: nothing(), chosen: null, typed: "", fault: null, setup: null });
  present(question);
  if (before) focusOn("#answer h2");
}

/** The board as it is asked about, whatever was looked at. @param {Question} question */
function present({ position }) {
  const { settings, start, history } = position.view;
  // A game that is looked at and never kept: what is entered is the answer.
  const session = {
    id: "", game: position.game, settings, source: { start: { ...start, seat: position.seat }, entries: history },
    revision: 0, kept: true, redo: [], waiting: [], opponent: null,
  };
  showAsked(session, position, answer);
}

/** Once what was changed is on the screen. @param {() => void} act */
const whenDrawn = (act) => requestAnimationFrame(() => requestAnimationFrame(act));

/** @param {string} selector */
function focusOn(selector) {
  whenDrawn(() => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) return;
    element.focus({ preventScroll: true });
    const panel = document.querySelector("#answer");
    if (panel && panel.getBoundingClientRect().top < 0) panel.scrollIntoView({ block: "start" });
  });
}

/** Tells what the move is worth; without one, gives up. @param {string} [move] @returns {Promise<boolean>} */
async function answer(move) {
  const { question, told } = state.sitting ?? {};
  if (!question || told) return false;
  // What was entered is refused beside its field.
  const refused = move === undefined ? undefined : (/** @type {Fault} */ fault) => set({ fault });
  return trying(async (isHere) => {
    const told = await api.answerPuzzle(question.id, { game: question.position.game, move });
    const now = state.sitting;
    if (!isHere() || !now) return;
    // What is asked once more, and what was answered elsewhere meanwhile, is not counted again.
    const n = told.counted && !now.again ? 1 : 0;
    const others = now.missed.filter((id) => id !== question.id);
    change({
      told, counted: now.again ? now.counted : without(now.counted, told), answered: now.answered + n, right: now.right + (told.right ? n : 0),
      missed: told.right ? others : [...others, question.id],
    });
    present(question);
    set({ chosen: told.best.move, typed: "", fault: null, setup: null });
    focusOn("#next");
  }, refused);
}

/** How one stands once this is answered: those that are due are asked first. @param {PuzzleCount | null} count @param {Told} told */
const without = (count, { due }) => count && {
  ...count, ...(count.due ? { due: count.due - 1 } : { new: count.new - 1 }), sit: count.sit + (due === null ? 1 : 0),
};

export const giveUp = () => answer();

/** The server is back: what was to be asked is asked. */
export function resume() {
  const { question, done } = state.sitting ?? {};
  if (!question && !done) return next();
  // What was to be looked at did not come.
  return trying(async () => void (question && state.looking !== null && present(question)));
}
