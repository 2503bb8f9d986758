// @ts-check
// One card of Duel on the page. Its text opens on hover, focus and tap, and Esc closes it.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { sentence, t } from "../words.js";
import { sr } from "../views/parts.js";
import { cards, counted, nameOf } from "./duel-cards.js";

/**
 * @typedef {object} How
 * @property {string} at names the place, for the text that belongs to it
 * @property {string} [look] classes
 * @property {string} [flag] a few words on its edge
 * @property {string} [says] its state in words, for screen readers
 * @property {boolean} [pressed]
 * @property {(() => void) | null} [press] null: it can be looked at only
 */

/** Keywords as cards print them. @param {string[]} words */
const keywords = (words) => words.map((word) => t(`duel.key.${word}`)).join(t("between"));

/** Something with a text that opens. @param {string} at @param {unknown} button @param {unknown} tip @param {string} [more] */
export const tipped = (at, button, tip, more = "") =>
  html`<span class="tipped ${more}">${button}<span class="tip" role="tooltip" id="tip-${at}">${tip}</span></span>`;

/** What a card says. @param {string} id @param {import("./duel-cards.js").Card} [card] */
export function text(id, card = cards().get(id)) {
  if (!card) return html`<b>${nameOf(id)}</b>`;
  const power = card.power === null ? "" : t("duel.power", { n: card.power });
  const kind = t(card.kind === "unit" ? "duel.unit" : "duel.spell");
  return html`<b>${sentence(card.name)}</b><span class="sub">${[t("duel.cost", { n: card.cost ?? "–" }), kind, power].filter(Boolean).join(t("between"))}</span>
    <span class="does">${sentence(card.text) || t("duel.no_text")}</span>`;
}

/** A whole card. @param {string} id @param {How} how */
export function whole(id, { at, look = "", flag = "", says = "", pressed, press }) {
  const card = cards().get(id);
  const name = nameOf(id);
  const button = html`<button type="button" class="tcg ${look}" aria-describedby="tip-${at}" aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    aria-disabled=${press ? nothing : "true"} @click=${() => press?.()}>
    ${flag ? html`<span class="flag">${flag}</span>` : nothing}
    <span class="nm">${name}</span>
    <span class="cost"><span class="sr">${t("duel.cost.sr")}</span>${card?.cost ?? "–"}</span>
    <span class="kw">${keywords(card?.keywords ?? [])}</span>
    ${card?.kind === "spell" ? html`<span class="kind">${t("duel.spell")}</span>` : html`<b class="pw">${sr(t("duel.power.sr"))}${card?.power ?? "–"}</b>`}${says ? sr(says) : nothing}</button>`;
  return tipped(at, button, text(id));
}

/** A pile of which only the number is drawn: its cards are in the text that opens. @param {string} at @param {unknown} shown @param {string[]} list */
export const pile = (at, shown, list) =>
  tipped(at, html`<button type="button" class="pile" aria-describedby="tip-${at}">${shown}</button>`, list.length ? names(list) : t("duel.none"), "of-pile");

/** Names with their numbers. @param {string[]} list */
export const names = (list) => html`${counted(list).map(([id, n]) => html`<span class="one">${nameOf(id)}${n > 1 ? ` ×${n}` : ""}</span>`)}`;

/** Esc closes what is open, until the pointer or the focus comes again. */
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const open of document.querySelectorAll(".tipped:is(:hover, :focus-within)")) open.classList.add("hush");
});
for (const coming of ["pointerout", "focusout"]) {
  document.addEventListener(coming, ({ target }) => {
    if (target instanceof Element) target.closest(".tipped")?.classList.remove("hush");
  });
}
