// Whole games of Sevens, as a player enters them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { cell, playedOut, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
const SEAT = 1;

// Everybody plays, and sometimes passes although a card fits.
const game = await playedOut(server.origin, "sevens", 3, SEAT, (legal, turn) => (turn % 7 === 3 ? "pass" : legal[0]));

/** Sets the table up: seat 1 of three, sevens so that everybody has as many cards as in the deal. */
async function setUp(page, press) {
  await page.goto(`${server.origin}/sevens/real`);
  await press(page.getByRole("radiogroup", { name: /Your seat|あなたの席/ }).getByRole("radio").nth(SEAT));
  const sevens = page.getByRole("radiogroup", { name: /seven of|の7を出した人/ });
  const counts = game.start.seats.map((seat) => seat.cards);
  const dealt = [18, 17, 17];
  const holders = counts.flatMap((cards, seat) => Array(dealt[seat] - cards).fill(seat));
  // Who begins held the seven of diamonds.
  const [first] = holders.splice(holders.indexOf(game.start.turn), 1);
  holders.splice(2, 0, first);
  for (const [i, holder] of holders.entries()) await press(sevens.nth(i).getByRole("radio").nth(holder));
  for (const card of game.start.hand) await press(page.locator(cell(card)));
  // The page is drawn once a frame: the button can be pressed when the last card is shown as chosen.
  const begin = page.locator(".acts .btn.go:enabled");
  await begin.waitFor();
  await press(begin);
  await until(page, 0);
}

test("by keyboard alone", async () => {
  const { page, context, faults } = await visit(browser, server);
  // A button has the focus and is pressed by key: nothing here is clicked.
  await setUp(page, async (target) => {
    await target.focus();
    await page.keyboard.press("Enter");
  });
  for (const [at, entry] of game.entries.entries()) {
    if (at === 0) {
      // Our own first turn by the number of its candidate.
      const row = page.locator(".cand [data-move]");
      await page.locator(".cols[data-status=done]").waitFor();
      const moves = await row.evaluateAll((rows) => rows.map((one) => one.dataset.move));
      await page.keyboard.press(String(moves.indexOf(entry) + 1));
      await page.keyboard.press("Enter");
    } else if (entry === "pass" && at % 2) {
      await page.locator("body").focus();
      await page.keyboard.press("p");
    } else {
      await page.keyboard.press("/");
      await page.keyboard.type(entry);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
    }
    await until(page, at + 1);
  }
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  // Ten back, ten forth, and a reload: the same position.
  const before = await page.locator(".seven").innerText();
  for (let n = 1; n <= 10; n += 1) {
    await page.keyboard.press("u");
    await until(page, game.entries.length - n);
  }
  for (let n = 9; n >= 0; n -= 1) {
    await page.keyboard.press("Shift+U");
    await until(page, game.entries.length - n);
  }
  assert.equal(await page.locator(".seven").innerText(), before);
  await page.reload();
  await until(page, game.entries.length);
  assert.equal(await page.locator(".seven").innerText(), before);
  // What the address holds of a real game is behind the #.
  const url = new URL(page.url());
  assert.equal(url.search, "");
  assert.ok(url.hash.length > 10);
  // The same address in a window that knows nothing of it.
  const other = await visit(browser, server);
  await other.page.goto(page.url());
  await until(other.page, game.entries.length);
  assert.equal(await other.page.locator(".seven").innerText(), before);
  assert.deepEqual([...faults, ...other.faults], []);
  await other.context.close();
  await context.close();
});

test("what is typed and pressed faster than the page is drawn is entered once, as it was typed", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  // Frames come late, as on a busy machine: several entries may lie between two of them.
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame;
    window.requestAnimationFrame = (act) => setTimeout(() => draw(act), 400);
  });
  await page.goto(`${server.origin}/sevens?seed=3&seat=1`);
  await until(page, 0);
  await page.locator("#entry").focus();
  for (const [at, entry] of ["D6", "S8", "H6"].entries()) {
    await page.keyboard.type(entry);
    await page.keyboard.press("Enter");
    // In before it is drawn.
    await page.waitForFunction((n) => new URLSearchParams(location.search).get("moves")?.split(".").length === n, at + 1, { polling: 10 });
  }
  await until(page, 3);
  assert.equal(await page.locator("#entry").inputValue(), "");
  // Typed while the server answers: the beginning of the next entry.
  await page.route("**/api/positions", (route) => setTimeout(() => route.fallback(), 500), { times: 1 });
  await page.keyboard.type("D5");
  await page.keyboard.press("Enter");
  await page.keyboard.type("C8");
  await until(page, 4);
  assert.equal(await page.locator("#entry").inputValue(), "C8");
  await page.keyboard.press("Enter");
  await until(page, 5);
  // All in one go: the letter P is for the seat whose turn it is then.
  await page.keyboard.type("S6");
  for (const key of ["Enter", "Escape", "p"]) await page.keyboard.press(key);
  await until(page, 7);
  assert.equal(new URL(page.url()).searchParams.get("moves"), "D6.S8.H6.D5.C8.S6.pass");
  assert.equal(await page.locator(".note").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a move that is named is played once, also when it is pressed while the server answers", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.3 });
  await page.goto(`${server.origin}/sevens?seed=3&moves=D6.S8.H6&seat=1`);
  await page.locator(".cols[data-status=done]").waitFor();
  const best = await page.locator(".answer .move").getAttribute("data-move");
  // The server comes back, and says where the game stands only after a while.
  await page.route("**/api/positions", (route) => setTimeout(() => route.fallback(), 700));
  await server.stop("SIGKILL");
  await page.keyboard.press("Space");
  await page.locator(".answer.dim").waitFor();
  await server.start();
  await page.locator(".cols[data-busy=true]").waitFor();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Enter");
  await until(page, 4);
  await page.waitForTimeout(1000);
  await until(page, 4);
  assert.equal(new URL(page.url()).searchParams.get("moves"), `D6.S8.H6.${best}`);
  assert.deepEqual(faults, []);
  await context.close();
});

