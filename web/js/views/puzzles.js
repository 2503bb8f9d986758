// @ts-check
// Puzzles: the list of games that have some, and a sitting: the question beside the board, then the answer in its place.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { address } from "../address.js";
import { go } from "../app.js";
import * as format from "../format.js";
import { kitOf } from "../kits.js";
import { giveUp, more, next } from "../puzzles.js";
import { state as store } from "../store.js";
import { addTexts } from "../texts.js";
import texts from "../texts/puzzles.js";
import { counted, nameOf, sentence, t, textOr } from "../words.js";
import { ended, icon, oneOf, plainSuits } from "./parts.js";
import { rules } from "./rules.js";

export { begin, list, resume } from "../puzzles.js";

/** @import { Fault, PuzzleCount, PuzzlesOfGame, Question, Sitting, State, Told } from "../types" */
/** @typedef {import("../kits.js").Kit} Kit */

addTexts(texts);

const LEVELS = [1, 2, 3, 4, 5];

/** @param {State} state */
export function puzzles(state) {
  const { page, sitting } = state;
  const kit = kitOf(page.game);
  return page.game && sitting && kit ? sittingOf(state, sitting, kit) : listOf(state);
}

/** How one stands with some puzzles. @param {PuzzleCount} count */
const standing = ({ due, new: fresh, sit }) =>
  [due ? t("puzzles.due", { n: due }) : "", fresh ? t("puzzles.new", { n: fresh }) : "", sit ? t("puzzles.sit", { n: sit }) : ""].filter(Boolean).join(" · ");

/** @param {string} game @param {number | null} level */
const path = (game, level) => `/${game}/puzzles${level === null ? "" : `?level=${level}`}`;

/** @param {State} state */
function listOf(state) {
  const { puzzles, fault } = state;
  return html`<main class="wrap pz" id="main"><h1>${t("puzzles")}</h1><p class="lede">${t("puzzles.lede")}</p>
    ${failure(state, fault)}
    ${puzzles ? html`<ul class="pzs">${puzzles.games.map(ofGame)}</ul><p class="sub">${keptIn(puzzles.store)}</p>` : nothing}</main>`;
}

/** What did not go as it should, where one looks and in every state of the page. @param {State} state @param {Fault | null} fault */
const failure = ({ away, prefs }, fault) => html`<div role="alert">
  ${away ? html`<p class="note" id="failed"><b>${t("state.gone")}</b> ${t("puzzle.gone")}</p>` : fault ? html`<p class="note" id="failed">${ended(plainSuits(fault.text[prefs.lang]), prefs.lang)}</p>` : nothing}</div>`;

/** @param {PuzzlesOfGame} of */
const ofGame = ({ game, all, levels }) => html`<li><h2><a href=${path(game, null)}>${nameOf(game)}</a></h2>
  <p><b>${t("puzzles.all", { n: all.puzzles })}</b> <span class="sub">${standing(all)}</span></p>
  <p class="levels"><span class="label">${t("puzzles.level")}</span>${levels.map((level, at) => (level.puzzles ? html`<a class="mini" href=${path(game, at + 1)} aria-label=${t("puzzles.level.n", { n: at + 1, of: level.puzzles })}>${at + 1}</a>` : nothing))}</p></li>`;

/** @param {string | null} file */
const keptIn = (file) => (file === null ? t("puzzles.memory") : t("puzzles.kept", { file }));

/** @param {State} state @param {Sitting} sitting @param {Kit} kit */
function sittingOf(state, sitting, kit) {
  const { question, told, done } = sitting;
  if (!question) return html`<main class="wrap pz" id="main"><div class="cols"><div class="side">${done ? atEnd(state, sitting) : nothing}${around(state, sitting)}</div>
    <div class="main"><section class="sec o2"><h1>${nameOf(state.page.game)}</h1>${done ? nothing : failure(state, sitting.failed)}${rules(state)}</section></div></div></main>`;
  const bare = withoutAdvice(state);
  return html`<main class="wrap pz" id="main"><div class="cols" data-puzzle=${question.id} data-told=${String(told !== null)}>
    <div class="side">${told ? answer(state, sitting, question, told, kit) : asking(state, sitting, question)}${around(state, sitting)}${kit.aside?.(bare) ?? nothing}</div>
    <div class="main">${kit.board(bare)}${kit.history(bare)}<div class="o8">${rules(state)}</div></div></div></main>`;
}

/** The page as it is, with advice hidden: a change of anything else is seen through it. @param {State} state @returns {State} */
const withoutAdvice = (state) => Object.create(state, { prefs: { value: { ...state.prefs, hidden: true } } });

/** Which question this is. @param {Sitting} sitting @param {Question} question */
const which = ({ again, number: [n, of] }, { level }) => (again ? t("puzzle.again", { level }) : t("puzzle.n", { n, of, level }));

