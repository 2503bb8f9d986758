// What holds on every page and in every state.

import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { findings } from "../lib/axe.js";
import { visit } from "../lib/browser.js";
import { lastEvent, recordEvents, staysUntilDone } from "../lib/checks.js";
import { until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
const SEVENS = "/sevens?seed=3&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4&seat=1";
const PAGES = ["/", "/sevens", "/sevens/real", "/twin-cool/real", SEVENS, "/twin-cool?seed=5&seat=0", "/kuhn?seed=1", "/connect-four?seed=0", "/nowhere", "/sevens/foo"];

const settled = (page) => page.waitForFunction(() => document.querySelector("main") && !document.querySelector(".blocks") && ["done", "none", undefined].includes(document.querySelector(".cols")?.dataset.status));

test("axe finds nothing, in both languages and themes", async () => {
  for (const [lang, dark] of [["en", false], ["ja", true]]) {
    const { page, context, faults } = await visit(browser, server, { lang, dark, budget: 0.3 });
    for (const path of PAGES) {
      await page.goto(server.origin + path);
      await page.locator("h1").first().waitFor();
      await settled(page);
      assert.deepEqual(await findings(page), [], `${path} ${lang}`);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    }
    await page.keyboard.press("?");
    await page.locator(".keymap").waitFor();
    assert.deepEqual(await findings(page), [], "keys");
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("no page scrolls sideways", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.3 });
  for (const path of PAGES) {
    await page.goto(server.origin + path);
    await page.locator("h1").first().waitFor();
    await settled(page);
    for (const width of [320, 390, 620, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${path} at ${width}: ${over} px`);
    }
  }
  await context.close();
});

test("nothing moves while figures change, and all figures agree at every snapshot", async () => {
  for (const phone of [false, true]) {
    const { page, context, faults } = await visit(browser, server, { phone });
    await page.goto(server.origin + SEVENS);
    await page.locator(".cand .val").first().waitFor();
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const rows = document.querySelectorAll(".cand tbody tr.has-fact");
        if (rows.length) {
          window.seen.push({
            row: rows[0].querySelector("[data-move]").dataset.move,
            best: rows[0].classList.contains("best"),
            board: document.querySelector(".seven .pick .face")?.textContent.replace("\uFE0E", "") ?? "pass",
            move: document.querySelector(".answer .move").lastChild.parentElement.innerText.split("\n").pop(),
          });
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await staysUntilDone(page);
    const seen = await page.evaluate(() => window.seen);
    assert.ok(seen.length > 5);
    const sign = { S: "♠", H: "♥", D: "♦", C: "♣" };
    for (const { row, best, board, move } of seen.filter((one) => one.best)) {
      const name = row === "pass" ? "pass" : sign[row[0]] + row.slice(1);
      assert.equal(board, name);
      assert.ok(move.replaceAll("\uFE0E", "").toLowerCase().startsWith(name.toLowerCase()), `${move} ${name}`);
      assert.ok(best);
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("figures are those of the last event", async () => {
  const { page, context } = await visit(browser, server);
  await recordEvents(page);
  await page.goto(server.origin + SEVENS);
  await page.locator(".cols[data-status=done]").waitFor();
  const answer = await lastEvent(page, "answer");
  const rows = await page.locator(".cand tbody tr.has-fact .val").allInnerTexts();
  const figures = answer.candidates.map((c) => (c.value === null ? "–" : `${(100 * c.value).toFixed(1)}%`));
  assert.deepEqual(rows.map((row) => row.split("\n")[0]), figures);
  for (const { card, where, seats } of answer.beliefs.cards.filter((one) => one.where === "hidden").slice(0, 8)) {
    const at = [["S", "H", "D", "C"].indexOf(card[0]), ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].indexOf(card.slice(1))];
    const cell = page.locator(".opp").first().locator("tbody tr").nth(at[0]).locator("td").nth(at[1]);
    assert.equal(await cell.innerText(), String(Math.round(100 * seats[0])), `${card} ${where}`);
  }
  await context.close();
});

test("old figures never stand over a new position", async () => {
  const { page, context } = await visit(browser, server);
  await page.goto(server.origin + SEVENS);
  await page.locator(".cols[data-status=done]").waitFor();
  const value = await page.locator(".answer .figure b").innerText();
  await page.keyboard.press("u");
  await until(page, 14);
  assert.notEqual(await page.locator(".answer .figure").innerText(), value);
  assert.equal(await page.locator(".cand").count(), 0);
  await context.close();
});

test("a second tab takes over, and the first says so", async () => {
  const { page, context } = await visit(browser, server);
  await page.addInitScript(() => localStorage.setItem("yomi.prefs", JSON.stringify({ budget: 30 })));
  await page.goto(server.origin + SEVENS);
  await page.locator(".cols[data-status=reading]").waitFor();
  const second = await context.newPage();
  await second.goto(server.origin + SEVENS);
  await second.locator(".cols[data-status=reading]").waitFor();
  await page.locator(".cols:is([data-status=elsewhere], [data-status=paused])").waitFor();
  await context.close();
});

test("a page that there is not says so, with the status of one", async () => {
  for (const [lang, said] of [["en", "There is no such page"], ["ja", "そのページはありません"]]) {
    const { page, context, faults } = await visit(browser, server, { lang });
    for (const path of ["/sevens/foo", "/sevens/real/foo", "/sevens/", "/nowhere", "/nowhere/real"]) {
      const response = await page.goto(server.origin + path);
      assert.equal(response?.status(), 404, path);
      await page.getByRole("heading", { name: said }).waitFor();
    }
    await page.getByRole("link", { name: /^(Home|ホーム)$/ }).last().click();
    await page.waitForURL(`${server.origin}/`);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("the answer keeps to its column and says all of what it took, in every language", async () => {
  for (const lang of ["en", "ja"]) {
    const { page, context } = await visit(browser, server, { lang });
    await page.goto(server.origin + SEVENS);
    await settled(page);
    const [side, work] = await page.evaluate(() => [".cols > .side", ".answer .work"].map((name) => {
      const one = document.querySelector(name);
      return { width: one.getBoundingClientRect().width, answer: one.querySelector(".answer")?.getBoundingClientRect().width, over: one.scrollWidth - one.clientWidth };
    }));
    assert.equal(side.answer, side.width, lang);
    assert.ok(work.over <= 0, `${lang}: ${work.over} px of the line are cut`);
    await context.close();
  }
});

test("a foreign host is refused", async () => {
  const status = await new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path: "/api/games", headers: { host: "evil.example" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
  assert.equal(status, 403);
});

test("SIGTERM ends the server with 0", async () => {
  assert.equal(await server.stop("SIGTERM"), 0);
  await server.start();
});
