// Taking back and bringing back against Yomi, where Yomi has opened.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

const movesOf = (page) => new URL(page.url()).searchParams.get("moves")?.split(".") ?? [];

/** Waits until everything that was asked for is done. @param {import("playwright-core").Page} page */
async function rests(page) {
  await page.waitForTimeout(150);
  await page.locator(".cols[data-busy=false]").waitFor();
}

test("there is nothing to take back before one's own first move", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/kuhn?seed=4&seat=1&against=best`);
  await until(page, 1);
  const opening = movesOf(page);
  assert.ok(await page.getByRole("button", { name: "Undo" }).first().isDisabled());
  for (const key of ["u", "Shift+U"]) {
    await page.keyboard.press(key);
    await rests(page);
    assert.deepEqual(movesOf(page), opening, key);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("ten times back and ten times forth: the same game, though Yomi opened it", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/sevens?seed=3&seat=0&against=best`);
  const isOurs = () => page.waitForFunction(() => document.querySelector(".cols[data-busy=false][data-status=done]"));
  await isOurs();
  const opening = movesOf(page);
  assert.ok(opening.length > 0, "Yomi does not open this deal");
  for (let turn = 0; turn < 4; turn += 1) {
    const before = movesOf(page).length;
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => Number(document.querySelector(".cols")?.dataset.entries) > n + 1, before);
    await isOurs();
  }
  const played = movesOf(page);
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("u");
  await until(page, opening.length);
  await rests(page);
  assert.deepEqual(movesOf(page), opening);
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("Shift+U");
  await until(page, played.length);
  await rests(page);
  assert.deepEqual(movesOf(page), played);
  assert.equal(await page.locator(".note").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});
