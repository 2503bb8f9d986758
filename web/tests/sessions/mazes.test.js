// The five mazes: walked by arrow keys and by taps, placed by taps, against Yomi, watched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { accessible, hides, isDone, lastEvent, recordEvents, still } from "../lib/checks.js";
import { post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
const SMALL = "set=size:5x6,turns:8";
const ARROW = { U: "ArrowUp", L: "ArrowLeft", R: "ArrowRight", D: "ArrowDown" };

const isOver = (page) => page.waitForFunction(() => /over|終わりました/.test(document.querySelector(".answer .state")?.textContent ?? ""));

test("a maze by arrow keys alone, as Yomi says: what it promised is what is collected", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/maze?seed=4&${SMALL}`);
  await page.locator(".cols[data-status=done]").waitFor();
  const promised = Number((await page.locator(".answer .figure b").innerText()).replace(/\D/g, ""));
  const line = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await page.locator(".cols[data-status=done]").waitFor();
    const best = (await page.locator(".pad .best").first().getAttribute("class")).match(/to-(.)/)[1];
    line.push(best);
    await page.keyboard.press(ARROW[best]);
    await until(page, turn + 1);
  }
  await isOver(page);
  const collected = Number((await page.locator(".answer .move .words").innerText()).replace(/\D/g, ""));
  assert.ok(collected >= promised, `${collected} of ${promised}`);
  const { payoffs } = await post(server.origin, "/api/positions", { game: "maze", settings: { size: "5x6", turns: 8 }, source: { seed: 4, moves: line } });
  assert.equal(collected, payoffs[0]);
  for (let n = 7; n >= 0; n -= 1) {
    await page.keyboard.press("u");
    await until(page, n);
  }
  await page.keyboard.press("/");
  await page.keyboard.type(line.join("").toLowerCase());
  await page.keyboard.press("Enter");
  await until(page, 8);
  await isOver(page);
  // While one looks back, arrows go through the history.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await page.locator(".lookback").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator("header .sub", { hasText: "before turn 2" }).waitFor();
  assert.equal(await page.locator(".cols").getAttribute("data-entries"), "8");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the expected line is drawn from cell to cell, as the server says", async () => {
  const { page, context } = await visit(browser, server);
  await recordEvents(page);
  await page.goto(`${server.origin}/walled-maze?seed=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  const { line } = await lastEvent(page, "answer");
  const path = await page.locator(".mz path.way").getAttribute("d");
  const cells = path.slice(1).split("L").map((point) => point.split(" ").map((x) => Math.floor(Number(x) / 20)));
  const ways = cells.slice(1).map(([x, y], i) => ({ "0,-1": "U", "0,1": "D", "-1,0": "L", "1,0": "R" })[`${x - cells[i][0]},${y - cells[i][1]}`]);
  assert.deepEqual(ways, line);
  await context.close();
});

test("a maze by taps at 390 px in Japanese: neighbouring cells and the four buttons", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja" });
  await page.goto(`${server.origin}/walled-maze?seed=0&set=size:7x7,turns:6`);
  await until(page, 0);
  for (let turn = 0; turn < 6; turn += 1) {
    await page.locator(".cols[data-status=done]").waitFor();
    if (turn % 2) await page.locator(".dock .pad button:enabled").first().tap();
    else {
      // The cell that Yomi marks, tapped in the picture itself.
      await page.locator(".mz svg").scrollIntoViewIfNeeded();
      const box = await page.locator(".mz rect.next").boundingBox();
      await page.evaluate((y) => scrollBy(0, y), box.y - 420);
      const now = await page.locator(".mz rect.next").boundingBox();
      await page.touchscreen.tap(now.x + now.width / 2, now.y + now.height / 2);
    }
    await until(page, turn + 1);
  }
  await isOver(page);
  assert.match(await page.locator(".answer .move").innerText(), /\d+ 点/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("characters are placed by keyboard and by tap", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/auto-maze?seed=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  assert.equal(await page.locator(".mz circle.plan").count(), 3);
  // By the grid: its first cell, then two to the right.
  await page.locator('.taps [tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await until(page, 1);
  assert.match(page.url(), /moves=0%2C2/);
  await page.locator('.taps [data-at="3,1"]').click();
  await until(page, 2);
  await page.locator(".cols[data-status=done]").waitFor();
  await page.locator("#play").click();
  await until(page, 3);
  await isOver(page);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const game of ["alternating-maze", "simultaneous-maze"]) {
  test(`${game} against Yomi, by keys, to the end`, async () => {
    const { page, context, faults } = await visit(browser, server);
    await page.goto(`${server.origin}/${game}?seed=1&seat=0&against=best&set=size:3x5,turns:${game === "alternating-maze" ? 6 : 3}`);
    await until(page, 0);
    for (let turn = 0; turn < 3; turn += 1) {
      const way = (await page.locator(".pad button:enabled").first().getAttribute("class")).match(/to-(.)/)[1];
      await page.keyboard.press(ARROW[way]);
      await until(page, 2 * turn + 2);
    }
    await isOver(page);
    assert.match(await page.locator(".answer .move").innerText(), /won|Drawn/);
    // One turn back is ours and Yomi's.
    await page.keyboard.press("u");
    await until(page, 4);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("simultaneous-maze from the second seat: the first one's choice is sealed until both have chosen", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/simultaneous-maze?seed=1&seat=1&against=best&set=size:3x5,turns:3`);
  for (let turn = 0; turn < 3; turn += 1) {
    await until(page, 2 * turn + 1);
    assert.match(decodeURIComponent(page.url()), /sealed:[0-9a-f]{20}$|sealed:[0-9a-f]{20}&/);
    const way = (await page.locator(".pad button:enabled").first().getAttribute("class")).match(/to-(.)/)[1];
    await page.keyboard.press(ARROW[way]);
  }
  await until(page, 6);
  await isOver(page);
  assert.deepEqual(faults, []);
  await context.close();
});

test("an agent walks while one watches", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true });
  await page.goto(`${server.origin}/maze?seed=4&${SMALL}`);
  await until(page, 0);
  await page.getByRole("button", { name: "Let agents play on" }).tap();
  await page.locator(".watch select").selectOption("greedy");
  await page.getByRole("button", { name: "Step" }).tap();
  await until(page, 1);
  await page.getByRole("radio", { name: "none" }).tap();
  await page.getByRole("button", { name: /^Play/ }).tap();
  await until(page, 8);
  await isOver(page);
  await isDone(page);
  assert.deepEqual(faults, []);
  await context.close();
});

const PAGES = ["/maze", `/maze?seed=4&${SMALL}`, "/walled-maze?seed=0", "/auto-maze?seed=0&moves=1,4", "/alternating-maze?seed=0", "/simultaneous-maze?seed=0"];

test("axe, every width, both languages and themes", () => accessible(browser, server, PAGES));

test("nothing moves while figures change", () => still(browser, server, PAGES.slice(3)));

test("hidden advice is told by nothing", () => hides(browser, server, PAGES.slice(1)));
