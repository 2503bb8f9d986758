// @ts-check
// How strong the other seats are to be, and what a game with them says of oneself.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { counts, levelOf } from "../partner.js";
import { t } from "../words.js";

/** @import { GameCard, State, Strength } from "../types" */

/** Before a deal: Yomi at its best, as strong as oneself, or a level. @param {GameCard | undefined} card @param {string} strength @param {(strength: string) => void} choose */
export function strengthField(card, strength, choose) {
  if (!card?.levels) return nothing;
  const options = ["best", "auto", ...Array.from({ length: card.levels }, (_, i) => String(i + 1))];
  const name = (/** @type {string} */ one) => (one === "best" || one === "auto" ? t(`strength.${one}`) : t("strength.level", { n: one, of: card.levels ?? 0 }));
  return html`<label>${t("strength")}<select class="field" id="strength" @change=${(/** @type {any} */ event) => choose(event.target.value)}>
    ${options.map((one) => html`<option value=${one} ?selected=${one === strength}>${name(one)}</option>`)}</select></label>`;
}

/** @param {number} x @param {string} scale */
const signed = (x, scale) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(scale === "elo" ? 0 : 2)}`;

/** @param {Strength} one @param {string} scale */
const told = ({ rating, error }, scale) => `${signed(rating, scale)} ± ${(1.96 * error).toFixed(scale === "elo" ? 0 : 2)}`;

/** In a game with partners: their level, and whether it counts; at its end how the rating moved. @param {State} state */
export function partnerLine(state) {
  const { session, position, rated, games, page } = state;
  const level = session && levelOf(session);
  if (!session || !position || level === null) return nothing;
  const of = games.find((game) => game.game === page.game)?.levels ?? 0;
  const who = t(position.players > 2 ? "partner.level.many" : "partner.level", { level, of });
  return html`<p class="o2 sub partner" role="status">${who} ${rated?.id === session.id ? moved(rated) : counts(session) ? t("partner.counts") : t("partner.helped")}</p>`;
}

/** @param {NonNullable<State["rated"]>} rated */
function moved({ before, after, scale }) {
  const values = { after: told(after, scale), unit: t(`partner.unit.${scale}`), level: after.level };
  return before ? t("partner.moved", { before: told(before, scale), ...values }) : t("partner.stands", values);
}
