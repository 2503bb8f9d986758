// Whole games of Twin Cool, as a player enters them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { cell80, playedOut, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

const game = await playedOut(server.origin, "twin-cool", 5, 0, (legal) => legal[0]);

test("by keyboard alone", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/twin-cool/real`);
  for (const card of game.start.hand) {
    await page.locator(cell80(card)).focus();
    await page.keyboard.press("Space");
  }
  await page.locator(".acts .btn.go:enabled").focus();
  await page.keyboard.press("Enter");
  await until(page, 0);
  for (const [at, entry] of game.entries.entries()) {
    await page.keyboard.press("/");
    await page.keyboard.type(entry.toLowerCase());
    await page.keyboard.press("Enter");
    await until(page, at + 1);
    await page.keyboard.press("Escape");
  }
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("by touch at 390 px: play, then tap the card drawn; reload in the middle", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true });
  await page.goto(`${server.origin}/twin-cool/real`);
  for (const card of game.start.hand) await page.locator(cell80(card)).tap();
  await page.locator(".acts .btn.go:enabled").tap();
  await until(page, 0);
  for (const [at, entry] of game.entries.entries()) {
    const [play, drawn] = entry.split("+");
    const [card] = play.split("@");
    await page.locator(".cols[data-status=done]").waitFor();
    // A card is put on its best slot first; another tap turns to the other slot.
    for (let taps = 0; taps < 3; taps += 1) {
      const named = await page.locator(".dock .btn.go").innerText();
      if (named.includes(`${card} on slot ${play.split("@")[1]}`)) break;
      await page.locator(".hand .pc", { hasText: card[0] }).filter({ hasText: new RegExp(`^${card[0]}\\s*${card.slice(1)}$`) }).tap();
    }
    await page.locator(".dock .btn.go").tap();
    await until(page, at + 1);
    if (at === 1) {
      // Played, not yet drawn: a reload asks for the draw again.
      await page.reload();
      await until(page, at + 1);
    }
    if (drawn) {
      await page.locator(cell80(drawn)).tap();
      await page.waitForFunction(() => !document.querySelector(".eighty.drawing"));
    }
  }
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("practice: the deck is dealt, and the draws that save are those of the chosen play", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/twin-cool?seed=5&seat=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  await page.locator("#play").click();
  await until(page, 1);
  await page.locator(".cols[data-status=done]").waitFor();
  for (const row of [0, 1]) {
    await page.keyboard.press(String(row + 1));
    const said = await page.locator(".cand tbody tr").nth(row).locator(".pm").innerText();
    // Chosen at once, drawn with the next frame.
    await page.waitForFunction((n) => document.querySelectorAll(".eighty td.save").length === n, Number(said.split(" ")[0]));
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("every candidate tells its slot in full, at any width, in Japanese too; work is told in positions", async () => {
  const { page, context, faults } = await visit(browser, server, { lang: "ja", budget: 0.3 });
  await page.goto(`${server.origin}/twin-cool?seed=0&moves=H1@1&seat=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  assert.match(await page.locator(".answer .work").innerText(), /^\d+ 局面$/);
  assert.equal(await page.locator("#entry").getAttribute("placeholder"), "C7@2");
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.evaluate(() => [...document.querySelectorAll(".cand .mv, .cand .mv button, .cand .mv span")].filter((one) => getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    assert.deepEqual(cut, [], `${width} px`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
