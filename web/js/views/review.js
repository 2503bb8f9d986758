// @ts-check
// The review of a game: both ledgers, the game as a graph with marks on the moves, and what is said of each decision.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import * as format from "../format.js";
import { look } from "../game.js";
import { all, choose, end, review, tryAgain } from "../review.js";
import { addTexts } from "../texts.js";
import texts from "../texts/review.js";
import { vars } from "../vars.js";
import { counted, sentence, t, textOr } from "../words.js";
import { ended, icon, oneOf, plainSuits } from "./parts.js";
import { reviewing } from "./review-offer.js";

/** @import { ReviewedDecision, Review, Reviewing, State } from "../types" */

addTexts(texts);

const [WIDTH, HEIGHT, BELOW] = [720, 160, 64];
/** Longer lists begin with what is worth words. */
const AT_ONCE = 20;
const TERMS = /** @type {const} */ (["start", "deal", "draws", "own", "others", "judgement"]);
/** The signs that players write behind a move: never a colour alone. @type {Record<string, string>} */
const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??", unrated: "·" };

/** An amount as people count it: chances in percentage points. @param {string} unit @param {number} x */
function amount(unit, x) {
  if (unit === "win") return format.fixed(100 * x, 1);
  return format.fixed(x, unit === "chips" ? 3 : unit === "points" ? 1 : 2);
}

/** The same with its sign. @param {string} unit @param {number} x */
function signed(unit, x) {
  const text = amount(unit, Math.abs(x));
  return Number(text) === 0 ? text : `${x < 0 ? "−" : "+"}${text}`;
}

/** An amount below 0 where it is, with half of its 95% interval where it has an error. @param {string} unit @param {number} x @param {number | null} se */
function withMargin(unit, x, se) {
  const text = amount(unit, Math.abs(x));
  const sign = x < 0 && Number(text) !== 0 ? "−" : "";
  return `${sign}${text}${se ? ` ± ${amount(unit, 1.96 * se)}` : ""}`;
}

/** What was lost. @param {string} unit @param {ReviewedDecision} one */
const lost = (unit, { lost, se }) => (lost === null ? "–" : withMargin(unit, lost, se));

/** @param {ReviewedDecision} one */
const marked = ({ mark, fate }) => html`<span class="mk ${mark}">${SIGNS[mark] ? html`<b aria-hidden="true">${SIGNS[mark]}</b> ` : nothing}${t(`mark.${mark}`)}</span>${fate ? html` <span class="fate">${t(`fate.${fate}`)}</span>` : nothing}`;

/** @param {State} state */
export function reviewOf(state) {
  const now = reviewing();
  if (!now) return nothing;
  const { found, status } = now;
  return html`<section class="sec o2 review" aria-labelledby="revh" data-status=${status}>
    <header><h2 id="revh" tabindex="-1">${t("review")}</h2><span class="sub">${now.seat !== null && (state.position?.players ?? 1) > 1 ? t("review.what", { seat: now.seat }) : ""}</span></header>
    ${seats(state, now)}
    ${status === "reading" ? reading(now) : status === "fault" ? refused(now, state) : found ? whole(now, found) : nothing}</section>`;
}

/** Where every seat was ours, whose decisions are looked at. @param {State} state @param {Reviewing} now */
function seats({ session, position }, now) {
  const all = session && "seed" in session.source && session.source.seat === null && position && position.players > 1;
  if (!all) return nothing;
  const options = Array.from({ length: position.players }, (_, seat) => ({ value: String(seat), text: t("seat", { n: seat }) }));
  return html`<div class="run"><span class="label">${t("review.of_seat")}</span>${oneOf(t("review.of_seat"), options, String(now.seat ?? 0), (seat) => review(Number(seat)))}</div>`;
}

/** @param {Reviewing} now */
const reading = ({ done, of }) => html`<p class="busy"><span class="pulse" aria-hidden="true"></span><span role="status">${t("review.reading", { done, of })}</span><button class="mini" type="button" @click=${end}>${t("review.stop")}</button></p>
  <div class="prog" ${vars({ "--p": `${of ? (100 * done) / of : 0}%` })}><i></i></div>`;

/** @param {Reviewing} now @param {State} state */
const refused = ({ fault, seat }, { prefs }) => html`<p class="note">${fault ? ended(fault.text[prefs.lang], prefs.lang) : ""}</p>
  <p><button class="mini" type="button" @click=${() => review(seat ?? undefined)}>${icon("right")}${t("review.again")}</button></p>`;

/** @param {Reviewing} now @param {Review} found */
const whole = (now, found) => html`${opened(now, found)}<div class="told">${found.summary.map((one) => html`<p>${plainSuits(sentence(one))}</p>`)}</div>
  ${ledgers(found)}${graph(now, found)}${decisions(now, found)}${footing(found)}`;

