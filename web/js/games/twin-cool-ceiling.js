// @ts-check
// After practice: what a player who sees the deck would have reached, and where that was given away.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import * as format from "../format.js";
import { look } from "../game.js";
import { set, state } from "../store.js";
import { sentence, t } from "../words.js";

/** @import { Ceiling, State } from "../types" */

/** Turns that are named at once. */
const AT_ONCE = 6;

/** The deal that was looked at, and what was found: null while it is looked at. @type {{source: unknown, found: Ceiling | null}} */
let looked = { source: null, found: null };

/** Asked for once the deal is over, and never before. @param {State} now */
async function lookBack({ session }) {
  if (!session || looked.source === session.source) return;
  const { game, settings, source } = session;
  looked = { source, found: null };
  const found = await api.ceiling({ game, settings, source }).catch(() => null);
  if (looked.source !== source) return;
  looked = { source, found };
  if (state.session?.source === source) set({});
}

/** @param {State} now */
export function ceiling(now) {
  const { session, position } = now;
  if (!session || !("seed" in session.source) || now.looking !== null || !position?.over) return keptOpen(now);
  lookBack(now);
  return shown(now);
}

/** While one looks at an earlier turn of a deal that is over, what was found stays. @param {State} now */
const keptOpen = (now) => (now.session && now.looking !== null && looked.source === now.session.source ? shown(now) : nothing);

/** @param {State} now */
function shown(now) {
  const { found } = looked;
  const value = (/** @type {number} */ cards) => format.value("cards", cards);
  return html`<section class="sec o5 ceiling" aria-labelledby="ceh"><header><h2 id="ceh">${t("tc.ceiling")}</h2><span class="sub">${t("tc.ceiling.what")}</span></header>
    ${found ? html`<dl class="two"><div><dt>${t("tc.ceiling.reached")}</dt><dd>${value(found.reached)}</dd></div><div><dt>${t("tc.ceiling.possible")}</dt><dd>${value(found.before[0] ?? found.reached)}</dd></div></dl>
    ${found.given_away.length ? html`<p class="sub">${t("tc.ceiling.where")}</p><ol class="reasons given">${largest(found).map((turn) => html`<li><button type="button" @click=${() => look(turn - 1)}>${t("tc.ceiling.turn", { n: turn, move: said(now, turn), from: value(found.before[turn - 1]), to: value(found.before[turn] ?? found.reached) })}</button></li>`)}</ol>`
      : html`<p>${t("tc.ceiling.none")}</p>`}` : html`<p class="sub">${t("tc.ceiling.looking")}</p>`}</section>`;
}

/** The turns that cost most, in the order of the game. @param {Ceiling} found */
function largest({ before, reached, given_away }) {
  const cost = (/** @type {number} */ turn) => before[turn - 1] - (before[turn] ?? reached);
  return [...given_away].sort((a, b) => cost(b) - cost(a)).slice(0, AT_ONCE).sort((a, b) => a - b);
}

/** @param {State} now @param {number} turn */
function said({ position, session }, turn) {
  const event = position?.history.find((one) => one.turn === turn && one.seat !== null);
  const entered = session && "moves" in session.source ? (session.source.moves[turn - 1] ?? "") : "";
  return event ? sentence(event.label) : entered;
}
