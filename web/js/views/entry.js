// @ts-check
// Entering: the field, the button that names the whole move, what can be taken back. On a phone a dock.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { backToHere, canUndo, enter, enterNamed, isAsked, look, redo, undo } from "../game.js";
import { fresh } from "../fresh.js";
import { shows } from "../shows.js";
import { set } from "../store.js";
import { t } from "../words.js";
import { icon, kbd, note } from "./parts.js";

/** @import { Session, State } from "../types" */

/**
 * @typedef {object} Entry
 * @property {unknown} label
 * @property {string} example
 * @property {(text: string) => string} normal how this game writes what was typed
 * @property {{text: unknown, enters: string, move?: string, asks?: () => void} | null} play the main button and what it enters; the move, where
 *   its name changes with it; what is asked for before it can be entered
 * @property {string} [idle] what the dock's main button says while it names no move
 * @property {unknown} [more] further buttons
 * @property {unknown} [dock] further buttons of the dock
 */

/** @param {State} state @param {Entry} entry */
export function entry(state, { label, example, normal, play, idle, more, dock }) {
  const { session, looking, position } = state;
  if (!session || !position) return nothing;
  if (looking !== null) return lookingBack(looking);
  // It was answered.
  if (state.sitting?.told) return nothing;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    // Read from the field: the state may be a frame behind.
    const field = document.querySelector("#entry");
    const typed = field instanceof HTMLInputElement ? field.value.trim() : "";
    if (typed) enter(typed, normal);
    else press();
  };
  // A button plays what it names, in the position in which it named it: pressed twice, it plays once.
  const press = () => {
    if (play?.asks) play.asks();
    else if (play) enterNamed(play.enters, position.key);
  };
  const name = state.typed ? "typed" : play ? `play ${play.move ?? ""}` : "";
  const text = state.typed || !play ? t("enter") : play.text;
  // With nothing typed and nothing named there is nothing to enter. It says so, and still takes the Enter key of a field that is a frame ahead.
  const main = html`<button class="btn ${play || state.typed ? "go" : ""}" type="submit" id="play" aria-disabled=${play || state.typed ? nothing : "true"}>${fresh(`${name} ${state.prefs.lang}`, text)}</button>`;
  return html`<form class="entry" @submit=${submit}>
      <label class="who" for="entry">${label}</label>
      ${position.over ? nothing : html`<input class="field" id="entry" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder=${example}
        ${shows(state.typed)} aria-invalid=${String(state.fault !== null)} aria-describedby=${state.fault ? "refused" : ""}
        @input=${(/** @type {any} */ event) => set({ typed: event.target.value, fault: null })}>
      ${main}${more ?? nothing}`}
      ${isAsked() ? nothing : takingBack(session)}
    </form>
    <div role="alert">${note(state.fault, state.prefs.lang)}</div>
    <div class="dock">
      ${isAsked() ? nothing : html`<button class="btn sq" type="button" aria-label=${t("undo")} ?disabled=${!canUndo(session)} @click=${undo}>${icon("undo")}</button>`}
      ${dock ?? nothing}
      ${play || isOurs() ? html`<button class="btn go" type="button" ?disabled=${!play} @click=${press}>${fresh(`${name} ${state.prefs.lang}`, play?.text ?? idle ?? "···")}</button>` : nothing}
    </div>`;
}

/** @param {Session} session */
const takingBack = (session) => html`<span class="end">
    <button class="btn quiet" type="button" ?disabled=${!canUndo(session)} @click=${undo}>${icon("undo")}<span class="lbl">${t("undo")}</span>${kbd("U")}</button>
    ${session.redo.length ? html`<button class="btn quiet" type="button" @click=${redo}>${icon("redo")}<span class="lbl">${t("redo")}</span></button>` : nothing}
  </span>`;

/** @param {number} count */
const lookingBack = (count) => html`<div class="entry lookback">
  <span class="who">${t("looking", { n: count + 1 })}</span>
  <button class="btn go" type="button" @click=${() => look(null)}>${t("back_to_now")}</button>
  ${isAsked() ? nothing : html`<button class="btn" type="button" @click=${backToHere}>${t("back_to_here")}</button>`}</div>`;
