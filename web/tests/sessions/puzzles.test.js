// Puzzles: asked without their answer, answered as one plays, told why, and asked again until they sit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findings } from "../lib/axe.js";
import { Server, visit } from "../lib/browser.js";
import { cell } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

const SHIPPED = join(dirname(fileURLToPath(import.meta.url)), "../../../crates/yomi/src/puzzles");
const GAMES = ["sevens", "twin-cool", "duel", "connect-four", "leduc"];
const puzzles = Object.fromEntries(GAMES.map((game) => [game, JSON.parse(readFileSync(join(SHIPPED, `${game}.json`), "utf8")).puzzles]));

/** The puzzle that is asked. @param {import("playwright-core").Page} page @param {string} game */
async function asked(page, game) {
  await page.locator(".cols[data-told=false]").waitFor();
  const id = await page.locator(".cols").getAttribute("data-puzzle");
  return puzzles[game].find((puzzle) => puzzle.id === id);
}

/** @param {import("playwright-core").Page} page */
const isTold = (page) => page.locator(".cols[data-told=true]").waitFor();

/** By keyboard, once the button has the focus. @param {import("playwright-core").Page} page */
async function goOn(page) {
  await page.waitForFunction(() => document.activeElement?.id === "next");
  await page.keyboard.press("Enter");
}

/** @param {import("playwright-core").Page} page @param {string} text */
async function typed(page, text) {
  await page.locator("#entry").fill(text);
  await page.locator("#entry").press("Enter");
}

/** In the way of each game. @param {import("playwright-core").Page} page @param {string} game @param {string} move */
async function played(page, game, move) {
  if (game === "connect-four") return page.keyboard.press(move);
  if (game === "leduc") return page.keyboard.press(move[0]);
  if (game === "sevens" && move === "pass") return page.keyboard.press("p");
  if (game !== "sevens") return typed(page, move);
  await page.locator(cell(move)).click();
  await page.locator(cell(move)).click();
}

/** All that was sent to the browser. @param {import("playwright-core").Page} page */
function heard(page) {
  const all = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith("/api/")) all.push({ path, method: response.request().method(), body: response.json().catch(() => null) });
  });
  return all;
}