/** The two ledgers, side by side. @param {Review} found */
function ledgers({ unit, lost, lost_ci95: [low, high], luck, ledger, result, decisions }) {
  const margin = high > low ? ` ± ${amount(unit, (high - low) / 2)}` : "";
  const lucky = ledger.deal !== 0 || ledger.draws !== 0;
  const name = textOr(`review.unit.${unit}`, unit);
  return html`<div class="ledgers">
    <div><h3>${t("review.known")}</h3><p class="big">${decisions.length && lost > 0 ? html`<b>${amount(unit, lost)}</b><span class="sub">${margin} ${name}</span>` : html`<b>0</b><span class="sub">${name}</span>`}</p><p class="sub">${t("review.known.lost")}</p></div>
    <div><h3>${t(lucky ? "review.lay" : "review.all_seen")}</h3><p class="big"><b>${signed(unit, lucky ? luck : ledger.others)}</b><span class="sub"> ${name}</span></p><p class="sub">${t(lucky ? "review.luck" : "review.term.others")}</p>
      <details><summary>${t("review.lay.open")}</summary><table class="terms"><tbody>${TERMS.map((term, at) => html`<tr><th scope="row">${t(`review.term.${term}`)}</th><td class="num">${at ? signed(unit, ledger[term]) : amount(unit, ledger[term])}</td></tr>`)}
        <tr class="sum"><th scope="row">${t("review.result")}</th><td class="num">${amount(unit, result)}</td></tr></tbody></table></details></div></div>`;
}

/** What the game was worth after every move and draw, and what was lost by then given what could be known. @param {Review} found */
function courses({ moments, decisions, seat }) {
  const of = new Map(decisions.map((one) => [one.turn, one]));
  let sum = 0;
  const worth = [], lost = [], marks = [];
  for (const [at, moment] of moments.entries()) {
    const one = moment.seat === seat ? of.get(moment.turn) : undefined;
    sum += one?.lost ?? 0;
    worth.push(moment.after);
    lost.push(sum);
    if (one && one.mark !== "forced") marks.push({ at, one, value: moment.after });
  }
  return { worth, lost, marks };
}

/** The game by both ledgers, one below the other over the same moves. @param {Reviewing} now @param {Review} found */
function graph(now, found) {
  const { unit } = found;
  const { worth, lost, marks } = courses(found);
  if (worth.length < 2) return nothing;
  const span = unit === "win" ? [Math.min(0, ...worth), Math.max(1, ...worth)] : [Math.min(...worth), Math.max(...worth)];
  const [low, high] = span[0] === span[1] ? [span[0] - 1, span[1] + 1] : span;
  const most = lost[lost.length - 1];
  const x = (/** @type {number} */ at) => at / (worth.length - 1);
  const y = (/** @type {number} */ value) => (high - value) / (high - low);
  const path = (/** @type {number[]} */ list, /** @type {number} */ height, /** @type {(value: number) => number} */ place) =>
    list.map((value, at) => `${(WIDTH * x(at)).toFixed(1)} ${(height * place(value)).toFixed(1)}`).join("L");
  const spoken = t("review.graph.spoken", { from: format.value(unit, worth[0]), to: format.value(unit, worth[worth.length - 1]) });
  const here = marks.find(({ one }) => one.turn === now.chosen);
  const line = (/** @type {number} */ height) => (here ? svg`<path class="here" d="M${WIDTH * x(here.at)} 0V${height}"/>` : nothing);
  const down = path(lost, BELOW, (sum) => (most > 0 ? sum / most : 0));
  return html`<div class="curve game"><h3>${t("review.graph")} <span class="sub">${t(found.hidden ? "review.graph.worth" : "review.graph.worth.all_seen")}</span></h3>
    <div class="plot"><span class="high">${format.value(unit, high)}</span><span class="low">${format.value(unit, low)}</span>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${spoken}>
        ${unit === "win" ? svg`<path class="mid" d="M0 ${HEIGHT * y(0.5)}H${WIDTH}"/>` : nothing}${line(HEIGHT)}<path class="worth" d="M${path(worth, HEIGHT, y)}"/></svg>
      <div class="dots" aria-hidden="true">${marks.map(({ at, one, value }) => html`<button type="button" tabindex="-1" class="dot ${one.mark} ${one === here?.one ? "chosen" : ""}" title="${one.turn}. ${plainSuits(sentence(one.played_label))}: ${t(`mark.${one.mark}`)}" ${vars({ "--x": `${100 * x(at)}%`, "--y": `${100 * y(value)}%` })} @click=${() => show(one)}>${SIGNS[one.mark] ?? ""}</button>`)}</div></div>
    <h3 class="second"><span class="sub">${t("review.graph.lost")}</span></h3>
    <div class="plot below"><span class="high">0</span><span class="low">${most > 0 ? `−${amount(unit, most)}` : ""}</span>
      <svg viewBox="0 0 ${WIDTH} ${BELOW}" preserveAspectRatio="none" role="img" aria-label=${t("review.graph.lost.spoken", { lost: amount(unit, most) })}>${line(BELOW)}<path class="fill" d="M0 0L${down}L${WIDTH} 0Z"/><path class="lost" d="M${down}"/></svg></div></div>`;
}

