// Points of the acceptance list that the sessions of the games do not see by themselves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { findings } from "../lib/axe.js";
import { launch, Server, visit } from "../lib/browser.js";
import { until } from "../lib/games.js";

const server = new Server();
let browser;
const SEVENS = "/sevens?seed=3&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4&seat=1";
const TWIN_COOL = "/twin-cool?seed=5&seat=0";
const done = (page) => page.locator(".cols[data-status=done]").waitFor();

before(async () => {
  await server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server.end();
});

/** Seconds of CPU that the server has used. */
function cpu() {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("3: intervals are drawn to scale", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.5 });
  await page.addInitScript(() => {
    const add = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, act) {
      return add.call(this, name, (event) => {
        if (name === "answer") window.answer = JSON.parse(event.data);
        act(event);
      });
    };
  });
  await page.goto(server.origin + SEVENS);
  await done(page);
  const { candidates } = await page.evaluate(() => window.answer);
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

test("4: after an entry no figure of the old position is in any frame", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.5 });
  await page.goto(server.origin + TWIN_COOL);
  await done(page);
  // In every frame: which entries are in, and which figures stand.
  await page.evaluate(() => {
    window.frames_ = [];
    const look = () => {
      const figure = document.querySelector(".answer .figure b:not(.none)")?.textContent ?? null;
      window.frames_.push({ entries: document.querySelector(".cols").dataset.entries, figure, first: document.querySelector(".cand [data-move]")?.dataset.move ?? null, hand: [...document.querySelectorAll(".hand .pc")].map((card) => card.textContent.replaceAll(/\s/g, "")) });
      requestAnimationFrame(look);
    };
    look();
  });
  for (let turn = 1; turn <= 5; turn += 1) {
    await page.keyboard.press("Enter");
    await until(page, turn);
    await done(page);
  }
  const frames = await page.evaluate(() => window.frames_);
  assert.ok(frames.length > 20);
  for (const { first, hand } of frames) {
    // The recommended card is one of the hand on the screen.
    if (first) assert.ok(hand.includes(first.split("@")[0]), `${first} is not in ${hand}`);
  }
  await context.close();
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
  await page.locator(".answer .none").waitFor();
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
  const reached = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let n = 0; n < actions + 15; n += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => {
      const all = [...document.querySelectorAll("*")];
      return all.indexOf(document.activeElement);
    }));
  }
  const missed = await page.evaluate((seen) => {
    const all = [...document.querySelectorAll("*")];
    return all.filter((one, i) => one.matches("button:enabled, a[href], input:enabled, select:enabled, summary") && one.offsetParent && one.tabIndex >= 0 && !seen.includes(i))
      .map((one) => one.outerHTML.slice(0, 100));
  }, [...reached]);
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