for (const game of GAMES) {
  test(`${game}: no answer before the answer, right and wrong, why, and the next one`, async () => {
    const { page, context, faults } = await visit(browser, server);
    const all = heard(page);
    await page.goto(server.origin);
    await page.getByRole("link", { name: "Puzzles" }).click();
    await page.locator(`.pzs a[href="/${game}/puzzles"]`).click();
    const first = await asked(page, game);
    assert.match(await page.locator(".answer .state").innerText(), new RegExp(`Puzzle 1 of 10 · level ${first.level}`));
    assert.deepEqual(await findings(page), [], "asked");
    const told = await Promise.all(all.filter(({ path }) => path === "/api/puzzles").map(({ body }) => body));
    assert.deepEqual(Object.keys(told.at(-1).question).sort(), ["id", "level", "position"]);
    assert.ok(!/"(best|second|lead|natural|value|missed)"/.test(JSON.stringify(told)), "the answer is not in the question");
    // Neither a letter nor looking back brings advice.
    for (const key of [" ", "+", "h", "h", "u", "ArrowLeft"]) await page.keyboard.press(key);
    await page.locator(".lookback").waitFor();
    assert.equal(await page.locator(".lookback button").count(), 1);
    await page.keyboard.press("End");
    await page.locator("#entry").waitFor();
    await page.waitForTimeout(200);
    assert.ok(!all.some(({ path }) => path.startsWith("/api/analyses")), "nothing was read");
    assert.equal(await page.locator(".best, .pick, .cand, .land").count(), 0);
    // What is not legal is refused and does not count.
    await typed(page, game === "connect-four" ? "9" : "nonsense");
    await page.locator("#refused").waitFor();
    await page.locator("#entry").fill("");
    await page.keyboard.press("Tab");
    await played(page, game, first.second);
    await isTold(page);
    assert.match(await page.locator("#ah").innerText(), /^No: /);
    assert.equal(await page.locator(".answer .move").getAttribute("data-move"), first.best);
    const unit = { sevens: 100, duel: 100, "connect-four": 100 }[game] ?? 1;
    assert.equal(await page.locator(".answer .figure b").innerText(), `+${(unit * first.lead).toFixed(unit === 100 ? 1 : 2)}`);
    const why = await page.locator(".answer .reasons li").allInnerTexts();
    assert.ok(why.some((text) => text.includes(" is best: ")), why.join("\n"));
    assert.match(await page.locator(".answer").innerText(), /Asked again tomorrow\./);
    assert.deepEqual(await findings(page), [], "told");
    // By keyboard to the next one, which is another; this one is answered rightly.
    await goOn(page);
    await page.waitForFunction((id) => document.querySelector(".cols[data-told=false]")?.dataset.puzzle !== id && document.querySelector(".cols[data-told=false]"), first.id);
    const second = await asked(page, game);
    await played(page, game, second.best);
    await isTold(page);
    assert.equal(await page.locator("#ah").innerText(), "Right.");
    // After a reload neither is asked: both are remembered.
    await page.reload();
    const third = await asked(page, game);
    assert.ok(![first.id, second.id].includes(third.id));
    assert.equal((await Promise.all(all.filter(({ method }) => method === "PUT").map(({ path }) => path))).filter((path) => path.startsWith("/api/kept")).length, 0, "no game is kept");
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("what was missed is asked once more at the end, until it is found", async () => {
  const count = (level) => puzzles.leduc.filter((puzzle) => puzzle.level === level).length;
  const level = [1, 2, 3, 4, 5].find((one) => count(one) > 3 && count(one) < 10);
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/leduc/puzzles?level=${level}`);
  let last = await asked(page, "leduc");
  assert.equal(await page.getByRole("radio", { name: String(level) }).getAttribute("aria-checked"), "true");
  let [missed, answered] = ["", 0];
  for (;;) {
    const now = await asked(page, "leduc");
    last = now;
    if (/Once more/.test(await page.locator(".answer .state").innerText())) break;
    assert.equal(now.level, level);
    answered += 1;
    if (missed) await played(page, "leduc", now.best);
    else {
      missed = now.id;
      await page.locator("#give-up").click();
    }
    await isTold(page);
    await goOn(page);
    await page.waitForFunction((id) => document.querySelector(".cols")?.dataset.puzzle !== id, now.id);
  }
  assert.equal(last.id, missed);
  await played(page, "leduc", last.best);
  await isTold(page);
  assert.match(await page.locator(".answer").innerText(), /does not count/);
  await goOn(page);
  await page.getByRole("heading", { name: `${answered - 1} of ${answered} found at once` }).waitFor();
  assert.match(await page.locator(".answer").innerText(), /The next one comes tomorrow\./);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("by touch at 390 px in Japanese and in the dark; at no width does the page scroll sideways", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja", dark: true });
  const fits = async (what) => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${what} at ${width}: ${over} px`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await page.goto(`${server.origin}/puzzles`);
  await page.locator(".pzs li").first().waitFor();
  assert.deepEqual(await findings(page), []);
  await fits("list");
  for (const game of GAMES) {
    await page.goto(`${server.origin}/${game}/puzzles`);
    const puzzle = await asked(page, game);
    assert.deepEqual(await findings(page), [], game);
    await fits(game);
    if (game === "sevens" && puzzle.best !== "pass") {
      await page.locator(cell(puzzle.best)).tap();
      await page.locator(".dock .go").tap();
    } else await page.locator("#give-up").tap();
    await isTold(page);
    assert.match(await page.locator("#ah").innerText(), /正解/);
    assert.ok(await page.locator("#ah").evaluate((one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight), "in sight");
    assert.deepEqual(await findings(page), [], `${game} told`);
    await fits(`${game} told`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("the position is analysed on the page of its game, and Back leads to the puzzles", async () => {
  const { page, context, faults } = await visit(browser, server);
  for (const game of GAMES) {
    await page.goto(`${server.origin}/${game}/puzzles`);
    await asked(page, game);
    await page.locator("#give-up").click();
    await isTold(page);
    await page.getByRole("button", { name: "Analyse this position" }).click();
    await page.locator(".cols[data-status=done]").waitFor();
    assert.equal(new URL(page.url()).pathname, `/${game}/real`);
    await page.goBack();
    await asked(page, game);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("while the server is away nothing is lost; an address that there is not says so", async () => {
  const { page, context } = await visit(browser, server);
  await page.goto(`${server.origin}/leduc/puzzles`);
  const puzzle = await asked(page, "leduc");
  await server.stop("SIGKILL");
  await played(page, "leduc", puzzle.best);
  await page.locator("#failed", { hasText: "Start yomi again" }).waitFor();
  await server.start();
  await page.locator("#failed").waitFor({ state: "detached" });
  await played(page, "leduc", puzzle.best);
  await isTold(page);
  assert.equal(await page.locator("#ah").innerText(), "Right.");
  for (const path of ["/maze/puzzles", "/chess/puzzles", "/puzzles/sevens"]) {
    assert.equal((await page.goto(server.origin + path)).status(), 404, path);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }
  for (const level of ["easy", "Infinity", "1e999", "2.5", "300"]) {
    await page.goto(`${server.origin}/leduc/puzzles?level=${level}`);
    await page.locator("#failed", { hasText: "level: expected a whole number from 1 to 5" }).waitFor();
  }
  await context.close();
});

test("a look back that is on its way is void with the next question, and with the answer", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/duel/puzzles?level=2`);
  const board = () => page.locator(".cols .main > section").first().innerText();
  let id = (await asked(page, "duel")).id;
  for (let n = 0; n < 3; n += 1) {
    await page.locator("#give-up").click();
    await isTold(page);
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
      document.querySelector("#next").click();
    });
    await page.waitForFunction((id) => document.querySelector(".cols[data-told=false]") && document.querySelector(".cols").dataset.puzzle !== id, id);
    id = (await asked(page, "duel")).id;
    assert.equal(await page.locator(".lookback").count(), 0);
    const shown = await board();
    // The board of this question is where looking ahead leads to.
    await page.keyboard.press("ArrowLeft");
    await page.locator(".lookback").waitFor();
    await page.keyboard.press("End");
    await page.locator("#entry").waitFor();
    // It comes from the server.
    for (let tries = 0; tries < 50 && (await board()) !== shown; tries += 1) await page.waitForTimeout(100);
    assert.equal(await board(), shown);
  }
  // Given up while looking back: the answer is shown on the board that was asked about.
  await page.keyboard.press("ArrowLeft");
  await page.locator(".lookback").waitFor();
  await page.locator("#give-up").click();
  await isTold(page);
  assert.equal(await page.locator(".lookback").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("pressed twice, Next leads to one question, and an answer counts once; figures are those of now", async () => {
  const own = await new Server({ store: false }).start();
  try {
    const { page, context, faults } = await visit(browser, own);
    const sizes = [1, 2, 3, 4, 5].map((level) => puzzles.leduc.filter((one) => one.level === level).length);
    const level = 1 + sizes.findIndex((size) => size > 2 && size < 10);
    const size = sizes[level - 1];
    await page.goto(`${own.origin}/leduc/puzzles?level=${level}`);
    let first = await asked(page, "leduc");
    for (let n = 1; n <= size; n += 1) {
      assert.match(await page.locator(".answer .state").innerText(), new RegExp(`Puzzle ${n} of ${size} `));
      await played(page, "leduc", first.best);
      await isTold(page);
      assert.match(await page.locator(".answer .state").innerText(), new RegExp(`Puzzle ${n} of ${size} `));
      if (n < size) assert.match(await page.locator(".pzaround").innerText(), new RegExp(`\\b${size - n} new`));
      else assert.doesNotMatch(await page.locator(".pzaround").innerText(), / new/);
      // The answer to the second press comes late, when the next one may be answered.
      let calls = 0;
      await page.route("**/api/puzzles", async (route) => {
        calls += 1;
        if (calls > 1) await new Promise((done) => setTimeout(done, 600));
        await route.continue();
      });
      await page.evaluate(() => {
        document.querySelector("#next").click();
        document.querySelector("#next").click();
      });
      if (n < size) {
        const { id } = first;
        await page.waitForFunction((id) => document.querySelector(".cols[data-told=false]") && document.querySelector(".cols").dataset.puzzle !== id, id);
        first = await asked(page, "leduc");
        await page.waitForTimeout(700);
        assert.equal(calls, 1);
      }
      await page.unroute("**/api/puzzles");
    }
    await page.getByRole("heading", { name: `${size} of ${size} found at once` }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  } finally {
    await own.end();
  }
});

test("a failure is in sight in every state", async () => {
  const own = await new Server({ store: false }).start();
  try {
    for (const how of [{}, { phone: true, lang: "ja" }]) {
      const { page, context } = await visit(browser, own, how);
      const [gone, full] = how.lang ? ["Yomi が応答しません", "満杯"] : ["Yomi does not answer", "full"];
      const failed = async (what, text) => {
        await page.locator("#failed", { hasText: text }).waitFor();
        await page.waitForFunction(() => {
          const box = document.querySelector("#failed").getBoundingClientRect();
          return box.top >= 0 && box.bottom <= innerHeight;
        }, null, { timeout: 5000 }).catch(() => assert.fail(`${what}: out of sight`));
        assert.equal(await page.locator("#failed").count(), 1, what);
        assert.deepEqual(await findings(page), [], what);
      };
      const fault = { code: "store", text: { en: "the store is full", ja: "保存先が満杯です" }, entry: null, expected: [] };
      const refuses = (status) => page.route("**/api/puzzles*/**", (route) => route.fulfill({ status, json: { fault } }));
      const nobody = (path) => page.route(path, (route) => route.abort());
      // At the start: before anything is known, and before the first question.
      for (const [path, without] of [["/puzzles", "**/api/**"], ["/leduc/puzzles", "**/api/**"], ["/puzzles", "**/api/puzzles"], ["/leduc/puzzles", "**/api/puzzles"]]) {
        await nobody(without);
        await page.goto(own.origin + path);
        // Parts of the page may not have come by then: it says that too.
        if (without === "**/api/**") await page.locator("main [role=alert]", { hasText: /^\s*Yomi (does not answer|が応答し)/ }).waitFor();
        else await failed(path, gone);
        await page.unroute(without);
        await page.locator("#failed").waitFor({ state: "detached" });
        await page.locator(".pzs, .cols[data-told=false]").first().waitFor();
      }
      await page.goto(`${own.origin}/leduc/puzzles`);
      await asked(page, "leduc");
      // While looking back.
      await page.keyboard.press("ArrowLeft");
      await page.locator(".lookback").waitFor();
      await refuses(503);
      await page.locator("#give-up").click();
      await failed("looking back", full);
      await page.unroute("**/api/puzzles*/**");
      await page.locator("#give-up").click();
      await isTold(page);
      assert.equal(await page.locator("#failed").count(), 0);
      // Once the answer is shown.
      await page.route("**/api/puzzles", (route) => route.fulfill({ status: 507, json: { fault } }));
      await page.locator("#next").click();
      await failed("told, refused", full);
      await page.unroute("**/api/puzzles");
      await own.stop("SIGKILL");
      await page.locator("#next").click();
      await failed("told, away", gone);
      await own.start();
      await page.locator("#failed").waitFor({ state: "detached" });
      await page.locator("#next").click();
      await asked(page, "leduc");
      await context.close();
    }
  } finally {
    await own.end();
  }
});

test("stored choices that are no choices leave the page as on a first visit", async () => {
  for (const kept of ["null", "7", "\"\"", "[]", "{"]) {
    const { page, context, faults } = await visit(browser, server);
    await page.addInitScript((text) => localStorage.setItem("yomi.prefs", text), kept);
    for (const path of ["/", "/puzzles", "/leduc"]) {
      await page.goto(server.origin + path);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      await page.locator("footer").waitFor();
    }
    assert.deepEqual(faults, [], kept);
    await context.close();
  }
});

test("without a store answers are remembered while yomi runs, and the page says so", async () => {
  const bare = await new Server({ store: false }).start();
  try {
    const { page, context, faults } = await visit(browser, bare);
    await page.goto(`${bare.origin}/puzzles`);
    await page.getByText("remembered only while yomi runs").waitFor();
    await page.goto(`${bare.origin}/leduc/puzzles`);
    const first = await asked(page, "leduc");
    await page.getByText("remembered only while yomi runs").waitFor();
    await played(page, "leduc", first.best);
    await isTold(page);
    await page.reload();
    assert.notEqual((await asked(page, "leduc")).id, first.id);
    assert.deepEqual(faults, []);
    await context.close();
  } finally {
    await bare.end();
  }
});
