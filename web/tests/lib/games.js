// Whole games to enter: played out by the server's rules, and told as one seat saw them.

/** @param {string} origin @param {string} path @param {unknown} body */
export async function post(origin, path, body) {
  const response = await fetch(origin + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * Plays a deal to its end by simple choices, and tells it as the seat saw it.
 * @param {string} origin @param {string} game @param {number} seed @param {number} seat
 * @param {(legal: string[], turn: number) => string} choose
 */
export async function playedOut(origin, game, seed, seat, choose) {
  const moves = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const at = await post(origin, "/api/positions", { game, source: { seed, moves } });
    if (at.over) break;
    moves.push(choose(at.legal.map((one) => one.move), turn));
  }
  const { view } = await post(origin, "/api/positions", { game, source: { seed, moves, seat } });
  return { start: view.start, entries: view.history };
}

export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Where a card of Sevens is on the table. @param {string} card */
export const cell = (card) => `.seven [data-at="${SUITS.indexOf(card[0])},${RANKS.indexOf(card.slice(1))}"]`;

/** Where a card of Twin Cool is in the grid. @param {string} card */
export const cell80 = (card) => `.eighty [data-at="${"ABCDEFGH".indexOf(card[0])},${Number(card.slice(1)) - 1}"]`;

/** Waits until this many entries are in. @param {import("playwright-core").Page} page @param {number} n */
export const until = (page, n) =>
  page.waitForFunction((count) => {
    const cols = document.querySelector(".cols");
    return cols?.dataset.entries === String(count) && cols.dataset.busy === "false";
  }, n);