/** The position of a decision with its analysis, and what is said of it. @param {ReviewedDecision} one */
function show(one) {
  choose(one.turn);
  look(one.turn - 1);
  // Drawn by then: what is said stands below the board.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const said = document.querySelector(".review .opened h3");
    if (said instanceof HTMLElement) said.focus({ preventScroll: true });
    document.querySelector(".cols .main h1")?.scrollIntoView({ block: "start" });
  }));
}

/** What is said of the decision that is looked at. @param {Reviewing} now @param {Review} found */
function opened(now, found) {
  const one = found.decisions.find(({ turn }) => turn === now.chosen);
  if (!one) return nothing;
  return html`<article class="opened"><h3 tabindex="-1">${t("review.opened", { n: one.turn, move: plainSuits(sentence(one.played_label)) })} ${marked(one)}</h3>
    ${one.best === one.played || one.mark === "best" ? nothing : html`<p><span class="label">${t("review.best")}</span> <b>${plainSuits(sentence(one.best_label))}</b> <span class="sub">${t("review.lost")} ${lost(found.unit, one)}</span></p>`}
    <ul>${one.reasons.map((reason) => html`<li>${plainSuits(sentence(reason))}</li>`)}</ul>
    <p class="acts"><button class="mini" type="button" @click=${() => tryAgain(one.turn)}>${icon("redo")}${t("review.try")}</button><button class="mini" type="button" @click=${() => leave(one.turn)}>${t("back_to_now")}</button></p></article>`;
}

/** Back to the end of the game, and to the row. @param {number} turn */
function leave(turn) {
  choose(null);
  look(null);
  const row = document.querySelector(`.review [data-turn="${turn}"]`);
  if (row instanceof HTMLElement) row.focus();
}

/** Whether a decision is worth words: it was wrong, or luck made something of it. @param {ReviewedDecision} one */
const isTold = ({ mark, fate }) => ["inaccuracy", "mistake", "blunder"].includes(mark) || fate !== null;

/** @param {Reviewing} now @param {Review} found */
function decisions(now, found) {
  const made = found.decisions.filter((one) => one.mark !== "forced");
  if (!made.length) return html`<p class="sub">${t("review.none")}</p>`;
  const forced = found.decisions.length - made.length;
  const listed = now.all || made.length <= AT_ONCE ? made : made.filter((one) => isTold(one) || one.turn === now.chosen);
  return html`<h3>${t("review.decisions")} <span class="sub">${t("review.decisions.tap")}</span></h3>
    <table class="decisions"><thead><tr><th scope="col">${t("review.turn")}</th><th scope="col">${t("review.played")}</th><th scope="col">${t("review.mark")}</th><th scope="col" class="num">${t("review.lost")}</th>${found.hidden ? html`<th scope="col" class="num lay">${t("review.sight")}</th>` : nothing}</tr></thead>
    <tbody>${listed.map((one) => row(now, found, one))}</tbody></table>
    ${listed.length < made.length ? html`<button class="more" type="button" @click=${all}>${t("review.all", { n: made.length - listed.length })}</button>` : nothing}
    ${forced ? html`<p class="sub">${counted("review.forced", forced)}</p>` : nothing}`;
}

/** @param {Reviewing} now @param {Review} found @param {ReviewedDecision} one */
function row(now, { unit, hidden }, one) {
  const isOpen = one.turn === now.chosen;
  const sight = one.best === one.played ? "–" : withMargin(unit, one.lost_in_sight, one.lost_in_sight_se);
  return html`<tr class=${isOpen ? "open" : ""}><td class="n">${one.turn}</td><th scope="row"><button type="button" aria-pressed=${String(isOpen)} data-turn=${one.turn} @click=${() => show(one)}>${plainSuits(sentence(one.played_label))}</button></th>
    <td>${marked(one)}</td><td class="num">${lost(unit, one)}</td>${hidden ? html`<td class="num lay">${sight}</td>` : nothing}</tr>`;
}

/** What the figures rest on. @param {Review} found */
function footing({ value_function, limit, hidden }) {
  // How much memory there may be is the server's affair.
  const each = limit.split(",").filter((part) => !part.endsWith("B") && part !== "-").join(", ");
  const resting = t(hidden ? "review.footing" : "review.footing.all_seen", { name: sentence(value_function), hash: value_function.hash });
  return html`<p class="sub footing">${resting}${each ? ` ${t("review.footing.limit", { limit: each })}` : ""}</p>`;
}
