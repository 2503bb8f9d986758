// @ts-check
// What a screen reader hears: the best move when it changes, at most every two seconds, and the answer.

import { sentence, t } from "./words.js";
import * as format from "./format.js";

/** @import { State } from "./types" */

const PAUSE = 2000;
let said = "";
let at = 0;

/** @param {State} state */
export function speak(state) {
  const region = document.querySelector("#spoken");
  if (!region || state.prefs.hidden) return;
  const text = words(state);
  const now = Date.now();
  if (!text || text === said || (now - at < PAUSE && state.analysis.status === "reading")) return;
  said = text;
  at = now;
  region.textContent = text;
}

/** @param {State} state */
function words({ analysis, fault }) {
  if (fault) return sentence(fault.text);
  const { figures, status } = analysis;
  const best = figures?.candidates[0];
  if (!figures || !best) return "";
  const move = sentence(best.label);
  if (status === "reading") return t("spoken.now", { move });
  return t("spoken.done", { move, value: format.value(figures.unit, best.value) });
}
