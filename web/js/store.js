// @ts-check
// One store: the state of the page, and those who want to know when it changes.

/** @import { State, Analysis, Prefs } from "./types" */

const PREFS = "yomi.prefs";

/** @returns {Prefs} */
function prefs() {
  /** @type {Partial<Prefs>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(PREFS) ?? "{}");
  } catch {
    // As on a first visit.
  }
  const lang = document.documentElement.lang === "ja" ? "ja" : "en";
  return { theme: null, budget: 3, keys: true, hidden: false, welcomed: false, against: {}, ...kept, lang };
}

/** @returns {Analysis} */
export function nothing() {
  return {
    status: "none", key: "", id: null, started: null, figures: null, advice: null, beliefs: null,
    effective: null, budget: 3, fault: null, at: 0,
  };
}

/** @type {State} */
export const state = {
  games: [], kept: [], store: null, prefs: prefs(),
  page: { name: "home", game: "", real: false, opening: false, broken: false },
  session: null, position: null, looking: null, analysis: nothing(), beside: null, review: null, puzzles: null, sitting: null, rated: null, watch: null, chosen: null, lit: [], typed: "",
  fault: null, unkept: null, newer: null, away: false, busy: false,
  open: { keys: false, reasons: false, games: false, shared: "" }, setup: null, rules: {},
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function subscribe(listener) {
  listeners.add(listener);
}

/** @param {Partial<State>} change */
export function set(change) {
  Object.assign(state, change);
  for (const listener of listeners) listener();
}

/**
 * Changes the form before a game. Two entries may come between two frames: each adds to the form as it is, not as it was
 * last drawn.
 * @template T
 * @param {T} empty
 * @param {(form: T) => Partial<T>} more
 */
export function changeForm(empty, more) {
  /** @type {T} */
  const form = state.setup ?? empty;
  set({ setup: { ...form, ...more(form) }, fault: null });
}

/** @param {Partial<Analysis>} change */
export function setAnalysis(change) {
  set({ analysis: { ...state.analysis, ...change } });
}

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  const next = { ...state.prefs, ...change };
  try {
    localStorage.setItem(PREFS, JSON.stringify(next));
  } catch {
    // The choice holds until the page is closed.
  }
  const root = document.documentElement;
  root.lang = next.lang;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = next.theme ?? (dark ? "dark" : "light");
  set({ prefs: next });
}
