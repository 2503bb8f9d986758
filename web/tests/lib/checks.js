// What every game's page is held to: nothing that axe finds, nothing that scrolls sideways, nothing that moves.

import assert from "node:assert/strict";
import { findings } from "./axe.js";
import { now, shifts, visit } from "./browser.js";

/** Read to the end, or nothing to read. @param {import("playwright-core").Page} page */
export const isDone = (page) => page.waitForFunction(() => {
  const cols = document.querySelector(".cols");
  if (!cols) return Boolean(document.querySelector(".setup"));
  const over = /over|終わりました/.test(document.querySelector(".answer .state")?.textContent ?? "");
  return cols.dataset.busy === "false" && (cols.dataset.status === "done" || over);
});

/** From now on every event of every stream is in `window.events`, with its name. @param {import("playwright-core").Page} page */
export const recordEvents = (page) => page.addInitScript(() => {
  window.events = [];
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, act) {
    return add.call(this, name, (event) => {
      window.events.push({ name, at: performance.now(), data: JSON.parse(event.data) });
      act(event);
    });
  };
});

/** The data of the last event with this name. @param {import("playwright-core").Page} page @param {string} name */
export const lastEvent = (page, name) => page.evaluate((wanted) => window.events.findLast((event) => event.name === wanted)?.data, name);

/** Nothing moves from now until the reading is done. @param {import("playwright-core").Page} page @param {string} [what] */
export async function staysUntilDone(page, what = "") {
  const since = await now(page);
  await isDone(page);
  await page.waitForTimeout(300);
  assert.deepEqual(await shifts(page, since), [], what);
}

/** In both languages and themes, at every width. @param {import("playwright-core").Browser} browser @param {import("./browser.js").Server} server @param {string[]} paths */
export async function accessible(browser, server, paths) {
  for (const [lang, dark] of [["en", false], ["ja", true]]) {
    const { page, context, faults } = await visit(browser, server, { lang, dark });
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(server.origin + path);
      await page.locator("h1").first().waitFor();
      await isDone(page);
      assert.deepEqual(await findings(page), [], `${path} ${lang}`);
      for (const width of [320, 390, 768, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${path} ${lang} at ${width}: ${over} px`);
      }
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
}

/** Nothing moves from the first figure on. @param {import("playwright-core").Browser} browser @param {import("./browser.js").Server} server @param {string[]} paths */
export async function still(browser, server, paths) {
  for (const phone of [false, true]) {
    const { page, context, faults } = await visit(browser, server, { phone });
    for (const path of paths) {
      await page.goto(server.origin + path);
      await page.waitForFunction(() => /\d|win|draw|loss/.test(document.querySelector(".answer .figure")?.textContent ?? ""));
      await staysUntilDone(page, `${path} ${phone ? "phone" : "desk"}`);
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
}

/** With advice hidden nothing on the page tells it. @param {import("playwright-core").Browser} browser @param {import("./browser.js").Server} server @param {string[]} paths */
export async function hides(browser, server, paths) {
  const { page, context } = await visit(browser, server);
  const told = page.locator(".best, .grid4 .land, .mz .next, .mz path.way, .mz .plan, .held3, .tree, .mix, .bet .bar i[style*='--v: 0.'], .line.next, .cand");
  for (const path of paths) {
    await page.goto(server.origin + path);
    await page.locator(".cols[data-status=done]").waitFor();
    assert.ok((await told.count()) > 0, `${path}: nothing to hide`);
    await page.keyboard.press("h");
    await page.waitForFunction(() => /hidden/.test(document.querySelector(".answer .state")?.textContent ?? ""));
    assert.deepEqual(await told.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 80))), [], path);
    await page.keyboard.press("h");
  }
  await context.close();
}
