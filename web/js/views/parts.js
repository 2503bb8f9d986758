// @ts-check
// Small parts that several views use.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { percent } from "../format.js";
import { vars } from "../vars.js";
import { t } from "../words.js";

const PATHS = {
  link: svg`<path d="M9 15l6-6M10.5 6.5 12 5a5 5 0 0 1 7 7l-1.5 1.5M13.5 17.5 12 19a5 5 0 0 1-7-7l1.5-1.5"/>`,
  keyboard: svg`<rect x="3" y="6" width="18" height="12" rx="2"/><path d="M7 10h.01M11 10h.01M15 10h.01M8 14h8"/>`,
  moon: svg`<path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z"/>`,
  pause: svg`<path d="M9 6v12M15 6v12"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  right: svg`<path d="M5 12h14M13 6l6 6-6 6"/>`,
  undo: svg`<path d="M9 14 4 9l5-5M4 9h9a7 7 0 0 1 0 14h-3" transform="translate(0 -2)"/>`,
  redo: svg`<path d="m15 14 5-5-5-5M20 9h-9a7 7 0 0 0 0 14h3" transform="translate(0 -2)"/>`,
  tick: svg`<path d="m5 13 5 5 9-11"/>`,
  bin: svg`<path d="M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10 11v5M14 11v5"/>`,
  eye: svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.6"/>`,
  save: svg`<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>`,
};

/** @param {keyof typeof PATHS} name @param {string} [more] */
export const icon = (name, more = "") =>
  html`<svg class="i ${more}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${PATHS[name]}</svg>`;

/** @param {string} key */
export const kbd = (key) => html`<kbd aria-hidden="true">${key}</kbd>`;

/** Text that only a screen reader reads. @param {unknown} text */
export const sr = (text) => html`<span class="sr">${text}</span>`;

/** Suits of cards as text, never as pictures. @param {string} text */
export const plainSuits = (text) => text.replaceAll(/[♠♥♦♣]\uFE0E?/g, (suit) => `${suit[0]}\uFE0E`);

/** A card or a move, its suit in its colour. @param {string} text */
export function suited(text) {
  const found = /^([♠♥♦♣])\uFE0E?(.*)$/.exec(text);
  if (!found) return html`${plainSuits(text)}`;
  const red = found[1] === "♥" || found[1] === "♦";
  return html`<span class="su ${red ? "red" : ""}">${found[1]}\uFE0E</span>${found[2]}`;
}

/**
 * One of a few.
 * @param {string} label
 * @param {{value: string, text: unknown}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export const oneOf = (label, options, chosen, choose) => html`
  <div class="seg" role="radiogroup" aria-label=${label}>
    ${options.map(
      ({ value, text }) => html`<button type="button" role="radio" aria-checked=${String(value === chosen)}
        @click=${() => choose(value)}>${text}</button>`,
    )}
  </div>`;

/** A fault is one line without a full stop; here another sentence follows. @param {string} text @param {"en" | "ja"} lang */
export const ended = (text, lang) => (/[.。!?？]$/.test(text) ? text : `${text}${lang === "ja" ? "。" : "."}`);

/** What was refused, and why. @param {import("../types").Fault | null} fault @param {"en" | "ja"} lang */
export const note = (fault, lang) =>
  fault
    ? html`<p class="note" id="refused"><b>${t("refused")}</b> ${ended(plainSuits(fault.text[lang]), lang)} ${t("refused.stays")}</p>`
    : nothing;

/**
 * Bars with names, the likeliest first.
 * @param {{name: unknown, p: number}[]} rows
 * @param {number} [most]
 */
export function bars(rows, most = 9) {
  const sorted = [...rows].sort((a, b) => b.p - a.p);
  const rest = sorted.length - most;
  return html`<ul class="bars">${sorted.slice(0, most).map(bar)}</ul>
    ${rest > 0 && most > 3 ? html`<p class="sub">${t("more", { n: rest })}</p>` : nothing}`;
}

/** @param {{name: unknown, p: number}} row */
const bar = ({ name, p }) => html`<li class=${p < 0.05 ? "zero" : ""}><span class="n">${name}</span>
  <span class="t" aria-hidden="true"><i ${vars({ "--v": `${100 * p}%` })}></i></span>
  <span class="p">${percent(p)}</span></li>`;
