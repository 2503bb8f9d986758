// @ts-check
// Two more searches of the position that is read: the solver, whose proof ends the reading, and mcts, for the
// share of its playouts and its tree.

import { client, prove } from "../analysis.js";
import * as api from "../api.js";
import { place } from "../game.js";
import { set, state, subscribe } from "../store.js";

/** @import { Advice, Figures, Window } from "../types" */

/** How much mcts gets: a moment, and the same tree whenever it is asked for again. */
export const PLAYOUTS = 20_000;
const FIRST_DEPTH = 3;
const DEEPER = 2;
/** How long the proof may take at least, in seconds: it goes on beside the reading, and after it. */
const LONG = 3;

/** Ends the solver's search. @type {(() => void) | null} */
let endSolver = null;
/** Ends the search of mcts. @type {(() => void) | null} */
let endPlayouts = null;
/** What the solver was asked last, so that nothing is asked twice. */
let asked = "";
/** Whether a change of ours is what is heard. */
let changing = false;

/** Follows the reading: begins with its first figures, and ends when it is paused or the position is another. */
function follow() {
  if (changing) return;
  changing = true;
  const { analysis, page, beside } = state;
  const { key, status, figures, budget } = analysis;
  if (page.game !== "connect-four" || key === "") {
    endAll();
    if (beside) set({ beside: null });
  } else {
    if (beside?.key !== key) set({ beside: { key, advice: null, depth: FIRST_DEPTH, open: [], windows: {} } });
    const begun = figures !== null && (status === "reading" || status === "done");
    if (begun && !endPlayouts) playouts();
    if (!begun) endSolving();
    else if (figures.candidates.some((c) => c.bound !== "proven")) askSolver(key, Math.max(LONG, budget));
  }
  changing = false;
}

function endSolving() {
  endSolver?.();
  endSolver = null;
  asked = "";
}

function endAll() {
  endSolving();
  endPlayouts?.();
  endPlayouts = null;
}

/** Asks for a proof. @param {string} key @param {number} seconds */
function askSolver(key, seconds) {
  const question = `${key} ${seconds}`;
  if (asked === question) return;
  endSolver?.();
  asked = question;
  // It spends half of its time on the proof, and the rest as another agent: there it is left.
  endSolver = ask({ agent: "solver", limit: `${Math.round(2000 * seconds)}ms` }, key, solved, (figures) => {
    const windows = windowsOf(figures);
    // What comes without scores is of the other agent: the solver has given up on the proof.
    if (!windows) endSolver?.();
    else if (state.beside?.key === key) set({ beside: { ...state.beside, windows } });
  });
}

/** What the solver knows of the scores, by column. @param {Figures} figures @returns {Record<string, Window> | null} */
function windowsOf({ candidates }) {
  const known = candidates.filter((c) => c.facts?.data);
  return known.length ? Object.fromEntries(known.map((c) => [c.move, c.facts?.data])) : null;
}

/** @param {Advice} advice */
function solved(advice) {
  endSolver = null;
  if (advice.basis !== "proven") return;
  if (state.beside?.key === advice.key) set({ beside: { ...state.beside, windows: windowsOf(advice) ?? {} } });
  prove(advice);
}

/** Asks mcts for its tree, as deep as wanted. */
function playouts() {
  const { beside } = state;
  if (!beside) return;
  endPlayouts?.();
  endPlayouts = ask({ agent: "mcts", limit: `${PLAYOUTS}it`, tree: beside.depth }, beside.key, (advice) => {
    if (state.beside?.key === advice.key) set({ beside: { ...state.beside, advice } });
  });
}

/** Opens or closes a branch; one whose moves are not here yet is asked for. @param {string} path @param {boolean} known */
export function toggle(path, known) {
  const { beside } = state;
  if (!beside) return;
  const open = beside.open.includes(path) ? beside.open.filter((one) => one !== path) : [...beside.open, path];
  set({ beside: { ...beside, open, depth: known ? beside.depth : beside.depth + DEEPER } });
  if (!known) playouts();
}

/**
 * One search beside the reading. Without an answer, as when the server is gone, there is nothing to show; the
 * reading itself says so.
 * @param {{agent: "solver" | "mcts", limit: string, tree?: number}} wanted
 * @param {string} key of the position that the answer must belong to
 * @param {(advice: Advice) => void} answered
 * @param {(figures: Figures) => void} [told]
 * @returns {() => void} ends it
 */
function ask(wanted, key, answered, told) {
  let ended = false;
  let close = () => {};
  const end = () => {
    ended = true;
    close();
  };
  const progress = (/** @type {Figures} */ figures) => void (!ended && told?.(figures));
  const nothing = () => {};
  api.analyse({ ...place(), ...wanted, client: `${client}.${wanted.agent}` }).then((begun) => {
    if (ended || begun.key !== key) return void api.stop(begun.id);
    close = api.follow(begun.stream, {
      started: nothing, beliefs: nothing, fault: nothing, lost: nothing, progress,
      answer: (advice) => !ended && answered(advice),
    });
  }, nothing);
  return end;
}

subscribe(follow);
