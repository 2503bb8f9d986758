// @ts-check
// Small pictures of the games.

import { html, svg } from "../../vendor/lit-html/lit-html.js";

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} kind @param {number} [r] */
const rect = (x, y, w, h, kind, r = 2) => svg`<rect x=${x} y=${y} width=${w} height=${h} rx=${r} class=${kind}/>`;

const SEVENS = ["lfannnnnfffff", "ffffnnnnlfffl", "llnnnnnlfffff", "ffllfnnnflllf"];
const EIGHTY = ["sfffsfffll".slice(0, 10), "sefefsefff", "nsesssssss", "sfflffsefff".slice(0, 10), "slfffsefff", "sfeeesefef", "sssssassss", "sfeffsflff"];
/** Empty where the line runs. */
const DIGITS = ["48331 192", "89633 212", "6036  642", "948   373", "620   335"];

const PICTURES = /** @type {Record<string, () => unknown>} */ ({
  sevens: () => SEVENS.map((row, y) => [...row].map((kind, x) => rect(3 + 11.9 * x, 6 + 20 * y, 10, 16, kind))),
  "twin-cool": () => [
    EIGHTY.map((row, y) => [...row].map((kind, x) => rect(10 + 10.4 * x, 5 + 10 * y, 8.4, 8, kind, 1.5))),
    rect(124, 14, 27, 27, "n", 4), rect(124, 48, 27, 27, "d", 4),
  ],
  duel: () => [
    [0, 1, 2, 3].map((i) => rect(22 + 15 * i, 14, 12, 17, "s")), rect(96, 12, 20, 25, "l", 3), rect(122, 12, 20, 25, "d", 3),
    svg`<path class="ln" d="M14 46h132"/>`,
    [0, 1, 2, 3, 4].map((i) => rect(22 + 15 * i, 58, 12, 17, i < 3 ? "s" : "f")), rect(110, 54, 22, 27, "a", 3),
  ],
  "connect-four": () => {
    const rows = ["fffffff", "fffdfff", "fffnfff", "ffnldff", "flllnff", "fnlnlfl"].slice(0, 6);
    return rows.map((row, y) => [...row].map((kind, x) => svg`<circle cx=${38 + 14 * x} cy=${9 + 14 * y} r="5" class=${kind}/>`));
  },
  kuhn: () => [rect(42, 16, 36, 54, "l", 4), rect(88, 16, 36, 54, "s", 4), svg`<text x="60" y="52" class="tb">Q</text><text x="106" y="52" class="tq">?</text>`],
  leduc: () => [rect(26, 16, 32, 50, "l", 4), rect(64, 16, 32, 50, "l", 4), rect(102, 16, 32, 50, "s", 4), svg`<text x="42" y="49" class="tb">K</text><text x="80" y="49" class="tb">J</text><text x="118" y="49" class="tq">?</text>`],
});

const maze = () => [
  DIGITS.map((row, y) => [...row].map((digit, x) => (digit === " " ? "" : svg`<text x=${24 + 14 * x} y=${16 + 16 * y} class="tx">${digit}</text>`))),
  svg`<path class="pa" d="M94 12v32H80v16H66v16h14"/><circle cx="94" cy="12" r="3.4" class="l"/><circle cx="80" cy="76" r="4.6" class="a"/>`,
];

/** @param {string} game */
export const thumbnail = (game) => html`<svg class="th" viewBox="0 0 160 88" aria-hidden="true" focusable="false">${(PICTURES[game] ?? maze)()}</svg>`;
