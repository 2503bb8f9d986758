// @ts-check
// The keyboard: one letter per word on the page, arrows inside grids.

import { goOn, isOurs, pause, thinkOn } from "./analysis.js";
import { enterNamed, look, redo, step, then, undo } from "./game.js";
import { kitOf } from "./kits.js";
import { set, setPrefs, state } from "./store.js";
import { playOrPause } from "./watch.js";

/** @typedef {(event: KeyboardEvent) => void} Act */

/** @type {Record<string, Act>} */
const letters = {
  u: () => undo(),
  U: () => redo(),
  p: () => pass(),
  " ": () => (state.analysis.status === "reading" ? pause() : goOn()),
  "+": () => thinkOn(),
  "/": () => focus("#entry"),
  w: () => playOrPause(),
  h: () => setPrefs({ hidden: !state.prefs.hidden }),
  b: () => focus("#beliefs"),
  l: () => setPrefs({ lang: state.prefs.lang === "ja" ? "en" : "ja" }),
  d: () => setPrefs({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
  "?": () => set({ open: { ...state.open, keys: !state.open.keys } }),
  Enter: () => playChosen(),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => look(0),
  End: () => look(null),
};

/** @param {string} selector */
function focus(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) return;
  element.focus();
  element.scrollIntoView({ block: "nearest" });
}

/** Passes for the seat whose turn it is once everything is in that was entered before. */
const pass = () => then(() => kitOf(state.page.game)?.pass?.(state));

/** The candidate with this number. @param {number} n */
function choose(n) {
  const move = state.analysis.figures?.candidates[n - 1]?.move;
  if (move) set({ chosen: move });
}

/** Plays the chosen candidate, or the recommended one where it is shown. */
function playChosen() {
  const { chosen, analysis, position, prefs } = state;
  const move = chosen ?? (prefs.hidden ? null : analysis.figures?.candidates[0]?.move);
  if (move && position && isOurs()) enterNamed(move, position.key);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.key === "Escape") return close();
  const undoing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (undoing && !typing) {
    event.preventDefault();
    return void (event.shiftKey ? redo() : undo());
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrows(event)) return;
  const onButton = event.target instanceof Element && event.target.closest("button, a");
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  const single = event.key.length === 1 && event.key !== "?";
  if (single && !state.prefs.keys) return;
  if (!state.session && !["l", "d", "?"].includes(event.key)) return;
  const own = state.session && kitOf(state.page.game)?.key?.(state, event.key);
  if (own) {
    event.preventDefault();
    return own();
  }
  if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    return choose(Number(event.key));
  }
  const act = letters[event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
}

function close() {
  set({ open: { ...state.open, keys: false, shared: "" }, lit: [], fault: null });
  if (document.activeElement instanceof HTMLElement && document.activeElement.id === "entry") document.activeElement.blur();
}

/** Moves inside a grid, where cells are buttons. @param {KeyboardEvent} event */
function arrows(event) {
  const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const cell = event.target instanceof Element ? event.target.closest("[data-at]") : null;
  const grid = cell?.closest("[data-grid]");
  if (!by || !(cell instanceof HTMLElement) || !grid) return false;
  event.preventDefault();
  let [row, column] = (cell.dataset.at ?? "0,0").split(",").map(Number);
  // Cells that cannot be chosen are passed over.
  for (let steps = 0; steps < 20; steps += 1) {
    row += by[0];
    column += by[1];
    const next = grid.querySelector(`[data-at="${row},${column}"]`);
    if (!(next instanceof HTMLElement)) return true;
    if (next instanceof HTMLButtonElement && next.disabled) continue;
    rove(grid, next);
    next.focus();
    return true;
  }
  return true;
}

/** One cell of a grid is reached by Tab. @param {Element} grid @param {HTMLElement} cell */
function rove(grid, cell) {
  for (const other of grid.querySelectorAll("[data-at]")) other.setAttribute("tabindex", other === cell ? "0" : "-1");
}

export function watchKeys() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("focusin", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-at]") : null;
    const grid = cell?.closest("[data-grid]");
    if (cell instanceof HTMLElement && grid) rove(grid, cell);
  });
}

