// Kuhn and Leduc: whole hands by key and by touch, a strategy as shares, the belief over the opponent's card.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shifts, visit } from "../lib/browser.js";
import { accessible, hides, isDone, still } from "../lib/checks.js";
import { post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

const isOver = (page) => page.waitForFunction(() => /over|終わりました/.test(document.querySelector(".answer .state")?.textContent ?? ""));

/** The computed strategy, asked without the page. */
async function advice(place) {
  const { stream } = await post(server.origin, "/api/analyses", { ...place, limit: "1s", client: "test" });
  const text = await (await fetch(server.origin + stream)).text();
  return JSON.parse(text.split("\n\n").find((event) => event.includes("event: answer")).split("data: ")[1]);
}

test("a real hand of Leduc by keyboard alone: the bets, the public card, the card shown", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/leduc/real`);
  const press = async (target) => {
    await target.focus();
    await page.keyboard.press("Enter");
  };
  await press(page.getByRole("radio", { name: /seat 1/ }));
  await press(page.locator(".picks button", { hasText: "Q" }));
  await press(page.locator(".acts .btn.go:enabled"));
  await until(page, 0);
  // Letters say what the opponent does, and what we do.
  await page.locator("body").focus();
  for (const [at, letter] of ["b", "r", "c"].entries()) {
    await page.keyboard.press(letter);
    await until(page, at + 1);
  }
  // The public card.
  await press(page.locator(".asked .picks button", { hasText: "Q" }));
  await until(page, 4);
  assert.match(await page.locator(".felt .pot").innerText(), /10/);
  await page.keyboard.press("/");
  await page.keyboard.type("check");
  await page.keyboard.press("Enter");
  await until(page, 5);
  await page.keyboard.press("Escape");
  await page.locator(".cols[data-status=done]").waitFor();
  await page.keyboard.press("b");
  await until(page, 6);
  // A call shows the cards: which one is asked for before anything is entered.
  await page.keyboard.press("c");
  await page.locator(".asked h2", { hasText: "show" }).waitFor();
  await press(page.locator(".asked .picks button", { hasText: "K" }));
  await isOver(page);
  await until(page, 7);
  assert.match(await page.locator(".felt").innerText(), /K/);
  const before = await page.locator(".felt").innerText();
  for (let n = 1; n <= 7; n += 1) {
    await page.keyboard.press("u");
    await until(page, 7 - n);
  }
  for (let n = 6; n >= 0; n -= 1) {
    await page.keyboard.press("Shift+U");
    await until(page, 7 - n);
  }
  await page.reload();
  await until(page, 7);
  assert.equal(await page.locator(".felt").innerText(), before);
  assert.equal(new URL(page.url()).search, "", "a real game is behind the #");
  assert.deepEqual(faults, []);
  await context.close();
});

test("Kuhn against Yomi by touch at 390 px in Japanese, to the end", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja" });
  await page.goto(`${server.origin}/kuhn?seed=3&seat=0&against=best`);
  await until(page, 0);
  for (let turn = 0; turn < 3; turn += 1) {
    const before = Number(await page.locator(".cols").getAttribute("data-entries"));
    await page.locator(".bets .bet").first().tap();
    await page.waitForFunction((n) => {
      const cols = document.querySelector(".cols");
      return Number(cols?.dataset.entries) > n && cols.dataset.busy === "false";
    }, before);
    if (/終わりました/.test(await page.locator(".answer .state").innerText())) break;
  }
  await isOver(page);
  assert.match(await page.locator(".answer .move").innerText(), /枚の(勝ち|負け)/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a mixed strategy is shown as shares, and the belief as the server has it", async () => {
  const place = { game: "leduc", source: { seed: 2, moves: ["check", "bet", "raise", "call", "check", "bet"] } };
  const said = await advice(place);
  assert.equal(said.choice, "drawn");
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/leduc?seed=2&moves=${place.source.moves.join(".")}`);
  await page.locator(".cols[data-status=done]").waitFor();
  const shown = (p) => (p > 0 && p < 0.01 ? "<1%" : `${Math.round(100 * p)}%`);
  for (const c of said.candidates) {
    const button = page.locator(".bets .bet", { hasText: c.move });
    assert.equal(await button.locator(".n").innerText(), `${shown(c.share)} of the time`);
  }
  // The answer names every move that is played, not one of them.
  const answer = await page.locator(".answer .mix").innerText();
  for (const c of said.candidates.filter((one) => one.share >= 0.005)) assert.ok(answer.includes(`${c.move} ${shown(c.share)}`), answer);
  const odds = await page.locator(".held3 .p").allInnerTexts();
  assert.deepEqual(odds.map((p) => p.trim()), ["J", "Q", "K"].map((rank) => `${Math.round(100 * said.beliefs.other_card[rank])}%`));
  // Chance chooses by the shares, and nothing is played by it.
  await page.getByRole("button", { name: /Draw one/ }).click();
  await page.locator(".bet.chosen").waitFor();
  assert.equal(await page.locator(".cols").getAttribute("data-entries"), "6");
  assert.deepEqual(faults, []);
  await context.close();
});

