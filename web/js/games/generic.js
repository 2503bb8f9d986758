// @ts-check
// Any game: the board as text, legal moves as buttons, beliefs as bars.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter, look } from "../game.js";
import * as format from "../format.js";
import { set } from "../store.js";
import { howToEnter, nameOf, sentence, t } from "../words.js";
import { entry } from "../views/entry.js";
import { bars, icon } from "../views/parts.js";

/** @import { Candidate, State } from "../types" */

/** @param {State} state */
export function where({ session, position }) {
  if (!session) return "";
  const mode = "start" in session.source ? t("real") : t("deal", { n: session.source.seed });
  return position && position.players > 1 ? t("generic.where", { mode, seat: position.seat }) : mode;
}

/** @param {Pick<Candidate, "move" | "label">} c @param {boolean} [large] */
export const move = (c, large = false) =>
  large ? html`<span class=${sentence(c.label).length > 5 ? "words" : ""}>${sentence(c.label)}</span>` : html`${sentence(c.label)}`;

/** @param {State} state */
export const waiting = ({ position }) => t("turn_of", { seat: position?.to_move ?? 0 });

/** @param {State} state */
export function over(state) {
  const { position } = state;
  const unit = state.games.find((game) => game.game === position?.game)?.unit ?? "";
  const own = position?.payoffs?.[position.seat];
  return {
    sign: icon("tick", "tick"), state: t("state.over"), kicker: t("state.over"),
    move: html`<span class="words">${own === undefined ? t("over") : unit === "win" ? t(own > 0.5 ? "won" : own < 0.5 ? "lost" : "drawn") : format.value(unit, own)}</span>`,
    lead: position?.payoffs && position.players > 1 ? t("payoffs", { list: position.payoffs.map((x, seat) => `${t("seat", { n: seat })} ${format.value(unit, x)}`).join(" · ") }) : t("lead.over"),
  };
}

/** @param {State} state */
export function board(state) {
  const { position, looking } = state;
  const name = nameOf(state.page.game);
  if (!position) return html`<section class="sec o2"><h1>${name}</h1></section>`;
  const turn = position.over ? t("state.over") : position.players > 1 ? t("turn_of", { seat: position.to_move ?? position.seat }) : "";
  return html`<section class="sec o2" aria-labelledby="th">
    <header><h1 id="th">${name}</h1><span class="sub">${looking === null ? turn : t("looking.short", { n: looking + 1 })}</span></header>
    <pre class="picture" tabindex="0" aria-label=${t("generic.board")}>${sentence(position.board)}</pre>
    ${moves(state)}${entering(state)}</section>`;
}

/** @param {State} state */
function moves(state) {
  const { position } = state;
  if (!position || !isOurs()) return nothing;
  const best = state.prefs.hidden ? null : state.analysis.figures?.candidates[0]?.move;
  return html`<h2 class="label hand-head">${t("generic.moves")}</h2><div class="moves">${position.legal.map(
    (one) => html`<button type="button" class="btn ${one.move === best ? "best" : ""} ${one.move === state.chosen ? "chosen" : ""}" aria-pressed=${String(one.move === state.chosen)}
      ?disabled=${state.looking !== null} @click=${() => (state.chosen === one.move ? enter(one.move) : set({ chosen: one.move }))}>${sentence(one.label)}</button>`,
  )}</div>`;
}

/** @param {State} state */
function entering(state) {
  const { position, analysis } = state;
  const next = isOurs() ? (state.chosen ?? (state.prefs.hidden ? null : analysis.figures?.candidates[0]?.move) ?? null) : null;
  const label = position?.legal.find((one) => one.move === next)?.label;
  return entry(state, {
    label: position?.over ? t("state.over") : howToEnter("generic.enter"), example: position?.legal[0]?.move ?? "", normal: (text) => text.trim(),
    play: next ? { text: html`${t("play")} ${label ? sentence(label) : next}`, move: next, enters: next } : null,
  });
}

/** Maps from names to chances, with their titles. @param {State} state */
export function after(state) {
  const { beliefs, advice } = state.analysis;
  if (!beliefs || state.prefs.hidden || !isOurs()) return nothing;
  const maps = Object.entries(beliefs).filter(
    ([, odds]) => odds && typeof odds === "object" && !Array.isArray(odds) && Object.keys(odds).length && Object.values(odds).every((p) => typeof p === "number" && p >= 0 && p <= 1),
  );
  if (!maps.length) return nothing;
  return html`<section class="sec o8" aria-labelledby="bh" id="beliefs" tabindex="-1"><header><h2 id="bh">${t("beliefs")}</h2></header>
    <div class="opps">${maps.map(([key, odds]) => {
      const title = advice?.belief_titles?.[key];
      return html`<div class="opp"><h3>${title ? sentence(title) : key}</h3>${bars(Object.entries(odds).map(([name, p]) => ({ name, p })))}</div>`;
    })}</div></section>`;
}

/** @param {State} state */
export function history(state) {
  const { position } = state;
  if (!position?.history.length) return nothing;
  let index = -1;
  const events = position.history.map((event) => {
    if (event.seat !== null) index += 1;
    return { ...event, at: index };
  });
  return html`<section class="sec o7" aria-labelledby="hh"><header><h2 id="hh">${t("history")}</h2><span class="sub">${t("history.tap")}</span></header>
    <table class="hist"><tbody>${events.reverse().map(
      (event) => html`<tr><td>${event.turn}</td><td>${event.seat === null ? t("chance") : position.players > 1 ? t("seat", { n: event.seat }) : ""}</td>
        <td>${event.seat === null ? sentence(event.label) : html`<button type="button" @click=${() => look(event.at)}>${sentence(event.label)}</button>`}</td></tr>`,
    )}</tbody></table></section>`;
}
