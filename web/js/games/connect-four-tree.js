// @ts-check
// The top of the tree of mcts: a branch opens on demand, and deeper ones are asked for.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import * as format from "../format.js";
import { vars } from "../vars.js";
import { t } from "../words.js";
import { sr } from "../views/parts.js";
import { PLAYOUTS, toggle } from "./connect-four-beside.js";

/** @import { Branch, State } from "../types" */

/** @typedef {{branch: Branch, path: string, depth: number, last: boolean}} Row */

/** @param {State} state */
export function tree(state) {
  const { position, beside, prefs } = state;
  if (!position || prefs.hidden || !isOurs() || !beside || beside.key !== position.key) return nothing;
  const top = beside.advice?.tree;
  const list = top ? visible(top.children, "", 0, beside.open) : null;
  return html`<section class="sec o6" aria-labelledby="trh" id="tree" tabindex="-1"><header><h2 id="trh">${t("c4.tree")}</h2><span class="sub">${t("c4.tree.sub", { n: format.count(PLAYOUTS) })}</span></header>
    <table class="tree"><thead><tr><th scope="col">${t("move")}</th><th scope="col" class="vw">${sr(t("share.col"))}</th><th scope="col" class="num">${t("c4.visits")}</th>
      <th scope="col" class="num">${t("c4.rate")}</th><th scope="col" class="num dim">${t("c4.exploit")}</th><th scope="col" class="num dim">${t("c4.explore")}</th><th scope="col" class="num">${t("c4.sum")}</th></tr></thead>
    <tbody>${list ? list.map((one) => row(state, one, top?.visits ?? 1)) : position.legal.map(empty)}</tbody></table></section>`;
}

/** The branches that are seen, the one most visited first. @param {Branch[]} branches @param {string} above @param {number} depth @param {string[]} open @returns {Row[]} */
function visible(branches, above, depth, open) {
  const sorted = branches.filter((one) => one.move !== null).sort((a, b) => b.visits - a.visits);
  return sorted.flatMap((branch, at) => {
    const path = above ? `${above} ${branch.move}` : String(branch.move);
    const row = { branch, path, depth, last: at === sorted.length - 1 };
    return open.includes(path) ? [row, ...visible(branch.children, path, depth + 1, open)] : [row];
  });
}

/** @param {State} state @param {Row} row @param {number} all */
function row({ beside }, { branch, path, depth, last }, all) {
  const { move, seat, visits, value, exploit, explore } = branch;
  const open = beside?.open.includes(path) ?? false;
  const more = branch.children.length > 0 || branch.goes_on;
  const disc = seat === 0 ? "●" : "○";
  const name = html`<b>${move}</b> <span class="disc">${disc}</span>`;
  const fixed = (/** @type {number | null} */ x) => (x === null ? "–" : format.fixed(x, 3));
  return html`<tr class=${depth ? "deep" : ""}><th scope="row"><span class="in" ${vars({ "--depth": depth })}>${depth ? html`<span class="br" aria-hidden="true">${last ? "└" : "├"}</span>` : nothing}
      ${more ? html`<button type="button" aria-expanded=${String(open)} aria-label=${t("c4.branch", { line: path })} @click=${() => toggle(path, branch.children.length > 0)}><span class="tri" aria-hidden="true">${open ? "▾" : "▸"}</span>${name}</button>` : html`<span class="leaf">${name}</span>`}</span></th>
    <td class="vw"><span class="vbar" aria-hidden="true"><i ${vars({ "--v": `${(100 * visits) / all}%` })}></i></span></td>
    <td class="num">${format.count(visits)}</td><td class="num">${format.value("win", value)}</td>
    <td class="num dim">${fixed(exploit)}</td><td class="num dim">${fixed(explore)}</td>
    <td class="num">${exploit === null || explore === null ? "–" : format.fixed(exploit + explore, 3)}</td></tr>`;
}

/** Its place is kept until it is there. */
const empty = () => html`<tr><th scope="row"><span class="in"><span class="leaf">–</span></span></th><td class="vw"><span class="vbar"></span></td><td class="num">–</td><td class="num">–</td><td class="num dim">–</td><td class="num dim">–</td><td class="num">–</td></tr>`;
