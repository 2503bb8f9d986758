// Points of the acceptance list that the sessions of the games do not see by themselves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findings } from "../lib/axe.js";
import { visit } from "../lib/browser.js";
import { lastEvent, recordEvents } from "../lib/checks.js";
import { until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
const SEVENS = "/sevens?seed=3&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4&seat=1";
const TWIN_COOL = "/twin-cool?seed=5&seat=0";
const done = (page) => page.locator(".cols[data-status=done]").waitFor();

/** Seconds of CPU that the server has used. */
function cpu() {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("3: intervals are drawn to scale", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.5 });
  await recordEvents(page);
  await page.goto(server.origin + SEVENS);
  await done(page);
  const { candidates } = await lastEvent(page, "answer");
  const drawn = await page.evaluate(() => {
    const ticks = [...document.querySelectorAll(".cand .axis > span")].map((tick) => ({
      value: Number(tick.textContent) / 100, x: tick.getBoundingClientRect().left,
    }));
    const rows = [...document.querySelectorAll(".cand tr.has-fact")].map((row) => {
      const whisker = row.querySelector(".scale i")?.getBoundingClientRect();
      return { move: row.querySelector("[data-move]").dataset.move, dot: row.querySelector(".scale b")?.getBoundingClientRect().left, from: whisker?.left, to: whisker?.right };
    });
    return { ticks, rows };
  });
  const [first, last] = [drawn.ticks[0], drawn.ticks.at(-1)];
  const place = (value) => first.x + ((value - first.value) / (last.value - first.value)) * (last.x - first.x);
  const inside = (value) => Math.min(last.value, Math.max(first.value, value));
  assert.equal(drawn.rows.length, candidates.length);
  for (const [i, { dot, from, to }] of drawn.rows.entries()) {
    const { value, lo, hi, move } = candidates[i];
    for (const [x, figure] of [[dot, value], [from, lo], [to, hi]]) {
      assert.ok(Math.abs(x - place(inside(figure))) < 1.5, `${move}: ${figure} at ${x}, expected ${place(inside(figure))}`);
    }
  }
  await context.close();
});

