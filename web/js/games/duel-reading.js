// @ts-check
// Reading the opponent: its deck, its hand, from what that was concluded; and what our hidden cards are worth.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import * as format from "../format.js";
import { sentence, t } from "../words.js";
import { TEXTS } from "../texts.js";
import { bars } from "../views/parts.js";
import { nameOf } from "./duel-cards.js";
import { names, text, tipped } from "./duel-card.js";
import { radar, signed, STATISTICS } from "./duel-radar.js";

/** @import { State } from "../types" */

/** What a deck is called. @param {State} state @param {string} deck */
export function deckName({ analysis }, deck) {
  if (TEXTS[`duel.deck.${deck}`]) return t(`duel.deck.${deck}`);
  const title = analysis.advice?.belief_titles?.[deck];
  return title ? sentence(title) : deck;
}

/** The cards of the opponent's deck that we have seen and that lie in the open. @param {any} other */
const seenOf = (other) => /** @type {string[]} */ ([
  ...other.mana, ...other.units.map((/** @type {any} */ unit) => unit.card), ...other.grave, ...other.shown,
  ...other.shields.map((/** @type {any} */ shield) => shield.card),
].filter((card) => card !== "?"));

/** @param {State} state */
export function reading(state) {
  const { position, analysis, prefs } = state;
  if (!position || position.over || prefs.hidden || !isOurs()) return nothing;
  const beliefs = analysis.beliefs;
  const { other } = position.view;
  const seen = seenOf(other);
  return html`<section class="sec o4" aria-labelledby="bh" id="beliefs" tabindex="-1">
      <header><h2 id="bh">${t("duel.reading")}</h2><span class="sub">${t(seen.length === 0 ? "duel.from_seen.none" : seen.length === 1 ? "duel.from_seen.one" : "duel.from_seen", { n: seen.length })}</span></header>
      <div class="read">
        <div><h3>${t("duel.its_deck")}</h3><div class="decks">${beliefs ? bars(decks(state, beliefs.decks), 9) : nothing}</div>
          ${facts(beliefs)}</div>
        <div><h3>${t("duel.its_hand", { n: other.hand.length })}</h3>${beliefs ? held(beliefs.hand) : html`<div class="held"></div>`}</div>
      </div>
      <h3 class="from">${t("duel.concluded")}</h3>
      <p class="seen">${seen.length ? names(seen) : t("duel.seen.none")}</p>
      <p class="sub">${t("duel.concluded.how")}</p>
    </section>${beliefs && !beliefs.own ? unmeasured() : ownCards(beliefs?.own ?? null)}`;
}

/** In the order of the likeliest; equal ones as the game lists them. @param {State} state @param {Record<string, number>} odds */
const decks = (state, odds) => Object.entries(odds).map(([deck, p]) => ({ name: deckName(state, deck), p }));

/** @param {any} beliefs */
function facts(beliefs) {
  const { payable_counter: counter, own_shield_is_trigger: trigger, speed } = beliefs ?? {};
  const row = (/** @type {string} */ name, /** @type {string} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const chance = (/** @type {number | null | undefined} */ p) => (typeof p === "number" ? format.percent(p) : "–");
  return html`<dl class="facts">
    ${row(t("duel.fact.counter"), chance(counter))}
    ${row(t("duel.fact.trigger"), chance(trigger))}
    ${row(speed ? t(speed.fast ? "duel.fact.fast" : "duel.fact.slow", { printed: format.fixed(speed.printed_cost, 1) }) : t("duel.fact.cost"), speed ? format.fixed(speed.virtual_cost, 1) : "–")}</dl>`;
}

const AT_ONCE = 9;

/** The cards of its hand, the likeliest first; the rest on demand. @param {Record<string, number>} odds */
function held(odds) {
  const rows = Object.entries(odds).filter(([, p]) => p > 0).sort((a, b) => b[1] - a[1]).map(([id, p]) => ({ name: named(id), p }));
  const rest = rows.slice(AT_ONCE);
  return html`<div class="held">${bars(rows.slice(0, AT_ONCE))}</div>
    ${rest.length ? html`<details class="rest"><summary>${t(rest.length === 1 ? "duel.more.one" : "duel.more", { n: rest.length })}</summary>${bars(rest, rest.length)}</details>` : nothing}`;
}

/** A name whose card can be read. @param {string} id */
const named = (id) => tipped(`held-${id}`, html`<button type="button" class="plain" aria-describedby="tip-held-${id}">${nameOf(id)}</button>`, text(id));

/** Cards of one's own have no statistics. */
const unmeasured = () => html`<section class="sec o6" aria-labelledby="oh"><header><h2 id="oh">${t("duel.own")}</h2></header><p class="sub">${t("duel.own.unmeasured")}</p></section>`;

/** @param {{library_potential: Record<string, number>, shield_expectation: Record<string, number>} | null} own */
function ownCards(own) {
  return html`<section class="sec o6" aria-labelledby="oh"><header><h2 id="oh">${t("duel.own")}</h2><span class="sub">${t("duel.own.how")}</span></header>
    <div class="radars">${radar(t("duel.library_potential"), own?.library_potential ?? null)}${radar(t("duel.shield_expectation"), own?.shield_expectation ?? null)}</div>
    <details class="rest"><summary>${t("duel.figures")}</summary><table class="hist stats"><thead><tr><th scope="col">${t("duel.statistic")}</th><th scope="col" class="num">${t("duel.library")}</th><th scope="col" class="num">${t("duel.shields")}</th></tr></thead>
      <tbody>${STATISTICS.map((name) => html`<tr><th scope="row">${t(`duel.stat.${name}`)}</th><td class="num">${own ? signed(own.library_potential[name]) : "–"}</td><td class="num">${own ? signed(own.shield_expectation[name]) : "–"}</td></tr>`)}</tbody></table></details></section>`;
}
