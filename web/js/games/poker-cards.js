// @ts-check
// The cards of Kuhn and Leduc, and what the betting asks for next, for the buttons. What may be done, the
// server says.

import { html } from "../../vendor/lit-html/lit-html.js";

/** @import { Shown } from "../types" */

export const CARDS = ["J", "Q", "K"];

/** @param {string} card */
export const playingCard = (card) => html`<span class="rank">${card}</span>`;

/** What was said in the present round. @param {Shown} position @returns {string[]} */
export function round({ view }) {
  const betting = /** @type {string[] | string[][]} */ (view.betting);
  if (!Array.isArray(betting[0]) && !Array.isArray(betting[1])) return /** @type {string[]} */ (betting);
  const [first, second] = /** @type {string[][]} */ (betting);
  return view.public ? second : first;
}

/** The words that the opponent may have said; the server refuses what cannot be. @param {Shown} position */
export function words(position) {
  const said = round(position);
  const owes = ["bet", "raise"].includes(said.at(-1) ?? "");
  if (!owes) return ["check", "bet"];
  const raises = said.filter((word) => word === "bet" || word === "raise").length;
  return position.game === "leduc" && raises < 2 ? ["fold", "call", "raise"] : ["fold", "call"];
}

/** Whether this word shows the cards. @param {Shown} position @param {string} word */
export function isShowdown(position, word) {
  const last = position.game === "kuhn" || position.view.public !== null;
  return last && (word === "call" || (word === "check" && round(position).at(-1) === "check"));
}

/** The chips that each seat has put in, as the board says. @param {Shown} position @returns {[number, number]} */
export function chips({ board }) {
  const found = /chips:\s+(\d+)\s+(\d+)/.exec(board.en);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}
