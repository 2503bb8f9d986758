// Nothing is lost: what the server has acknowledged is in its store, and the rest in the browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { cell80, post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

/** Begins a real game of Twin Cool and enters two turns. */
async function begin(page) {
  await page.goto(`${server.origin}/twin-cool/real`);
  for (const card of ["A1", "B2", "C3", "D4", "E5"]) await page.locator(cell80(card)).click();
  await page.locator(".acts .btn.go:enabled").click();
  await until(page, 0);
  for (const [at, entry] of ["A1@1+F3", "C3@2+G7"].entries()) {
    await page.fill("#entry", entry);
    await page.keyboard.press("Enter");
    await until(page, at + 1);
  }
}

const kept = async () => (await (await fetch(`${server.origin}/api/kept`)).json()).games;

/** Waits until the store has a game with this many entries. */
async function stored(entries) {
  for (let tries = 0; tries < 200; tries += 1) {
    const games = await kept();
    if (games.some((game) => game.source.entries?.length === entries)) return games;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no game with ${entries} entries is kept`);
}

test("the server is killed, and a new one shows the game to a browser that never saw it", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await begin(page);
  await stored(2);
  const piles = await page.locator(".pile .on").allInnerTexts();
  await server.stop("SIGKILL");
  await context.close();
  await server.start();
  const other = await visit(browser, server, { budget: 0.3 });
  await other.page.goto(server.origin);
  const row = other.page.locator(".cont li", { hasText: "Twin Cool" });
  await row.locator("a").click();
  await until(other.page, 2);
  assert.deepEqual(await other.page.locator(".pile .on").allInnerTexts(), piles);
  // An undo is kept as well, and the list shows it.
  await other.page.keyboard.press("u");
  await until(other.page, 1);
  const [game] = await stored(1);
  assert.equal(game.revision, 4);
  assert.deepEqual([...faults, ...other.faults], []);
  await other.context.close();
});

test("a store that cannot be written: one notice, and the browser has the game", async () => {
  const { page, context, faults } = await visit(browser, server, { lang: "ja", budget: 0.3 });
  const fault = { code: "io", text: { en: "the disk is full", ja: "ディスクがいっぱいです" }, entry: null, expected: [] };
  await page.route("**/api/kept/*", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 507, json: { fault } }) : route.continue());
  await begin(page);
  await page.locator(".notice .note").waitFor();
  assert.match(await page.locator(".notice .note").innerText(), /^ストアに書けませんでした。 ディスクがいっぱいです。/);
  const before = (await kept()).length;
  await page.goto(server.origin);
  await page.locator(".cont li").first().waitFor();
  assert.equal(await page.locator(".cont li").count(), before + 1);
  await page.locator(".cont li a").first().click();
  await until(page, 2);
  await page.locator(".notice .note").waitFor();
  await page.unroute("**/api/kept/*");
  await page.locator(".notice .mini").click();
  await page.locator(".notice .note").waitFor({ state: "detached" });
  assert.equal((await kept()).length, before + 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the link to the answer leaves a real game in its address", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await begin(page);
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "answer");
  assert.ok(new URL(page.url()).hash.length > 20, page.url());
  await until(page, 2);
  await page.reload();
  await until(page, 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a game leaves as a file, is deleted, and comes back", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await begin(page);
  await stored(2);
  const piles = await page.locator(".pile .on").allInnerTexts();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save as a file" }).click()]);
  const path = await file.path();
  assert.equal(JSON.parse(readFileSync(path, "utf8")).game, "twin-cool");
  await page.goto(server.origin);
  await page.locator(".cont li").first().waitFor();
  for (let left = await page.locator(".cont li").count(); left > 0; left -= 1) {
    await page.locator(".cont li .tool").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".cont li").length === n, left - 1);
  }
  assert.deepEqual(await kept(), []);
  await page.locator("input[type=file]").setInputFiles(path);
  await until(page, 2);
  assert.deepEqual(await page.locator(".pile .on").allInnerTexts(), piles);
  await stored(2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a link that is only looked at is not kept; its first entry keeps it", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  const before = (await kept()).length;
  await page.goto(`${server.origin}/twin-cool?seed=5&seat=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  assert.equal((await kept()).length, before);
  await page.keyboard.press("Enter");
  await until(page, 1);
  await page.getByRole("link", { name: "Save as a file" }).waitFor();
  assert.equal((await kept()).length, before + 1);
  // What Yomi opens with is no entry of ours.
  await page.goto(`${server.origin}/kuhn?seed=4&seat=1&against=best`);
  await until(page, 1);
  await page.locator(".cols[data-status=done]").waitFor();
  assert.equal((await kept()).length, before + 1);
  await page.keyboard.press("c");
  await page.getByRole("link", { name: "Save as a file" }).waitFor();
  assert.equal((await kept()).length, before + 2);
  await page.goto(server.origin);
  // A draw that the store tells beside its turn is none.
  await page.locator(".cont li", { hasText: "Twin Cool" }).first().locator("a").click();
  await until(page, 1);
  await page.keyboard.press("u");
  await until(page, 0);
  assert.deepEqual(faults, []);
  await context.close();
});

/** Types an entry. @param {import("playwright-core").Page} page @param {string} text */
async function type(page, text) {
  await page.fill("#entry", text);
  await page.keyboard.press("Enter");
}

/** Waits until the address says that these moves were made. @param {import("playwright-core").Page} page @param {string} moves */
const movesAre = (page, moves) => page.waitForFunction((wanted) => new URLSearchParams(location.search).get("moves") === wanted, moves);