test("a word that is not possible is refused in one sentence, and nothing changes", async () => {
  const { page, context } = await visit(browser, server, { lang: "ja" });
  await page.goto(`${server.origin}/kuhn?seed=3`);
  await until(page, 0);
  await page.fill("#entry", "raise");
  await page.keyboard.press("Enter");
  await page.locator(".note").waitFor();
  assert.match(await page.locator(".note").innerText(), /^入力できません。/);
  assert.equal(await page.locator(".cols").getAttribute("data-entries"), "0");
  await context.close();
});

test("agents play a hand while one watches", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/leduc?seed=5`);
  await until(page, 0);
  await page.getByRole("button", { name: "Let agents play on" }).click();
  await page.getByRole("radio", { name: "0.3 s" }).click();
  await page.getByRole("button", { name: /^Play/ }).click();
  await isOver(page);
  await isDone(page);
  assert.deepEqual(faults, []);
  await context.close();
});

const PAGES = ["/kuhn", "/kuhn/real", "/kuhn?seed=2", "/leduc?seed=2&moves=check.bet.raise.call.check.bet", "/leduc?seed=2&moves=check.bet.fold"];

test("axe, every width, both languages and themes", () => accessible(browser, server, PAGES));

test("nothing moves while figures change", () => still(browser, server, PAGES.slice(2, 4)));

test("hidden advice is told by nothing", () => hides(browser, server, PAGES.slice(2, 4)));

test("names of moves are whole in every language, at every width", async () => {
  for (const lang of ["en", "ja"]) {
    const { page, context, faults } = await visit(browser, server, { lang });
    for (const path of ["/kuhn?seed=5&moves=check", "/leduc?seed=3&moves=bet"]) {
      await page.goto(server.origin + path);
      await isDone(page);
      for (const width of [1280, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await page.evaluate(() => [...document.querySelectorAll(".cand .mv, .cand .mv *, .answer .move .words")]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible").map((one) => one.textContent));
        assert.deepEqual(cut, [], `${path} ${lang} at ${width}`);
      }
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("nothing moves when the shares come, however late", async () => {
  const { page, context, faults } = await visit(browser, server);
  await context.route("**/api/analyses", (route) => setTimeout(() => route.fallback(), 600));
  for (const path of ["/kuhn?seed=1", "/leduc?seed=1", "/leduc?seed=3&moves=bet"]) {
    await page.goto(server.origin + path);
    await isDone(page);
    await page.waitForTimeout(200);
    // The move takes the place of the dash inside its own box, and figures grow in theirs; nothing else gives way.
    const moved = (await shifts(page, 0)).flatMap(({ what }) => what.split("\n")).filter((one) => {
      const [, from, to] = / ?([\d.]+ [\d.]+) [\d.]+ [\d.]+ -> ([\d.]+ [\d.]+) /.exec(one) ?? [];
      return from !== to && !/class="move"|class="mix"/.test(one);
    });
    assert.deepEqual(moved, [], path);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
