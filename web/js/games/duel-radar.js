// @ts-check
// Sixteen statistics as a small radar picture: the ring in the middle is an average card of the game.

import { html, svg } from "../../vendor/lit-html/lit-html.js";
import { fixed } from "../format.js";
import { t } from "../words.js";

/** In the order in which they are counted. */
export const STATISTICS = [
  "early_usage", "late_usage", "trigger_rate", "cost_discount", "hand_adv", "board_adv", "mana_adv", "shield_dmg",
  "hand_var", "board_var", "survival_rate", "effect_death", "win_rate", "comeback", "finish_blow", "deck_size",
];

/** The picture ends this many standard deviations from the average; the table has every figure. */
const FAR = 1.5;
const [WIDTH, HEIGHT, RADIUS] = [340, 262, 104];
const [X, Y] = [WIDTH / 2, HEIGHT / 2];

/** @param {number} at @param {number} r */
function point(at, r) {
  const angle = (2 * Math.PI * at) / STATISTICS.length;
  return [X + r * Math.sin(angle), Y - r * Math.cos(angle)];
}

/** How far out a value is drawn. @param {number} value */
const out = (value) => (RADIUS * (Math.min(FAR, Math.max(-FAR, value)) + FAR)) / (2 * FAR);

/** With its sign, as wide as any other. @param {number} value */
export const signed = (value) => `${value < 0 && fixed(value, 1) !== "0.0" ? "−" : "+"}${fixed(Math.abs(value), 1)}`;

/** @param {string} title @param {Record<string, number> | null} values */
export function radar(title, values) {
  const ring = (/** @type {number} */ sd, /** @type {string} */ look) => svg`<circle cx=${X} cy=${Y} r=${out(sd)} class=${look}/>`;
  const spokes = STATISTICS.map((_, i) => {
    const [x, y] = point(i, RADIUS);
    return svg`<path class="spoke" d="M${X} ${Y}L${x.toFixed(1)} ${y.toFixed(1)}"/>`;
  });
  const labels = STATISTICS.map((name, i) => {
    const [x, y] = point(i, RADIUS + 11);
    const side = Math.round(x - X);
    return svg`<text x=${x.toFixed(1)} y=${(y + 4).toFixed(1)} text-anchor=${Math.abs(side) < 8 ? "middle" : side > 0 ? "start" : "end"}>${t(`duel.stat.${name}.short`)}</text>`;
  });
  return html`<figure class="radar"><figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${values ? t("duel.radar.says", { title, ...extremes(values) }) : title}>
      ${spokes}${ring(-1, "ring")}${ring(0, "ring mean")}${ring(1, "ring")}${values ? shape(values) : ""}${labels}</svg></figure>`;
}

/** @param {Record<string, number>} values */
function shape(values) {
  const points = STATISTICS.map((name, i) => point(i, out(values[name] ?? 0)).map((n) => n.toFixed(1)));
  return svg`<polygon points=${points.map((p) => p.join(",")).join(" ")}/>${STATISTICS.map((name, i) => svg`<circle class="dot" cx=${points[i][0]} cy=${points[i][1]} r="2.6"><title>${t(`duel.stat.${name}`)} ${signed(values[name] ?? 0)}</title></circle>`)}`;
}

/** @param {Record<string, number>} values */
function extremes(values) {
  const sorted = [...STATISTICS].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const say = (/** @type {string} */ name) => `${t(`duel.stat.${name}`)} ${signed(values[name] ?? 0)}`;
  return { high: say(sorted[0]), low: say(sorted[sorted.length - 1]) };
}
