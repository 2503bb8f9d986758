// Pictures of the page for the READMEs and docs: YOMI_BIN=../../target/release/yomi node pictures.js

import { launch, Server, visit } from "./lib/browser.js";
import { playedOut } from "./lib/games.js";

const SEVENS = "/sevens?seed=3&seat=1&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4";
const TWIN_COOL = "/twin-cool?seed=5";

/** A position with its advice. */
const advised = (page) => page.locator(".cols[data-status=done]").waitFor();

/** The review of a game that is over. */
async function reviewed(page) {
  await page.locator("#review").click();
  await page.locator(".review[data-status=done]").waitFor();
  await page.locator(".review").evaluate((review) => review.scrollIntoView());
}

/** A puzzle with its answer. */
async function told(page) {
  await page.locator("#give-up").click();
  await page.locator(".cols[data-told=true]").waitFor();
}

const server = await new Server({ store: false }).start();
const browser = await launch();
/** A game that is over, and in which much went wrong. @type {string[]} */
const moves = [];
await playedOut(server.origin, "sevens", 3, 1, (legal, turn) => {
  moves.push(legal[(7 * turn) % legal.length]);
  return moves[turn];
});
for (const [name, path, ready, { lang = "en", dark = false, clip }] of [
  ["page-sevens", SEVENS, advised, {}],
  ["page-sevens-ja", SEVENS, advised, { lang: "ja" }],
  ["page-twin-cool", TWIN_COOL, advised, { dark: true }],
  ["page-review", `/sevens?seed=3&seat=1&moves=${moves.join(".")}`, reviewed, { clip: { x: 0, y: 0, width: 804, height: 900 } }],
  ["page-puzzle", "/connect-four/puzzles?level=3", told, {}],
]) {
  const { page, context } = await visit(browser, server, { lang, dark });
  await page.goto(server.origin + path);
  await ready(page);
  await page.screenshot({ path: `../../docs/pictures/${name}.png`, clip });
  await context.close();
}
await browser.close();
await server.end();