/** Every frame: which entries are in, which move stands where, which figures, and how high the rows are. @param {import("playwright-core").Page} page */
const recordFrames = (page) => page.addInitScript(() => {
  window.frames_ = [];
  const look = () => {
    const cols = document.querySelector(".cols:not(.blocks)");
    if (cols) {
      const rows = [...document.querySelectorAll(".cand tbody tr")];
      window.frames_.push({
        at: performance.now(), entries: Number(cols.dataset.entries), busy: cols.dataset.busy,
        row: document.querySelector(".cand .best [data-move]")?.dataset.move ?? null,
        answer: document.querySelector(".answer .move")?.dataset.move ?? null,
        figure: document.querySelector(".answer .figure b:not(.none)")?.textContent ?? null,
        values: rows.map((row) => row.querySelector(".val")?.firstChild?.nextSibling?.textContent ?? row.querySelector(".val")?.textContent).filter(Boolean),
        heights: rows.map((row) => row.getBoundingClientRect().height).join(),
      });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // Which position has which key.
  window.keys = {};
  const ask = window.fetch;
  window.fetch = async (path, how) => {
    const response = await ask(path, how);
    if (path === "/api/positions" && response.ok) {
      const { source } = JSON.parse(how.body);
      const { key } = await response.clone().json();
      window.keys[(source.moves ?? source.entries).length] = key;
    }
    return response;
  };
});

/** Positions of all kinds of games. */
const ADVISED = [SEVENS, TWIN_COOL, "/duel?seed=2", "/connect-four?seed=0&moves=4.3", "/leduc?seed=1", "/kuhn?seed=1", "/simultaneous-maze?seed=1", "/maze?seed=1"];

test("2: first row, answer and snapshot agree in every frame of every game's analysis", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 1 });
  await recordEvents(page);
  await recordFrames(page);
  for (const path of ADVISED) {
    await page.goto(server.origin + path);
    await done(page);
    await pause(150);
    const { frames, events } = await page.evaluate(() => ({ frames: window.frames_, events: window.events }));
    const shown = frames.filter(({ row }) => row !== null);
    assert.ok(shown.length > 1, path);
    for (const { row, answer } of shown) assert.equal(answer, row, path);
    // What stands there is what a snapshot said that had come by then.
    for (const { row, at } of shown) {
      const said = events.filter((event) => event.at <= at && event.data.candidates).map((event) => event.data.candidates[0].move);
      assert.ok(said.includes(row), `${path}: ${row} before anybody said it`);
    }
    const last = events.findLast((event) => event.data.candidates && event.data.key === events.find((one) => one.name === "answer").data.key);
    assert.equal(shown.at(-1).row, last.data.candidates[0].move, path);
    // No row changes its height, from the first figure on.
    assert.equal(new Set(shown.map(({ heights }) => heights)).size, 1, `${path}: ${[...new Set(shown.map(({ heights }) => heights))].join(" | ")}`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("4: after an entry no figure of the old position is in any frame", async () => {
  for (const [path, turns] of [["/sevens?seed=3&seat=0&against=best", 3], ["/duel?seed=2&seat=0&against=best", 3], ["/connect-four?seed=0&moves=4.3", 3]]) {
    const { page, context, faults } = await visit(browser, server, { budget: 0.5 });
    await recordEvents(page);
    await recordFrames(page);
    await page.goto(server.origin + path);
    for (let turn = 0; turn < turns; turn += 1) {
      await done(page);
      const before = await page.locator(".cols").getAttribute("data-entries");
      await page.keyboard.press("Enter");
      await page.waitForFunction((n) => document.querySelector(".cols").dataset.entries !== n, before);
    }
    await page.waitForFunction(() => document.querySelector(".cols").dataset.status === "done" || document.querySelector(".answer .tick"));
    const { frames, events, keys } = await page.evaluate(() => ({ frames: window.frames_, events: window.events, keys: window.keys }));
    assert.ok(new Set(frames.map(({ entries }) => entries)).size > turns, path);
    let checked = 0;
    for (const { entries, row, figure, values, at } of frames.filter(({ figure, values }) => figure || values.some((text) => /\d/.test(text)))) {
      // Only what belongs to the position on the screen, and had come by then.
      const own = events.filter((event) => event.at <= at && event.data.key === keys[entries] && event.data.candidates);
      assert.ok(own.length > 0, `${path}: ${figure} after ${entries} entries, before any figure of that position`);
      if (row) assert.ok(own.some(({ data }) => data.candidates.some((c) => c.move === row)), `${path}: ${row} after ${entries} entries`);
      const percent = new Set(own.flatMap(({ data }) => data.candidates.map((c) => (c.value === null ? "–" : `${(100 * c.value).toFixed(1)}%`))));
      if (path.startsWith("/sevens") || path.startsWith("/duel")) {
        for (const value of values.filter((text) => /%/.test(text))) assert.ok(percent.has(value.replace(/^[≤≥] /, "")), `${path}: ${value} after ${entries} entries`);
        checked += values.length;
      }
    }
    if (!path.startsWith("/connect")) assert.ok(checked > 10, path);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("1: the measures of the design, at 1280 and at 390 px", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.5 });
  for (const path of [SEVENS, TWIN_COOL, "/duel?seed=2", "/connect-four?seed=0", "/leduc?seed=1", "/maze?seed=1"]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(server.origin + path);
    await done(page);
    const box = (selector) => page.locator(selector).first().evaluate((one) => one.getBoundingClientRect().toJSON());
    const [side, main, answer] = [await box(".side"), await box(".cols > .main"), await box(".answer")];
    assert.equal(Math.round(side.width), 428, path);
    assert.ok(side.left >= main.right + 40 && Math.abs(side.top - main.top) < 2 && answer.top - side.top < 2, path);
    const fonts = await page.evaluate(() => ({ title: getComputedStyle(document.querySelector("h1")).fontFamily, move: getComputedStyle(document.querySelector(".answer .move")).fontFamily, body: getComputedStyle(document.body).fontFamily }));
    assert.ok(/serif$/.test(fonts.title) && fonts.title === fonts.move && fonts.title !== fonts.body, JSON.stringify(fonts));
    // One accent: nothing but Yomi's has its colour as a fill.
    const accents = await page.evaluate(() => {
      const probe = document.createElement("i");
      probe.style.color = "var(--accent)";
      document.body.append(probe);
      const accent = getComputedStyle(probe).color;
      probe.remove();
      return [...document.querySelectorAll("body *")].filter((one) => getComputedStyle(one).backgroundColor === accent && one.getBoundingClientRect().width > 0).map((one) => one.className || one.parentElement.className);
    });
    assert.deepEqual(accents.filter((name) => !/pick|best|btn go|pulse|prog|\bt\b|scale|bar|pk|ramp|step|^$/.test(name)), [], path);
    await page.setViewportSize({ width: 390, height: 844 });
    const order = await page.evaluate(() => [".answer", "h1", ".cand", ".reasons"].map((one) => document.querySelector(one)?.getBoundingClientRect().top + scrollY));
    assert.deepEqual(order, order.toSorted((a, b) => a - b), `${path}: ${order}`);
    const low = await page.evaluate(() => [...document.querySelectorAll(".dock .btn, .btn.go, .tool")].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(low, [], path);
  }
  await context.close();
});

test("1: every state says what it is, in both languages, and keeps the frame of the answer", async () => {
  for (const lang of ["en", "ja"]) {
    const say = (en, ja) => (lang === "ja" ? ja : en);
    const { page, context, faults } = await visit(browser, server, { lang, budget: 30 });
    const state = page.locator(".answer .state");
    const heights = new Set();
    const see = async (words) => {
      await page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".answer .state")?.textContent ?? ""), words.source);
      heights.add(await page.locator(".answer").evaluate((one) => Math.round(one.getBoundingClientRect().height)));
      return page.locator(".answer").innerText();
    };
    await page.goto(server.origin + SEVENS);
    // Reading, with a pulsing sign and both buttons; paused; going on.
    await page.locator(".cols[data-status=reading] .figure b:not(.none)").waitFor();
    await see(say(/Reading/, /読んでいます/));
    assert.equal(await page.locator(".answer .sign .pulse").count(), 1);
    assert.equal(await page.locator(".answer .mini").count(), 2);
    await page.keyboard.press("Space");
    assert.match(await see(say(/Paused at/, /秒で一時停止/)), /\d/);
    assert.equal(await page.locator(".answer .sign .still").count(), 1);
    // Hidden: neither move nor figure.
    await page.keyboard.press("h");
    assert.doesNotMatch(await see(say(/hidden/, /隠して/)), /\d%/);
    await page.keyboard.press("h");
    // Not our turn.
    await page.keyboard.press("u");
    await see(say(/to move|turn/, /番/));
    // Without a server: the last answer is greyed, with its time.
    await page.keyboard.press("Shift+U");
    await page.locator(".answer .figure b:not(.none)").waitFor();
    await server.stop("SIGKILL");
    await page.keyboard.press("u");
    await see(say(/does not answer/, /応答しません/));
    assert.ok(await page.locator(".answer.dim").count());
    await server.start();
    await page.waitForFunction(() => !document.querySelector(".answer.dim"));
    // Forced, exact and over.
    await page.goto(`${server.origin}/twin-cool?seed=5&seat=0`);
    await see(say(/Done: exact/, /完了：厳密値/));
    assert.equal(await page.locator(".answer .tick").count(), 1);
    await page.goto(`${server.origin}/kuhn?seed=1&moves=check.check`);
    await see(say(/over/, /終わりました/));
    assert.ok(Math.max(...heights) - Math.min(...heights) <= 1, [...heights].join());
    assert.ok(await state.isVisible());
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("8: pausing, entering and closing end the search, and the process idles; seven tabs work", async () => {
  const { page, context } = await visit(browser, server, { budget: 30 });
  await page.goto(server.origin + SEVENS);
  await page.locator(".cols[data-status=reading] .figure b:not(.none)").waitFor();
  await page.keyboard.press("Space");
  await page.locator(".cols[data-status=paused]").waitFor();
  await pause(100);
  let before = cpu();
  await pause(700);
  assert.ok(cpu() - before <= 0.1, `${cpu() - before} s of CPU while paused`);
  await page.keyboard.press("Space");
  await page.locator(".cols[data-status=reading]").waitFor();
  const tabs = [];
  for (let n = 0; n < 6; n += 1) {
    const tab = await context.newPage();
    await tab.goto(server.origin + SEVENS);
    await tab.locator(".answer .figure b:not(.none)").waitFor();
    tabs.push(tab);
  }
  // One tab of a browser reads at a time.
  await tabs.at(-1).locator(".cols[data-status=reading]").waitFor();
  await tabs[0].locator(".cols:is([data-status=elsewhere], [data-status=paused])").waitFor();
  await context.close();
  await pause(300);
  before = cpu();
  await pause(700);
  assert.ok(cpu() - before <= 0.1, `${cpu() - before} s of CPU after all tabs were closed`);
});

test("9: axe finds nothing while reading, paused, refused, looking back, hidden and without a server", async () => {
  const { page, context } = await visit(browser, server, { budget: 30 });
  await page.goto(server.origin + SEVENS);
  await page.locator(".cols[data-status=reading] .figure b:not(.none)").waitFor();
  assert.deepEqual(await findings(page), [], "reading");
  await page.keyboard.press("Space");
  await page.locator(".cols[data-status=paused]").waitFor();
  assert.deepEqual(await findings(page), [], "paused");
  await page.fill("#entry", "CK");
  await page.keyboard.press("Enter");
  await page.locator(".note").waitFor();
  assert.deepEqual(await findings(page), [], "refused");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".lookback").waitFor();
  assert.deepEqual(await findings(page), [], "looking back");
  await page.keyboard.press("End");
  await page.keyboard.press("h");
  await page.waitForFunction(() => /hidden/.test(document.querySelector(".answer .state")?.textContent ?? ""));
  assert.deepEqual(await findings(page), [], "hidden");
  await page.keyboard.press("h");
  await server.stop("SIGKILL");
  await page.keyboard.press("u");
  await page.locator(".answer.dim").waitFor();
  assert.deepEqual(await findings(page), [], "without a server");
  await server.start();
  await context.close();
});

test("9: every action is reached by Tab, and the live region speaks at most every two seconds", async () => {
  const { page, context } = await visit(browser, server, { budget: 3 });
  await page.addInitScript(() => {
    window.spoken = [];
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => window.spoken.push({ at: performance.now(), text: document.querySelector("#spoken").textContent }))
        .observe(document.querySelector("#spoken"), { childList: true, characterData: true, subtree: true });
    });
  });
  await page.goto(server.origin + SEVENS);
  await done(page);
  const spoken = await page.evaluate(() => window.spoken);
  assert.ok(spoken.length >= 1 && spoken.length <= 4, JSON.stringify(spoken));
  // While it reads; the answer is said when it is there.
  const reading = spoken.slice(0, -1);
  for (const [i, { at }] of reading.entries()) assert.ok(i === 0 || at - reading[i - 1].at >= 1990, JSON.stringify(spoken));
  // Cells of a grid are one stop; inside it arrows move.
  const actions = await page.evaluate(() =>
    [...document.querySelectorAll("button:enabled, a[href], input:enabled, select:enabled, summary")]
      .filter((one) => one.offsetParent && one.tabIndex >= 0).length);
  await page.evaluate(() => {
    window.reached = new Set();
    document.activeElement?.blur();
  });
  // Twice round: where the first press begins is the browser's choice.
  for (let n = 0; n < 2 * actions + 15; n += 1) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => void window.reached.add(document.activeElement));
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll("button:enabled, a[href], input:enabled, select:enabled, summary")]
      .filter((one) => one.offsetParent && one.tabIndex >= 0 && !window.reached.has(one)).map((one) => one.outerHTML.slice(0, 100)));
  assert.deepEqual(missed, []);
  await context.close();
});

