// After and beside a game: its course as a curve, the ceiling of a deal that is over, texts that are pasted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "../lib/axe.js";
import { isDone } from "../lib/checks.js";
import { visit } from "../lib/browser.js";
import { post, RANKS, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

test("the value over the course of the game: from the third answer on, and gone with what is taken back", async () => {
  // A server that has just started needs a moment before it knows values: a rule of thumb is not on the curve.
  const { page, context, faults } = await visit(browser, server, { budget: 3 });
  await page.goto(`${server.origin}/twin-cool?seed=5&seat=0`);
  await isDone(page);
  for (let turn = 1; turn <= 3; turn += 1) {
    assert.equal(await page.locator(".curve").count(), turn < 3 ? 0 : 1, `before turn ${turn}`);
    await page.keyboard.press("Enter");
    await until(page, turn);
    await isDone(page);
  }
  const points = async () => (await page.locator(".curve .course").getAttribute("d")).split("L").length;
  assert.equal(await points(), 4);
  // Its ends are named beside it, at their height.
  const ends = await page.evaluate(() => [...document.querySelectorAll(".curve .plot > *")].map((one) => {
    const { top, right, bottom, left } = one.getBoundingClientRect();
    return { top, right, bottom, left };
  }));
  const [high, low, plot] = ends;
  assert.ok(high.right <= plot.left && low.right <= plot.left, JSON.stringify(ends));
  assert.ok(Math.abs(high.top - plot.top) < 2 && Math.abs(low.bottom - plot.bottom) < 4, JSON.stringify(ends));
  const label = await page.locator(".curve svg").getAttribute("aria-label");
  const cards = await page.locator(".cand tr.best .num").last().innerText();
  assert.ok(label.endsWith(`turn 4: ${cards}`), `${label} ${cards}`);
  assert.deepEqual(await findings(page), []);
  // Hidden advice has no course either.
  await page.keyboard.press("h");
  await page.waitForFunction(() => !document.querySelector(".curve"));
  await page.keyboard.press("h");
  // Another move after an undo: what was said after the old one belongs to it.
  await page.keyboard.press("u");
  await until(page, 2);
  await isDone(page);
  assert.equal(await points(), 3);
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await until(page, 3);
  assert.equal(await page.locator(".curve .course").count(), 1);
  await isDone(page);
  assert.equal(await points(), 4);
  await page.reload();
  await isDone(page);
  assert.equal(await points(), 4);
  // It is still one game.
  await page.keyboard.press("Enter");
  await until(page, 4);
  await isDone(page);
  await page.waitForTimeout(200);
  const { games } = await (await fetch(`${server.origin}/api/kept`)).json();
  assert.equal(games.filter((one) => one.game === "twin-cool").length, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test("practice of Twin Cool: when it is over, what was possible and where it was given away; never before", async () => {
  const moves = [];
  let position;
  for (;;) {
    position = await post(server.origin, "/api/positions", { game: "twin-cool", source: { seed: 5, moves, seat: 0 } });
    if (position.over) break;
    moves.push(position.legal[0].move);
  }
  const looked = await post(server.origin, "/api/ceiling", { game: "twin-cool", source: { seed: 5, moves, seat: 0 } });
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/twin-cool?seed=5&seat=0&moves=${moves.slice(0, -1).join(".")}`);
  await isDone(page);
  assert.equal(await page.locator(".ceiling").count(), 0);
  assert.ok(!asked.includes("/api/ceiling"), "asked while the deal goes on");
  await page.fill("#entry", moves.at(-1));
  await page.keyboard.press("Enter");
  await page.locator(".ceiling dd").first().waitFor();
  const figures = await page.locator(".ceiling dd").allInnerTexts();
  assert.deepEqual(figures.map(Number), [looked.reached, looked.before[0]].map((x) => Number(x.toFixed(1))));
  const turns = await page.locator(".ceiling .given button").allInnerTexts();
  assert.ok(turns.length >= 1 && turns.length <= 6);
  assert.ok(turns.every((text) => looked.given_away.includes(Number(/^Turn (\d+)/.exec(text)[1]))), turns.join("; "));
  assert.deepEqual(await findings(page), []);
  // A turn that is named can be looked at, and what was found stays beside it.
  await page.locator(".ceiling .given button").first().click();
  await page.locator(".lookback").waitFor();
  assert.equal(await page.locator(".ceiling .given button").count(), turns.length);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a record pasted on the page of Sevens takes the place of the form; what is no game is refused in one sentence", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/sevens/real`);
  await page.locator(".paste summary").click();
  await page.fill("#paste", "{\"hello\": 1}");
  await page.click("#read-paste");
  await page.locator(".note").waitFor();
  assert.equal(await page.locator("#paste").inputValue(), "{\"hello\": 1}");
  const seen = await post(server.origin, "/api/positions", { game: "sevens", source: { seed: 3, moves: ["D6", "S8", "H6"], seat: 1 } });
  await page.fill("#paste", JSON.stringify(seen.view));
  await page.click("#read-paste");
  await page.waitForURL(/\/sevens\/real#/);
  await isDone(page);
  assert.equal(await page.locator(".hand .pc").count(), seen.view.hand.length);
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

/** A position as the contest's engine writes its state. */
function contestState({ view, history, seat, to_move: turn }) {
  const plays = history.filter((event) => event.entry !== "pass");
  const played = plays.map((event) => event.entry);
  const row = (suit) => RANKS.map((rank) => Number(rank === "7" || played.includes(suit + rank)));
  return {
    players_num: 3, my_player_num: seat, turn_player: turn, my_hands: view.hand, out_player: [],
    all_actions: played, all_players: plays.map((event) => event.seat),
    pass_count: [0, 1, 2].map((one) => history.filter((event) => event.seat === one && event.entry === "pass").length),
    field_cards: ["S", "C", "H", "D"].map(row), hand_sizes: view.seats.map((place) => place.cards),
  };
}

test("a state of the contest's engine is pasted, and read as the position that it is", async () => {
  const moves = "D6 S8 H6 D5 C8 S6 D4 C6 S5 pass pass H5 D3 H8 S4".split(" ");
  const seen = await post(server.origin, "/api/positions", { game: "sevens", source: { seed: 3, moves, seat: 1 } });
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja", budget: 0.3 });
  await page.goto(`${server.origin}/sevens/real`);
  await page.locator(".paste summary").tap();
  await page.fill("#paste", JSON.stringify(contestState(seen)));
  await page.locator("#read-paste").tap();
  await page.waitForURL(/\/sevens\/real#/);
  await isDone(page);
  assert.equal(await page.locator(".cols").getAttribute("data-entries"), String(moves.length));
  assert.deepEqual(await page.locator(".cand [data-move]").evaluateAll((rows) => rows.map((row) => row.dataset.move).sort()), seen.legal.map((one) => one.move).sort());
  assert.deepEqual(faults, []);
  await context.close();
});