test("by touch at 390 px, with the server killed in the middle", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja" });
  await setUp(page, (target) => target.tap());
  const killed = Math.floor(game.entries.length / 2);
  for (const [at, entry] of game.entries.entries()) {
    if (at === killed) {
      await server.stop("SIGKILL");
      await server.start();
    }
    // Whose turn it is, asked before anything is tapped: the next may be ours.
    const ours = (await page.locator(".seats .you.turn").count()) > 0;
    if (entry.startsWith("pass")) await page.locator("#pass-dock").tap();
    else {
      await page.locator(cell(entry)).tap();
      // Our own card is chosen by the first tap and played by the second.
      if (ours) await page.locator(".dock .btn.go:not(#pass-dock)").tap();
    }
    if (entry.includes("=") && !ours) {
      for (const card of entry.split("=")[1].split("+")) await page.locator(cell(card)).tap();
    }
    await until(page, at + 1);
  }
  assert.match(await page.locator(".answer .state").innerText(), /終わりました/);
  const { faults: none } = { faults: faults.filter((fault) => !/ERR_|Failed to fetch/.test(fault)) };
  assert.deepEqual(none, []);
  await context.close();
});

test("a refused entry changes nothing and says why in one sentence", async () => {
  const { page, context, faults } = await visit(browser, server, { lang: "ja" });
  await page.goto(`${server.origin}/sevens?seed=3&moves=D6.S8.H6&seat=1`);
  await until(page, 3);
  await page.locator(".cols[data-status=done]").waitFor();
  const before = await page.locator(".seven").innerText();
  const figures = await page.locator(".cand").innerText();
  await page.fill("#entry", "CK");
  await page.keyboard.press("Enter");
  await page.locator(".note").waitFor();
  assert.equal(await page.locator("#entry").inputValue(), "CK");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "entry");
  assert.equal(await page.locator(".seven").innerText(), before);
  assert.equal(await page.locator(".cand").innerText(), figures);
  assert.match(await page.locator(".note").innerText(), /^入力できません。/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("entries made while the server is away wait for it", async () => {
  const { page, context } = await visit(browser, server);
  await page.goto(`${server.origin}/sevens?seed=3&moves=D6.S8.H6.D5&seat=1`);
  await until(page, 4);
  await server.stop("SIGKILL");
  for (const entry of ["C8", "S6"]) {
    await page.fill("#entry", entry);
    await page.keyboard.press("Enter");
    await page.waitForFunction((text) => document.querySelector(".answer .lead")?.textContent?.includes(text), entry);
  }
  assert.match(await page.locator(".answer .lead").innerText(), /C8 S6/);
  await server.start();
  await until(page, 6);
  await context.close();
});

test("where Yomi says pass, Pass is the main button, and no other one does nothing", async () => {
  const { page, context, faults } = await visit(browser, server, { budget: 0.5 });
  await page.goto(`${server.origin}/sevens?seed=0&moves=pass.S6.H8.D6.S5.pass.pass.H9.pass.pass.pass&seat=0`);
  await page.locator(".cols[data-status=done]").waitFor();
  const said = await page.locator(".answer .move").getAttribute("data-move");
  const main = said === "pass" ? "#pass" : "#play";
  assert.ok((await page.locator(main).getAttribute("class")).split(" ").includes("go"), said);
  await page.locator("[data-move=pass]").last().focus();
  assert.ok((await page.locator("#pass").getAttribute("class")).split(" ").includes("go"));
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true");
  await page.locator("#entry").fill("D8");
  await page.locator("#play.go:not([aria-disabled])").waitFor();
  assert.ok(!(await page.locator("#pass").getAttribute("class")).split(" ").includes("go"));
  assert.deepEqual(faults, []);
  await context.close();
});
