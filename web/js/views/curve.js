// @ts-check
// The value of the recommended move over the course of the game, with its interval.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { said } from "../curve.js";
import * as format from "../format.js";
import { t } from "../words.js";

/** @import { State } from "../types" */

const [WIDTH, HEIGHT] = [720, 120];
/** From this many answers on there is a course. */
const FEWEST = 3;

/** @param {State} state */
export function curve(state) {
  const { session, position, prefs, games, page } = state;
  if (!session || !position || prefs.hidden) return nothing;
  const list = said(session);
  if (list.length < FEWEST) return nothing;
  const unit = games.find((game) => game.game === page.game)?.unit ?? "";
  const whole = unit === "win" ? [0, 1] : [Math.min(...list.map((one) => one.lo)), Math.max(...list.map((one) => one.hi))];
  const [low, high] = whole[0] === whole[1] ? [whole[0] - 1, whole[1] + 1] : whole;
  const last = list[list.length - 1].n;
  const x = (/** @type {number} */ n) => (last === list[0].n ? 0 : (WIDTH * (n - list[0].n)) / (last - list[0].n)).toFixed(1);
  const y = (/** @type {number} */ value) => (HEIGHT - (HEIGHT * (Math.min(high, Math.max(low, value)) - low)) / (high - low)).toFixed(1);
  const band = `M${[...list.map((one) => `${x(one.n)} ${y(one.hi)}`), ...[...list].reverse().map((one) => `${x(one.n)} ${y(one.lo)}`)].join("L")}Z`;
  const here = state.looking ?? last;
  const texts = list.map((one) => t("curve.point", { n: one.n + 1, value: format.value(unit, one.value) }));
  return html`<section class="sec o8 curve" aria-labelledby="vh"><header><h2 id="vh">${t("curve")}</h2><span class="sub">${t(list.some((one) => one.lo < one.hi) ? "curve.what" : "curve.plain")}</span></header>
    <div class="plot"><span class="high">${format.value(unit, high)}</span><span class="low">${format.value(unit, low)}</span>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${texts.join(t("between"))}>
        ${unit === "win" ? svg`<path class="mid" d="M0 ${y(0.5)}H${WIDTH}"/>` : nothing}
        <path class="band" d=${band}/><path class="course" d="M${list.map((one) => `${x(one.n)} ${y(one.value)}`).join("L")}"/>
        ${list.some((one) => one.n === here) ? svg`<path class="here" d="M${x(here)} 0V${HEIGHT}"/>` : nothing}</svg></div></section>`;
}
