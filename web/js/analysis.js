// @ts-check
// Reading a position: one analysis at a time, whose figures belong to one key.

import * as api from "./api.js";
import { isAsked, place } from "./game.js";
import { keepSaid } from "./curve.js";
import { remember } from "./keep.js";
import * as format from "./format.js";
import { entries } from "./source.js";
import { nothing, set, setAnalysis, setPrefs, state } from "./store.js";

/** @import { Advice, Company, Fault, Figures } from "./types" */

/** The most that one analysis gets, in seconds; the server's own cap. */
export const LONGEST = 600;

/** @type {(() => void) | null} */
let close = null;
/** Counts analyses: events of an older one are dropped. */
let turn = 0;
/** Whether the last one was ended from here. */
let stopped = false;

/** Names this browser; an older analysis of the same client stops. */
export const client = (() => {
  const fresh = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
  try {
    const known = localStorage.getItem("yomi.client") ?? fresh();
    localStorage.setItem("yomi.client", known);
    return known;
  } catch {
    return fresh();
  }
})();

/** Ends the search and takes its figures away. What was chosen stays where the position stays. @param {string} [key] */
export function drop(key) {
  turn += 1;
  close?.();
  close = null;
  const chosen = key !== undefined && key === state.position?.key ? state.chosen : null;
  set({ analysis: { ...nothing(), budget: state.analysis.budget }, chosen, lit: [] });
}

/** Whether there is something to read in the position. */
export function isOurs() {
  const p = state.position;
  return p !== null && !p.over && p.to_move === p.seat && p.legal.length > 0;
}

/** How long a reading takes, in seconds. */
const budget = () => state.prefs.budget || LONGEST;

/**
 * Reads the position that is shown. Figures of the same position stay until there are better ones.
 * @param {number} [seconds]
 */
export async function analyse(seconds = budget()) {
  const { position } = state;
  if (!position || !isOurs() || document.hidden || isAsked()) return;
  const same = state.analysis.key === position.key;
  // Nothing is better than a proof.
  if (same && state.analysis.figures?.basis === "proven") return;
  turn += 1;
  const mine = turn;
  close?.();
  close = null;
  stopped = false;
  const before = same ? state.analysis : nothing();
  set({ analysis: { ...before, status: "reading", key: position.key, id: null, budget: seconds, fault: null } });
  try {
    const opponents = state.prefs.against[position.game];
    const begun = await api.analyse({ ...place(), client, opponents, limit: `${Math.round(seconds * 1000)}ms` });
    if (mine !== turn) return void api.stop(begun.id);
    setAnalysis({ id: begun.id });
    close = api.follow(begun.stream, {
      started: (started) => mine === turn && setAnalysis({ started }),
      progress: (figures) => mine === turn && progress(figures),
      beliefs: ({ beliefs, effective_worlds }) =>
        mine === turn && setAnalysis({ beliefs, effective: effective_worlds }),
      answer: (advice) => mine === turn && answer(advice),
      fault: ({ fault }) => mine === turn && failed(fault),
      lost: () => mine === turn && lost(),
    });
  } catch (why) {
    if (mine !== turn) return;
    if (why instanceof api.Refused) failed(why.fault);
    else if (why instanceof api.Away) lost();
    else throw why;
  }
}

/** There is no advice. A company that Yomi has no chances against is not asked for again. @param {Fault} fault */
function failed(fault) {
  setAnalysis({ status: "fault", fault, id: null });
  const game = state.position?.game ?? "";
  if (fault.code === "bad_option" && state.prefs.against[game]) forgetCompany(game);
}

/** @param {string} game */
function forgetCompany(game) {
  const { [game]: _, ...against } = state.prefs.against;
  setPrefs({ against });
}

/** States chances against others from now on. @param {Company} company */
export function against(company) {
  const { position } = state;
  if (!position) return;
  setPrefs({ against: { ...state.prefs.against, [position.game]: company } });
  // Figures against others are not these figures.
  drop(position.key);
  analyse();
}

/** Fewer tries than are on the screen for this position are no news. @param {Figures} figures */
const isNews = (figures) => figures.iterations >= (state.analysis.figures?.iterations ?? 0);

/** @param {Figures} figures */
function progress(figures) {
  if (isNews(figures)) setAnalysis({ figures, at: Date.now() });
}

/** @param {Advice} advice */
function answer(advice) {
  close = null;
  const status = !advice.interrupted ? "done" : stopped ? "paused" : "elsewhere";
  const news = isNews(advice) ? { figures: advice, advice, beliefs: advice.beliefs, effective: advice.effective_worlds } : {};
  setAnalysis({ status, id: null, at: Date.now(), ...news });
  keepAnswer(advice);
}

/** A proof by another search of the same position ends the reading: nothing can be better. @param {Advice} advice */
export function prove(advice) {
  if (state.analysis.key !== advice.key) return;
  turn += 1;
  close?.();
  close = null;
  setAnalysis({ status: "done", id: null, fault: null, at: Date.now(), figures: advice, advice });
  keepAnswer(advice);
}

/** What was said last, for the list of games. @param {Advice} advice */
function keepAnswer(advice) {
  const best = advice.candidates[0];
  const { session, looking } = state;
  if (session) keepSaid(session, looking ?? entries(session.source).length, advice);
  if (session?.revision && best && looking === null) {
    remember(session.id, { move: best.label, value: best.value === null ? "" : format.value(advice.unit, best.value) });
  }
}

function lost() {
  close = null;
  setAnalysis({ status: state.analysis.figures ? "paused" : "none", id: null });
  set({ away: true });
}

/** Stops with what there is. */
export function pause() {
  const { id, status } = state.analysis;
  if (status !== "reading") return;
  stopped = true;
  if (id) api.stop(id);
  else {
    turn += 1;
    setAnalysis({ status: "paused" });
  }
}

/** Three times as long. */
export const thinkOn = () => analyse(Math.min(LONGEST, 3 * state.analysis.budget));

/** Goes on after a pause. */
export const goOn = () => analyse(state.analysis.budget);

/** A hidden page rests. */
export function watchVisibility() {
  let resting = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && state.analysis.status === "reading") {
      resting = true;
      pause();
    } else if (!document.hidden && resting) {
      resting = false;
      goOn();
    } else if (!document.hidden && state.analysis.status === "elsewhere") {
      goOn();
    }
  });
}
