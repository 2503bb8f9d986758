// Small windows: the answer in one line once it is scrolled away, the board in a low window, and nothing that is cut or
// drawn over another at 320 px.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

const SEVENS = "/sevens?seed=3&moves=D6.S8.H6&seat=1";
const TWIN_COOL = "/twin-cool?seed=5&seat=0";
const AUTO_MAZE = "/auto-maze?seed=0&seat=0";
const DUEL = "/duel?seed=1&seat=0&against=best";

/** @param {import("playwright-core").Page} page @param {string} path */
async function read(page, path) {
  await page.goto(server.origin + path);
  await page.locator(".cols[data-status=done]").waitFor();
}

/** How much of the window's height is under something that stays when the page is scrolled to its middle. @param {import("playwright-core").Page} page */
const covered = (page) => page.evaluate(async () => {
  scrollTo(0, document.documentElement.scrollHeight / 2);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const stays = (one) => one?.closest(".answer, .brief, .dock") !== null;
  const rows = Array.from({ length: innerHeight }, (_, y) => stays(document.elementFromPoint(innerWidth / 2, y)));
  return { top: rows.indexOf(false), all: rows.filter(Boolean).length };
});

test("once the answer is scrolled away one line of it stays, with its move and its figure", async () => {
  const { page, context, faults } = await visit(browser, server, { width: 390, budget: 0.3 });
  await page.setViewportSize({ width: 390, height: 720 });
  for (const path of [SEVENS, TWIN_COOL, "/kuhn?seed=5&moves=check", DUEL]) {
    await read(page, path);
    assert.deepEqual(await spoilt(page), [], path);
    const { top } = await covered(page);
    assert.ok(top > 30 && top <= 48, `${path}: ${top} px`);
    const [figure, line] = [await page.locator(".answer .figure b").innerText(), await page.locator(".brief .v b").innerText()];
    assert.equal(line, figure, path);
    assert.equal(await page.locator(".brief .mv").innerText(), await page.locator(".cand .best .mv button span, .cand .best .mv button").first().innerText(), path);
    // At the top of the page the answer is there, and the line is not seen.
    const seen = await page.evaluate(async () => {
      scrollTo(0, 0);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { left, top, width, height } = document.querySelector(".brief").getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".brief") !== null;
    });
    assert.ok(!seen, path);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("where nothing can be typed nobody is told to", async () => {
  for (const [width, types] of [[390, false], [1280, true]]) {
    const { page, context } = await visit(browser, server, { width, budget: 0.3 });
    for (const path of [SEVENS, TWIN_COOL, AUTO_MAZE, DUEL, "/kuhn?seed=5&moves=check", "/connect-four?seed=0&moves=4", "/maze?seed=0"]) {
      await read(page, path);
      const said = await page.locator(".entry .who").innerText();
      assert.equal(/type/.test(said), types, `${path}: ${said}`);
      assert.equal(await page.locator(".entry input.field").isVisible(), types, path);
    }
    await context.close();
  }
});

test("a low window is left to the board", async () => {
  const { page, context } = await visit(browser, server, { width: 568, budget: 0.3 });
  for (const [width, height] of [[568, 320], [320, 256]]) {
    await page.setViewportSize({ width, height });
    await read(page, "/connect-four?seed=0&moves=4");
    const { top, all } = await covered(page);
    assert.equal(top, 0);
    assert.ok(all <= 80, `${width} x ${height}: ${all} px`);
  }
  await context.close();
});

/** What is cut off, spills out or lies over its neighbour. @param {import("playwright-core").Page} page */
const spoilt = (page) => page.evaluate(() => {
  const found = [];
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const name = (one) => `${one.className || one.tagName} ${one.textContent.trim()}`;
  const labels = [...document.querySelectorAll(".cand .axis b")].filter((one) => getComputedStyle(one).visibility === "visible").map(box);
  for (const [at, next] of labels.entries()) if (at && next.left < labels[at - 1].right + 2) found.push(`label ${at} of the scale`);
  for (const row of document.querySelectorAll(".cand tbody tr")) {
    const [bar, value] = [row.querySelector(".scale"), row.querySelector(".val")];
    if (bar && value && bar.getBoundingClientRect().right > box(value).left && bar.getBoundingClientRect().bottom > box(value).top) found.push(`bar over ${name(value)}`);
  }
  for (const one of document.querySelectorAll(".cand.plan .mv, .answer .move .words, .answer .lead")) {
    // Letters may be a little higher than their line.
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 5) found.push(`cut: ${name(one)}`);
  }
  // A long name may end in dots, but it is a name.
  const [where] = document.querySelectorAll(".top .where > span");
  if (where.clientWidth < Math.min(36, where.scrollWidth)) found.push(`cut: ${name(where)}`);
  for (const one of document.querySelectorAll(".dock .btn")) {
    const [text, button] = [box(one), one.getBoundingClientRect()];
    if (one.textContent.trim() && (text.left < button.left || text.right > button.right)) found.push(`out of its button: ${name(one)}`);
  }
  return found;
});

for (const lang of /** @type {const} */ (["en", "ja"])) {
  test(`at 320 px nothing is cut, and nothing lies over another: ${lang}`, async () => {
    const { page, context } = await visit(browser, server, { width: 320, lang, budget: 0.3 });
    await page.setViewportSize({ width: 320, height: 720 });
    for (const path of [TWIN_COOL, "/kuhn?seed=5&moves=check", "/leduc?seed=5", AUTO_MAZE, DUEL, SEVENS]) {
      await read(page, path);
      assert.deepEqual(await spoilt(page), [], path);
    }
    // A kept game has one tool more beside its name.
    await page.goto(`${server.origin}${SEVENS}`);
    await until(page, 3);
    await page.keyboard.press("p");
    await page.locator("a[download]").waitFor();
    assert.deepEqual(await spoilt(page), [], "kept");
    await context.close();
  });
}