test("what waits for the server is sent when the page is loaded anew, before anything newer", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/connect-four?seed=0`);
  await until(page, 0);
  await type(page, "4");
  await movesAre(page, "4");
  await server.stop("SIGKILL");
  for (const column of ["1", "2"]) {
    await type(page, column);
    await page.waitForFunction((text) => document.querySelector(".answer .lead")?.textContent?.includes(text), column);
  }
  await server.start();
  await page.reload();
  await movesAre(page, "4.1.2");
  await until(page, 3);
  await type(page, "7");
  await movesAre(page, "4.1.2.7");
  // Another absence, in which nothing is entered, changes nothing.
  await server.stop("SIGKILL");
  await page.locator(".answer.dim").waitFor();
  await server.start();
  await page.locator(".answer:not(.dim)").waitFor();
  await until(page, 4);
  await movesAre(page, "4.1.2.7");
  assert.deepEqual(faults, []);
  await context.close();
});

/** The kept game that the tab is on. @param {import("playwright-core").Page} page */
const keptOf = async (page) => (await fetch(`${server.origin}/api/kept/${await page.evaluate(() => history.state.kept)}`)).json();

/** Waits until the game of this tab is in the store with these moves. @param {import("playwright-core").Page} page @param {string} moves */
async function keptAs(page, moves) {
  for (let tries = 0; tries < 200; tries += 1) {
    const game = await keptOf(page);
    if (game.source?.moves?.join(".") === moves) return game;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${moves} is not kept, but ${JSON.stringify(await keptOf(page))}`);
}

test("two tabs on one game: what the other one has entered is never written over, and a reload shows it", async () => {
  const { page: one, context, faults } = await visit(browser, server, { budget: 0.3 });
  await one.goto(`${server.origin}/connect-four?seed=8`);
  await until(one, 0);
  await type(one, "4");
  await movesAre(one, "4");
  const { id } = await keptAs(one, "4");
  const list = await context.newPage();
  await list.goto(server.origin);
  assert.match(await list.locator(".cont li", { hasText: "deal 8" }).innerText(), /deal 8, 1 move$/m);
  const [two, three] = [await context.newPage(), await context.newPage()];
  for (const tab of [two, three]) {
    await tab.goto(`${server.origin}/connect-four?kept=${id}`);
    await until(tab, 1);
  }
  for (const [at, column] of ["3", "3", "5"].entries()) {
    await type(one, column);
    await until(one, at + 2);
  }
  await keptAs(one, "4.3.3.5");
  // A tab that is behind says so, and what is entered in it is a game of its own.
  await type(two, "1");
  await two.locator(".notice .note").waitFor();
  assert.match(await two.locator(".notice .note").innerText(), /^Another tab has gone on with this game/);
  const own = await keptAs(two, "4.1");
  assert.notEqual(own.id, id);
  assert.deepEqual((await keptAs(one, "4.3.3.5")).id, id);
  await type(two, "2");
  await movesAre(two, "4.1.2");
  assert.equal((await keptAs(two, "4.1.2")).id, own.id);
  await two.locator(".notice a").click();
  await movesAre(two, "4.3.3.5");
  assert.equal(await two.locator(".notice .note").count(), 0);
  // A reload of one that is behind goes on with the game as it is.
  await three.reload();
  await movesAre(three, "4.3.3.5");
  await type(three, "6");
  assert.equal((await keptAs(three, "4.3.3.5.6")).id, id);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a writing of which the page was not told is no other tab", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/connect-four?seed=9`);
  await until(page, 0);
  await type(page, "4");
  await keptAs(page, "4");
  // It is written, and the answer is lost on its way.
  await page.route("**/api/kept/*", async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), origin: server.origin } });
    assert.equal(response.status(), 200);
    await route.abort();
  }, { times: 1 });
  await type(page, "5");
  await page.locator(".answer.dim").waitFor();
  await page.locator(".answer:not(.dim)").waitFor();
  await type(page, "6");
  const game = await keptAs(page, "4.5.6");
  assert.equal((await kept()).filter(({ source }) => source.seed === 9).length, 1, game.id);
  assert.equal(await page.locator(".notice .note").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a deal with a sealed move is gone on with from the list, in the browser that plays it", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/simultaneous-maze?seed=1&seat=1&against=best&set=size:3x5,turns:3`);
  const walk = () => page.locator(".pad button:enabled").first().click();
  await until(page, 1);
  await walk();
  await until(page, 3);
  await page.getByRole("link", { name: "Save as a file" }).waitFor();
  await page.locator(".cols[data-status=done]").waitFor();
  await page.goto(server.origin);
  const row = page.locator(".cont li", { hasText: "Simultaneous maze" });
  assert.match(await row.innerText(), /deal 1, 3 moves/);
  await row.locator("a").click();
  await until(page, 3);
  await walk();
  await until(page, 5);
  await walk();
  await until(page, 6);
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the list counts what players did, and not what was dealt between", async () => {
  const deal = { game: "leduc", settings: {}, source: { seed: 3, moves: ["check", "check", "check"], seat: 0 } };
  const put = (id, place) => fetch(`${server.origin}/api/kept/${id}`, {
    method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...place, revision: 0 }),
  });
  assert.equal((await put("count-deal", deal)).status, 200);
  const { view } = await post(server.origin, "/api/positions", deal);
  assert.equal((await put("count-real", { game: "leduc", settings: {}, source: { view } })).status, 200);
  const { page, context, faults } = await visit(browser, server);
  await page.goto(server.origin);
  for (const id of ["count-deal", "count-real"]) {
    const row = page.locator(`a[href='/leduc?kept=${id}']`);
    await row.waitFor();
    assert.match(await row.innerText(), /\b3 moves/, id);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