/** @param {State} state @param {Sitting} sitting @param {Question} question */
function asking(state, sitting, question) {
  const { players, seat } = question.position;
  return html`<section class="sec answer o1" id="answer" aria-labelledby="ah">
    <div class="state"><span class="sign"><span class=${sitting.busy ? "pulse" : "still"} aria-hidden="true"></span></span><span>${which(sitting, question)}</span></div>
    <h2 id="ah" tabindex="-1">${players > 1 ? t("puzzle.question.seat", { seat }) : t("puzzle.question")}</h2>
    <p class="lead">${t("puzzle.how")}</p>
    ${failure(state, sitting.failed)}
    <p class="acts"><button class="btn" type="button" id="give-up" aria-disabled=${sitting.busy ? "true" : nothing} @click=${giveUp}>${icon("eye")}${t("puzzle.give_up")}</button></p></section>`;
}

/** @param {State} state @param {Sitting} sitting @param {Question} question @param {Told} told @param {Kit} kit */
function answer(state, sitting, question, told, kit) {
  const { right, best, verdict, why, again, missed } = told;
  const [n, of] = missed;
  return html`<section class="sec answer o1 ${right ? "right" : "wrong"}" id="answer" aria-labelledby="ah">
    <div class="state"><span class="sign">${right ? icon("tick", "tick") : html`<span class="bang" aria-hidden="true">!</span>`}</span><span>${which(sitting, question)}</span></div>
    <h2 id="ah">${plainSuits(sentence(verdict))}</h2>
    <div class="say"><div class="move" data-move=${best.move}><small>${t("puzzle.best")}</small>${kit.move(best, true)}</div><div class="figure">${lead(told)}</div></div>
    ${failure(state, sitting.failed)}
    <p class="acts"><button class="btn go" type="button" id="next" aria-describedby="ah" @click=${next}>${t("puzzle.next")}${icon("right")}</button><button class="btn quiet" type="button" @click=${analysed}>${t("puzzle.look")}</button></p>
    <p class="sub">${told.counted ? nothing : t("puzzle.not_counted")} ${sentence(again)}</p>
    <h3>${t("puzzle.why")}</h3><ul class="reasons">${why.map((one, at) => html`<li class=${at === 1 ? "main" : ""}><span>${plainSuits(sentence(one))}</span></li>`)}</ul>
    <p class="sub">${t("puzzle.missed", { n, of })}</p></section>`;
}

/** How far the best move is ahead of the next one, and how that is known. @param {Told} told */
function lead({ unit, lead, lead_se, bound }) {
  const kind = t(`puzzle.kind.${bound}`);
  const margin = lead_se > 0 ? t("puzzle.margin", { margin: format.difference(unit, 1.96 * lead_se), kind }) : kind;
  return html`<b>+${format.difference(unit, lead)}</b><span class="of">${textOr(`puzzle.ahead.${unit}`, unit)}</span><span class="of">${margin}</span>`;
}

/** The same position with its analysis, on the page of the game. */
async function analysed() {
  if (store.session) go(await address(store.session));
}

/** Level, how one stands, and where answers are remembered. @param {State} state @param {Sitting} sitting */
function around({ page, store: file }, { level, counted: count }) {
  const options = [{ value: "", text: t("puzzles.level.all") }, ...LEVELS.map((n) => ({ value: String(n), text: String(n) }))];
  const choose = (/** @type {string} */ value) => go(path(page.game, value ? Number(value) : null));
  return html`<section class="sec o8 pzaround"><div class="run"><span class="label">${t("puzzles.level")}</span>${oneOf(t("puzzles.level"), options, level === null ? "" : String(level), choose)}</div>
    <p class="sub">${count ? standing(count) : "\u00A0"}</p><p class="sub">${keptIn(file)}</p><p><a href="/puzzles">${t("puzzles.to_list")}</a></p></section>`;
}

/** @param {State} state @param {Sitting} sitting */
function atEnd(state, { answered, right, counted: count, failed }) {
  const left = count ? count.due + count.new : 0;
  const none = !count || left ? "" : count.next_in_days === null ? t("puzzle.none.all") : counted("puzzle.none.next", count.next_in_days);
  return html`<section class="sec answer o1" id="answer" aria-labelledby="ah">
    <div class="state"><span class="sign">${icon("tick", "tick")}</span><span></span></div>
    <h2 id="ah" tabindex="-1">${answered ? t("puzzle.done", { n: right, of: answered }) : t("puzzle.none")}</h2>
    <p class="lead">${none}</p>
    ${failure(state, failed)}
    ${left && answered ? html`<p class="acts"><button class="btn go" type="button" id="next" @click=${more}>${t("puzzle.more")}${icon("right")}</button></p>` : nothing}</section>`;
}