/** The lightness of a colour as it is painted, from 0 to 255. */
const grey = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

test("10: in grey, steps of belief get darker one by one, and states of a board differ by more than colour", async () => {
  for (const dark of [false, true]) {
    const { page, context } = await visit(browser, server, { dark, budget: 0.5 });
    await page.goto(server.origin + SEVENS);
    await done(page);
    const steps = await page.evaluate(() => [...document.querySelectorAll(".ramp i")].map((step) => getComputedStyle(step).backgroundColor.match(/\d+/g).map(Number)));
    const lightness = steps.map(grey);
    const way = Math.sign(lightness[9] - lightness[0]);
    for (let i = 1; i < 10; i += 1) assert.ok(way * (lightness[i] - lightness[i - 1]) >= 4, `step ${i}: ${lightness.map(Math.round)}`);
    // Every state has another look without its hue: border, its style, weight, mark or fill.
    const looks = await page.evaluate(() => {
      const kinds = { on: "td.on", mine: "td.mine:not(.pick)", can: "td.can:not(.pick)", open: "td.open", hid: "td.hid", pick: "td.pick" };
      return Object.entries(kinds).map(([name, selector]) => {
        const cell = document.querySelector(`.seven ${selector}`);
        const style = getComputedStyle(cell);
        return { name, look: [style.borderStyle, style.borderWidth, style.fontWeight, style.backgroundImage !== "none", style.boxShadow !== "none"].join(), fill: style.backgroundColor.match(/[\d.]+/g).map(Number) };
      });
    });
    for (const [i, a] of looks.entries()) {
      for (const b of looks.slice(i + 1)) {
        const same = a.look === b.look && Math.abs(grey(a.fill) - grey(b.fill)) < 40;
        assert.ok(!same, `${a.name} and ${b.name} look alike in grey: ${a.look}`);
      }
    }
    await context.close();
  }
});

test("11: at 200% zoom it is the same page", async () => {
  const { page, context } = await visit(browser, server, { width: 640, budget: 0.3 });
  for (const path of [SEVENS, TWIN_COOL, "/"]) {
    await page.goto(server.origin + path);
    await page.locator("h1").first().waitFor();
    if (path !== "/") await done(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${path}: ${over} px`);
    if (path !== "/") assert.ok(await page.locator(".answer .figure b").isVisible());
  }
  await context.close();
});

test("whom a chance is against is said beside it, and can be chosen", async () => {
  const { page, context, faults } = await visit(browser, server, { lang: "ja", budget: 0.5 });
  await page.goto(server.origin + SEVENS);
  await done(page);
  const company = page.locator(".answer .against");
  assert.equal(await company.inputValue(), "read");
  const before = await page.locator(".answer .figure b").innerText();
  await company.selectOption("random");
  await page.waitForFunction(() => document.querySelector(".answer .against")?.value === "random" && document.querySelector(".cols").dataset.status === "done");
  assert.notEqual(await page.locator(".answer .figure b").innerText(), before);
  await page.reload();
  await done(page);
  assert.equal(await company.inputValue(), "random");
  assert.deepEqual(faults, []);
  await context.close();
});
