// A game that is over, reviewed: both ledgers, marks on the moves, positions, another try; and partners of one's strength.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "../lib/axe.js";
import { visit } from "../lib/browser.js";
import { lastEvent, recordEvents } from "../lib/checks.js";
import { post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

/** A deal played to its end by simple choices that are often wrong. */
async function played(game, seed) {
  const moves = [];
  for (;;) {
    const at = await post(server.origin, "/api/positions", { game, source: { seed, moves } });
    if (at.over) return moves;
    moves.push(at.legal[(7 * moves.length) % at.legal.length].move);
  }
}

const LEDUC = await played("leduc", 3);
const SEVENS = await played("sevens", 3);
const TWIN_COOL = await played("twin-cool", 5);

const address = (game, seed, moves, seat) => `${server.origin}/${game}?seed=${seed}&moves=${moves.map(encodeURIComponent).join(".")}${seat === null ? "" : `&seat=${seat}`}`;
const isReviewed = (page) => page.locator(".review[data-status=done]").waitFor();
const amount = (unit, x) => (unit === "win" ? 100 * x : x).toFixed({ win: 1, chips: 3, points: 1 }[unit] ?? 2).replace(/^-(0\.?0*)$/, "$1");

test("what each decision lost and what was luck: the figures are those of the server, and no page brings them before they are asked for", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await recordEvents(page);
  // Never while the game goes on.
  await page.goto(address("sevens", 3, SEVENS.slice(0, 20), 1));
  await until(page, 20);
  assert.equal(await page.locator("#review").count(), 0);
  await page.goto(address("sevens", 3, SEVENS, 1));
  await until(page, SEVENS.length);
  assert.ok(!asked.some((path) => /views\/review\.js|review\.css|api\/reviews/.test(path)), asked.join(" "));
  await page.locator("#review").focus();
  await page.keyboard.press("Enter");
  await isReviewed(page);
  const review = await lastEvent(page, "answer");
  assert.equal(review.seat, 1);
  const [known, luck] = await page.locator(".review .big b").allInnerTexts();
  assert.equal(known, amount("win", review.lost));
  assert.equal(luck.replace("−", "-").replace("+", ""), amount("win", review.luck));
  // The terms add up to the result, as they are shown.
  await page.locator(".review details summary").click();
  const terms = (await page.locator(".review .terms td").allInnerTexts()).map((text) => Number(text.replace("−", "-").replace("+", "")));
  const sum = terms.slice(0, -1).reduce((all, term) => all + term, 0);
  assert.ok(Math.abs(sum - terms.at(-1)) < 0.4, terms.join());
  const rows = await page.locator(".review .decisions tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.innerText.trim())));
  const made = review.decisions.filter(({ mark }) => mark !== "forced");
  assert.deepEqual(rows.map(([turn]) => Number(turn)), made.map(({ turn }) => turn));
  for (const [i, [, , mark, lost, lay]] of rows.entries()) {
    const one = made[i];
    assert.ok(mark.replace(/^[?!]+ /, "").startsWith(one.mark), `${mark}: ${one.mark}`);
    const shown = (/** @type {number} */ x, /** @type {number} */ se) => `${amount("win", x).replace("-0.0", "0.0").replace("-", "−")}${se ? ` ± ${amount("win", 1.96 * se)}` : ""}`;
    assert.equal(lost, shown(one.lost, one.se));
    // The same sign, and its own error.
    assert.equal(lay, one.best === one.played ? "–" : shown(one.lost_in_sight, one.lost_in_sight_se));
  }
  // A mark for each, at its place in the game.
  assert.equal(await page.locator(".review .dot").count(), made.length);
  assert.ok(made.some(({ mark }) => mark === "blunder"));
  assert.equal(await page.locator(".review .dot.blunder").first().innerText(), "??");
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a decision is looked at with its analysis, and tried again as a game of its own; Back leads to the old one", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(address("sevens", 3, SEVENS, 1));
  await page.locator("#review").click();
  await isReviewed(page);
  const row = page.locator(".review .decisions button").nth(4);
  const turn = Number(await row.getAttribute("data-turn"));
  await row.focus();
  await page.keyboard.press("Enter");
  await page.locator(".lookback").waitFor();
  await page.locator(".cols[data-status=done]").waitFor();
  const heading = page.locator(".review .opened h3");
  assert.match(await heading.innerText(), new RegExp(`^Turn ${turn}:`));
  assert.equal(await heading.evaluate((one) => one === document.activeElement), true);
  assert.ok((await page.locator(".review .opened li").count()) >= 1);
  assert.ok((await page.locator(".cand [data-move]").count()) > 1, "the position has its analysis");
  assert.deepEqual(await findings(page), []);
  await page.getByRole("button", { name: "Try again from here" }).click();
  await until(page, turn - 1);
  assert.equal(await page.locator(".review").count(), 0);
  assert.deepEqual(new URL(page.url()).searchParams.get("moves").split("."), SEVENS.slice(0, turn - 1));
  await page.locator(".cols[data-status=done]").waitFor();
  await page.keyboard.press("Enter");
  await until(page, turn);
  await page.goBack();
  await until(page, SEVENS.length);
  assert.deepEqual(faults, []);
  await context.close();
});

test("every seat of a game that one entered alone, in Japanese at 390 px and in the dark", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja", dark: true, budget: 0.3 });
  await page.goto(address("leduc", 3, LEDUC, null));
  await page.locator("#review").tap();
  await isReviewed(page);
  const seats = page.getByRole("radiogroup", { name: "だれの手を見るか" }).getByRole("radio");
  assert.equal(await seats.count(), 2);
  const told = await page.locator(".review .told").innerText();
  await seats.nth(1).tap();
  await page.waitForFunction((before) => document.querySelector(".review[data-status=done] .told") && document.querySelector(".review .told").innerText !== before, told);
  assert.match(await page.locator(".review").innerText(), /分かり得たことで見ると/);
  assert.deepEqual(await findings(page), []);
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${width}: ${over} px`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("a review that is being made can be stopped, and outlives neither its page nor the server", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(address("twin-cool", 5, TWIN_COOL, 0));
  // Its events are held back, so that it is seen on its way.
  await page.route("**/api/analyses/*/events", () => {});
  await page.locator("#review").click();
  await page.locator(".review[data-status=reading]").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("#review").waitFor();
  await page.unroute("**/api/analyses/*/events");
  await page.locator("#review").click();
  await isReviewed(page);
  // One turn back it is another game.
  await page.keyboard.press("u");
  await until(page, TWIN_COOL.length - 1);
  assert.equal(await page.locator(".review, #review").count(), 0);
  await page.keyboard.press("Shift+U");
  await until(page, TWIN_COOL.length);
  await server.stop("SIGKILL");
  await page.locator("#review").click();
  await page.locator(".answer.dim").waitFor();
  await server.start();
  await page.locator(".answer:not(.dim)").waitFor();
  await page.locator("#review").click();
  await isReviewed(page);
  assert.deepEqual(faults, []);
  await context.close();
});

/** The first legal move until the game is over; advice is hidden and stays so. @param {import("playwright-core").Page} page */
async function playOn(page) {
  for (let turn = 0; turn < 60; turn += 1) {
    if (/over|終わりました/.test(await page.locator(".answer .state").innerText()) || (await page.locator("#entry").count()) === 0) return;
    const before = Number(await page.locator(".cols").getAttribute("data-entries"));
    await page.locator(".colh:enabled").first().click();
    await page.waitForFunction((n) => {
      const cols = document.querySelector(".cols");
      return Number(cols?.dataset.entries) > n && cols.dataset.busy === "false";
    }, before);
  }
  throw new Error("the game does not end");
}

const rating = async (game) => (await post(server.origin, "/api/partners", { game })).person;

test("a partner as strong as oneself: the game counts once, and the rating is said", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  assert.equal((await rating("connect-four")).games, 0);
  const { person } = await post(server.origin, "/api/partners", { game: "connect-four" });
  await page.goto(`${server.origin}/connect-four`);
  await page.locator("#strength").selectOption("auto");
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await until(page, 0);
  // Without advice: that is what is measured.
  await page.waitForFunction(() => /hidden/.test(document.querySelector(".answer .state")?.textContent ?? ""));
  assert.match(await page.locator(".partner").innerText(), new RegExp(`^Your partner plays at level ${person.level} of \\d+\\. The game counts`));
  assert.match(decodeURIComponent(page.url()), new RegExp(`against=partner\\(level=${person.level}\\)`));
  await playOn(page);
  await page.locator(".partner", { hasText: "Your rating:" }).waitFor();
  const after = await rating("connect-four");
  assert.equal(after.games, 1);
  assert.ok((await page.locator(".partner").innerText()).includes(`level ${after.level}.`));
  assert.deepEqual(await findings(page), []);
  await page.reload();
  await page.locator("#review").waitFor();
  await page.waitForTimeout(300);
  assert.equal((await rating("connect-four")).games, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test("with advice, or a move taken back, a game does not count", async () => {
  for (const help of ["h", "u"]) {
    const { page, context, faults } = await visit(browser, server, { budget: 0.3, lang: "ja" });
    const before = await rating("connect-four");
    await page.goto(`${server.origin}/connect-four`);
    await page.locator("#strength").selectOption("auto");
    await page.getByRole("button", { name: "配る", exact: true }).click();
    await until(page, 0);
    await page.locator(".partner", { hasText: "評価に数えます" }).waitFor();
    await page.locator(".colh:enabled").first().click();
    await until(page, 2);
    await page.keyboard.press(help);
    await page.locator(".partner", { hasText: "数えません" }).waitFor();
    await page.keyboard.press(help === "h" ? "h" : "Shift+U");
    await until(page, 2);
    await playOn(page);
    await page.locator("#review").waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual(await rating("connect-four"), before);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("a move that a partner of a level draws is called that, with its shares, and no move is called hardly tried for its share", async () => {
  for (const lang of ["en", "ja"]) {
    const { page, context, faults } = await visit(browser, server, { lang });
    await recordEvents(page);
    await page.route("**/api/analyses", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), agent: "partner(level=1)", limit: "300it" }) }));
    await page.goto(address("sevens", 3, "D6 S8 H6 D5 C8 S6 D4 C6 S5 pass pass H5 D3 H8 S4".split(" "), 1));
    await page.locator(".cols[data-status=done]").waitFor();
    const advice = await lastEvent(page, "answer");
    assert.equal(advice.choice, "level");
    assert.equal(await page.locator(".answer .move small").innerText(), { en: "A partner of this level plays", ja: "このレベルの相手の手" }[lang]);
    const lead = advice.lead?.why?.[lang] ?? { en: "Drawn by the shares, as well as a partner of this level plays. It need not be the best move.", ja: "このレベルの相手らしい割合で選んだ手で、最善手とは限りません。" }[lang];
    assert.equal((await page.locator(".answer .lead").innerText()).replaceAll("\uFE0E", ""), lead.replaceAll("\uFE0E", ""));
    assert.equal(await page.locator(".cand th.c-n").innerText(), { en: "share", ja: "割合" }[lang]);
    assert.equal(await page.locator(".cand .weak").count(), 0);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(faults, []);
    await context.close();
  }
});
