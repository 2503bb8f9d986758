// Before a game: what the forms say, what they take, and what they refuse in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { cell, RANKS, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

/** A number that a browser rounds to another one. */
const LARGE = "9007199254740993";
const REFUSED = /numbers of deals from 0 to 9007199254740991/;

test("a deal whose number a browser would round is refused in words, however it is asked for", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/connect-four?seed=${LARGE}&moves=4`);
  await page.locator(".note").waitFor();
  assert.match(await page.locator(".note").innerText(), REFUSED);
  await page.goto(`${server.origin}/maze`);
  const seed = page.getByLabel("Number of the deal");
  // What is no number is not in the field either.
  await seed.fill("");
  await seed.pressSequentially("1x2");
  await page.waitForFunction(() => document.querySelector("input[inputmode=numeric]")?.value === "12");
  await seed.fill(LARGE);
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await page.locator(".note").waitFor();
  assert.match(await page.locator(".note").innerText(), REFUSED);
  assert.equal(await seed.inputValue(), LARGE);
  await seed.fill("9007199254740991");
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await until(page, 0);
  assert.match(page.url(), /seed=9007199254740991/);
  // A file with such a deal.
  await page.goto(`${server.origin}/connect-four?seed=7`);
  await until(page, 0);
  await page.fill("#entry", "4");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Save as a file" }).waitFor();
  const id = await page.evaluate(() => history.state.kept);
  const record = await (await fetch(`${server.origin}/api/kept/${id}/export`)).text();
  const changed = record.replace(/("seed": ?)7\b/, `$1${LARGE}`);
  assert.notEqual(changed, record);
  await page.goto(server.origin);
  await page.locator("input[type=file]").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(changed) });
  await page.locator(".note").waitFor();
  assert.match(await page.locator(".note").innerText(), REFUSED);
  assert.deepEqual(faults, []);
  await context.close();
});

test("an address that is wrong says so in one sentence, and no other game is opened", async () => {
  const { page, context, faults } = await visit(browser, server);
  const wrong = [
    ["/sevens?seed=&seat=0", REFUSED], ["/sevens?seed=1.5", REFUSED], ["/sevens?seed=-1", REFUSED], ["/sevens?seed=1&seat=x", /names no seat/], ["/sevens?seed=1&seat=-1", /names no seat/],
    ["/sevens/real#garbage", /cut or changed/], ["/sevens/real#rZBBCsIwEEX3OcWwdWO8QW", /cut or changed/], ["/sevens?seed=1&set=players:%25", /cut or changed/],
    ["/duel?seed=1&seat=0#rZBBCsIwEEX3OcWwdWO8QW", /cut or changed/], ["/sevens?kept=../../x", /no game is kept/],
  ];
  for (const [path, said] of wrong) {
    // An address that differs behind the # alone would not be loaded anew.
    await page.goto(server.origin);
    await page.goto(server.origin + path);
    await page.locator(".note").waitFor();
    assert.match(await page.locator(".note").innerText(), said, path);
    assert.equal(await page.locator(".cols:not(.blocks)").count(), 0, path);
    await page.locator(".setup").waitFor();
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("more players than cards were chosen for: how many are too many", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/sevens/real`);
  // Nothing is answered before it is asked.
  await page.locator(".acts.sticky .btn.go:disabled").filter({ hasText: /^Say who laid the sevens$/ }).waitFor();
  const sevens = page.getByRole("radiogroup", { name: /seven of/ });
  assert.equal(await sevens.locator("[aria-checked=true]").count(), 0);
  for (const i of [0, 1, 2, 3]) await sevens.nth(i).getByRole("radio").first().click();
  for (const rank of RANKS.filter((one) => one !== "7")) await page.locator(cell(`S${rank}`)).click();
  await page.getByRole("group", { name: "Players" }).or(page.getByRole("radiogroup", { name: "Players" })).getByText("6", { exact: true }).click();
  const button = page.locator(".acts.sticky .btn.go:disabled");
  await button.filter({ hasText: /^7 cards too many$/ }).waitFor();
  for (const rank of ["A", "2", "3", "4", "5", "6"]) await page.locator(cell(`S${rank}`)).click();
  await button.filter({ hasText: /^1 card too many$/ }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("choices and titles are in the language of the page", async () => {
  const { page, context, faults } = await visit(browser, server, { lang: "ja" });
  for (const [game, name, words] of [["sevens", "七並べ", /A と K が互いに開く/], ["twin-cool", "Twin Cool", /最後の手札だけ/]]) {
    await page.goto(`${server.origin}/${game}`);
    const choices = page.locator("form.choice").first().locator("select");
    await choices.first().waitFor();
    assert.equal(await page.title(), `${name} · Yomi`);
    const said = (await choices.allInnerTexts()).join(" ");
    assert.match(said, words);
    assert.doesNotMatch(said, /contest|closing|reverse|plain|final|accumulated/);
  }
  await page.goto(`${server.origin}/connect-four`);
  await page.waitForFunction(() => document.title === "コネクトフォー · Yomi");
  await page.keyboard.press("l");
  await page.waitForFunction(() => document.title === "Connect Four · Yomi");
  assert.deepEqual(faults, []);
  await context.close();
});
