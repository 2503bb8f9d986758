// @ts-check
// The maze as a picture, with the expected line on it. A screen reader gets the server's text of the board.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { isOurs } from "../analysis.js";
import { enter } from "../game.js";
import { vars } from "../vars.js";
import { sentence, t } from "../words.js";
import { cellOf, mazeOf, pointsAt, same, walks, wayTo } from "./mazes-board.js";
import { points } from "./mazes.js";

/** @import { State } from "../types" */
/** @typedef {import("./mazes-board.js").Cell} Cell */
/** @typedef {import("./mazes-board.js").Maze} Maze */

/** Units of a cell in the picture. */
const CELL = 20;
/** The most cells of a line that are drawn: what is far is no more than a guess. */
const LONGEST = 60;

/** @param {State} state */
export function picture(state) {
  const { position, looking } = state;
  if (!position) return nothing;
  const maze = mazeOf(position);
  const { height, width } = maze;
  const line = state.prefs.hidden || !isOurs() ? [] : (state.analysis.figures?.line ?? []).slice(0, LONGEST);
  const tap = (/** @type {MouseEvent} */ event) => looking === null && !maze.places && isOurs() && walkTo(state, maze, event);
  const text = html`<pre class="sr" tabindex="-1">${sentence(position.board)}</pre>`;
  return html`<div class="mz ${maze.places ? "places" : ""}" ${vars({ "--columns": width, "--rows": height })}>${maze.places ? nothing : text}
    <svg viewBox="-2 -2 ${CELL * width + 4} ${CELL * height + 4}" aria-hidden="true" focusable="false" @click=${tap}>
      ${ground(maze)}${maze.places ? nothing : way(state, maze, line)}${digits(maze, maze.places ? [] : walks(maze, line, mover(state, maze)).flat())}${maze.places ? plan(state, maze, line) : nothing}${standing(maze)}</svg>
    ${maze.places ? cells(state, maze) : nothing}</div>`;
}

/** The middle of a cell. @param {Cell} cell */
const middle = ([row, column]) => [CELL * column + CELL / 2, CELL * row + CELL / 2];

/** Every cell with what lies there. @template T @param {Maze} maze @param {(digit: string, cell: Cell) => T} draw */
const each = ({ points }, draw) => points.map((line, row) => [...line].map((digit, column) => draw(digit, [row, column])));

/** @param {Maze} maze */
const ground = (maze) => each(maze, (digit, [row, column]) =>
  svg`<rect x=${CELL * column} y=${CELL * row} width=${CELL} height=${CELL} class=${digit === "#" ? "wall" : `g${digit}`}/>`);

/** Whose character moves first. @param {State} state @param {Maze} maze */
const mover = ({ position }, { characters }) => (characters.length > 1 ? (position?.to_move ?? 0) : 0);

/** Over the line, so that both can be read. @param {Maze} maze @param {Cell[]} crossed */
const digits = (maze, crossed) => each(maze, (digit, cell) => {
  const [x, y] = middle(cell);
  const none = digit === "#" || digit === "0" || maze.characters.some((one) => same(one, cell));
  return none ? nothing : svg`<text x=${x} y=${y + 3.6} class=${crossed.some((one) => same(one, cell)) ? "crossed" : ""}>${digit}</text>`;
});

/** Who stands where: a filled disc, and a ring. @param {Maze} maze */
function standing(maze) {
  const together = maze.characters.length > 1 && !maze.places && same(maze.characters[0], maze.characters[1]);
  return maze.characters.map((cell, i) => {
    const [x, y] = middle(cell);
    const sole = maze.places || maze.characters.length === 1;
    return svg`<circle cx=${x} cy=${y} r=${together && i === 1 ? 9.2 : 7.4} class="stands s${sole ? 0 : i}"/>${sole ? maze.places ? svg`<text x=${x} y=${y + 3.4} class="on s0">${i + 1}</text>` : nothing : svg`<text x=${x} y=${y + 3.4} class="on s${i}">${together ? "" : i === 0 ? "A" : "B"}</text>`}`;
  });
}

/** The line that is expected, and its first cell. @param {State} state @param {Maze} maze @param {string[]} line */
function way(state, maze, line) {
  const own = mover(state, maze);
  const ways = walks(maze, line, own);
  const chosen = state.chosen ?? line[0];
  const next = chosen && isOurs() && !(state.prefs.hidden && !state.chosen) ? walks(maze, [chosen], own)[own]?.[1] : undefined;
  const mark = next ? svg`<rect x=${CELL * next[1] + 1.5} y=${CELL * next[0] + 1.5} width=${CELL - 3} height=${CELL - 3} rx="4" class="next"/>` : nothing;
  return svg`${mark}${ways.map((walk, i) => {
    // Of a single move the mark is enough.
    if (walk.length < 2 || line.length < 2) return nothing;
    const path = walk.map((cell) => middle(cell).join(" "));
    const [x, y] = path[path.length - 1].split(" ");
    return svg`<path d="M${path.join("L")}" class="way ${i === own ? "" : "other"}"/><circle cx=${x} cy=${y} r="8" class="end ${i === own ? "" : "other"}"/>`;
  })}`;
}

/** Where the rest is placed. @param {State} state @param {Maze} maze @param {string[]} line */
const plan = (state, maze, line) =>
  (state.chosen && !line.includes(state.chosen) ? [state.chosen] : line).map((text, i) => {
    const [x, y] = middle(cellOf(text));
    return svg`<circle cx=${x} cy=${y} r="8" class="plan ${i === 0 ? "first" : ""}"/><text x=${x} y=${y + 3.4} class="planned">${pointsAt(maze, cellOf(text))}</text>`;
  });

/** A tap on a cell beside the character goes there. @param {State} state @param {Maze} maze @param {MouseEvent} event */
function walkTo({ position }, maze, event) {
  const drawn = /** @type {SVGSVGElement} */ (event.currentTarget).getBoundingClientRect();
  const unit = drawn.width / (CELL * maze.width + 4);
  const at = (/** @type {number} */ x) => Math.floor((x / unit - 2) / CELL);
  const from = maze.characters[maze.characters.length > 1 ? (position?.seat ?? 0) : 0];
  const to = wayTo(from, [at(event.clientY - drawn.top), at(event.clientX - drawn.left)]);
  if (to && position?.legal.some((one) => one.move === to)) enter(to);
}

/** Cells that can be chosen, as a grid for keys and screen readers over the picture. @param {State} state @param {Maze} maze */
function cells(state, maze) {
  const { position, looking } = state;
  const legal = new Set(looking === null && isOurs() ? position?.legal.map((one) => one.move) : []);
  const focus = [...legal][0];
  return html`<table class="taps" data-grid><caption class="sr">${t("maze.board")}</caption><tbody>${maze.points.map((line, row) => html`<tr>${[...line].map((digit, column) => {
    const move = `${row},${column}`;
    const taken = maze.characters.some((cell) => same(cell, [row, column]));
    const said = t("maze.cell", { row: row + 1, column: column + 1, points: taken ? t("maze.occupied") : points(digit) });
    return html`<td><button type="button" data-at=${move} tabindex=${move === focus ? "0" : "-1"} ?disabled=${!legal.has(move)} aria-label=${said} @click=${() => enter(move)}></button></td>`;
  })}</tr>`)}</tbody></table>`;
}
