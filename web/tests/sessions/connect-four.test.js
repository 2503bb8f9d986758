// Connect Four: whole games by key and by touch, the solver's proof, playouts and their tree, agents to watch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../lib/browser.js";
import { accessible, hides, still } from "../lib/checks.js";
import { post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
/** Twenty discs: the solver proves it at once. */
const LATE = "43444335562266211755";
const address = (moves) => `/connect-four?seed=0${moves ? `&moves=${[...moves].join(".")}` : ""}`;

/** The advice of an agent, asked without the page. */
async function advice(moves, agent, limit, more = {}) {
  const place = { game: "connect-four", source: { seed: 0, moves: [...moves] } };
  const { stream } = await post(server.origin, "/api/analyses", { ...place, agent, limit, client: "test", ...more });
  const text = await (await fetch(server.origin + stream)).text();
  const last = text.split("\n\n").find((event) => event.includes("event: answer"));
  return JSON.parse(last.split("data: ")[1]);
}

test("by keyboard alone: digits, a run of digits, undo and redo, a reload", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(server.origin + address(""));
  await until(page, 0);
  for (const [at, column] of [..."4344"].entries()) {
    await page.keyboard.press(column);
    await until(page, at + 1);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("43355622");
  await page.keyboard.press("Enter");
  await until(page, 12);
  await page.keyboard.press("Escape");
  const board = () => page.locator(".grid4 td").evaluateAll((cells) => cells.map((cell) => (/p[01]/.exec(cell.className) ?? ["-"])[0]).join(" "));
  const before = await board();
  for (let n = 1; n <= 5; n += 1) {
    await page.keyboard.press("u");
    await until(page, 12 - n);
  }
  assert.notEqual(await board(), before);
  for (let n = 4; n >= 0; n -= 1) {
    await page.keyboard.press("Shift+U");
    await until(page, 12 - n);
  }
  assert.equal(await board(), before);
  await page.reload();
  await until(page, 12);
  assert.equal(await board(), before);
  // A column that is full, or none at all: refused in one sentence, and nothing changes.
  await page.fill("#entry", "8");
  await page.keyboard.press("Enter");
  await page.locator(".note").waitFor();
  assert.equal(await board(), before);
  assert.deepEqual(faults, []);
  await context.close();
});

test("by touch at 390 px in Japanese, against Yomi, to the end", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja" });
  await page.goto(`${server.origin}/connect-four?seed=0&seat=0&against=best`);
  await until(page, 0);
  for (let entered = 0; ; ) {
    // The first column that takes a disc: Yomi wins soon.
    await page.locator(".colh:enabled").first().tap();
    await page.waitForFunction((n) => {
      const cols = document.querySelector(".cols");
      return Number(cols?.dataset.entries) > n && cols.dataset.busy === "false";
    }, entered);
    const over = /終わりました/.test(await page.locator(".answer .state").innerText());
    if (over) break;
    entered = Number(await page.locator(".cols").getAttribute("data-entries"));
    assert.equal(entered % 2, 0, "Yomi has replied");
  }
  assert.ok((await page.locator(".grid4 .four").count()) >= 4);
  assert.match(await page.locator(".answer .move").innerText(), /負け/);
  // One turn back, Yomi's reply with it.
  const before = Number(await page.locator(".cols").getAttribute("data-entries"));
  await page.locator(".dock .btn.sq").tap();
  await until(page, before - 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the proof of the solver, column by column, beside the shares of the playouts", async () => {
  const [solved, playouts] = [await advice(LATE, "solver", "20s"), await advice(LATE, "mcts", "20000it", { tree: 3 })];
  assert.equal(solved.basis, "proven");
  const { page, context, faults } = await visit(browser, server);
  await page.goto(server.origin + address(LATE));
  await page.waitForFunction(() => {
    const kinds = [...document.querySelectorAll(".colh:enabled small")];
    return kinds.length > 0 && kinds.every((kind) => /^(win|draw|loss)$/.test(kind.textContent));
  });
  assert.match(await page.locator(".answer .state").innerText(), /Solved/);
  const word = { 0: "loss", 0.5: "draw", 1: "win" };
  const score = ({ facts: { data } }) => (data.least > 0 ? `+${data.least}` : String(data.least).replace("-", "−"));
  const best = solved.candidates[0];
  const bests = solved.candidates.filter((c) => score(c) === score(best)).map((c) => c.move).sort();
  assert.deepEqual((await page.locator(".answer .move").innerText()).match(/\d/g).sort(), bests);
  assert.ok(solved.candidates.every(({ facts: { data } }) => data.least === data.most));
  assert.equal(await page.locator(".answer .figure b").innerText(), score(best));
  assert.deepEqual(await page.locator(".cand [data-move]").evaluateAll((rows) => rows.map((row) => row.dataset.move)), solved.candidates.map((c) => c.move));
  await page.locator(".tree button").first().waitFor();
  for (const c of solved.candidates) {
    assert.equal(await page.locator(".colh b").nth(Number(c.move) - 1).innerText(), score(c));
    assert.equal(await page.locator(".colh small").nth(Number(c.move) - 1).innerText(), word[c.value]);
    const share = playouts.candidates.find((one) => one.move === c.move).share;
    const said = share > 0 && share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`;
    assert.equal(await page.locator(".viss li > span:last-child").nth(Number(c.move) - 1).innerText(), said);
  }
  // The marks on the board are where the best moves land.
  const columns = await page.locator(".grid4 .land").evaluateAll((cells) => cells.map((cell) => String([...cell.parentElement.querySelectorAll("td")].indexOf(cell) + 1)));
  assert.deepEqual(columns.sort(), bests);
  assert.deepEqual(faults, []);
  await context.close();
});

test("row, answer, column and board agree in every frame, also when the proof comes", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.addInitScript(() => {
    window.seen = [];
    const look = () => {
      const first = document.querySelector(".cand tbody tr.best [data-move]")?.dataset.move;
      const column = (cell) => String([...cell.parentElement.querySelectorAll("td")].indexOf(cell) + 1);
      if (first) {
        window.seen.push({
          first, kind: document.querySelector(".colh.best small")?.textContent,
          heads: [...document.querySelectorAll(".colh.best kbd")].map((key) => key.textContent).sort(),
          lands: [...document.querySelectorAll(".grid4 .land:not(.chosen)")].map(column).sort(),
          answer: document.querySelector(".answer .move")?.innerText.split("\n").pop().trim(),
        });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(server.origin + address("434443355622"));
  await page.waitForFunction(() => /Solved/.test(document.querySelector(".answer .state")?.textContent ?? ""));
  await page.waitForTimeout(100);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.some((one) => !/^(win|draw|loss)$/.test(one.kind)) && /^(win|draw|loss)$/.test(seen.at(-1).kind), "figures before and after the proof");
  // Until the proof one column is the best; then it may have equals, which the answer names beside it.
  for (const { first, heads, lands, answer } of seen) {
    const named = answer.match(/\d/g);
    assert.equal(named[0], first);
    assert.deepEqual([heads, lands], [named.toSorted(), named.toSorted()]);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("the tree opens on demand, and deeper than it was first asked for", async () => {
  const { tree } = await advice("434443355622", "mcts", "20000it", { tree: 5 });
  const { page, context, faults } = await visit(browser, server);
  await page.goto(server.origin + address("434443355622"));
  await page.locator(".tree button").first().waitFor();
  const most = (branch) => branch.children.filter((one) => one.move !== null).sort((a, b) => b.visits - a.visits)[0];
  const closed = await page.locator(".tree tbody tr").count();
  let branch = tree;
  const line = [];
  for (let depth = 0; depth < 4; depth += 1) {
    branch = most(branch);
    line.push(branch.move);
    const button = page.getByRole("button", { name: `After ${line.join(" ")}`, exact: true });
    const row = page.locator(".tree tbody tr").filter({ has: button });
    assert.equal(await row.locator(".num").first().innerText(), branch.visits.toLocaleString("en-US"));
    await button.focus();
    await page.keyboard.press("Enter");
    const below = page.getByRole("button", { name: `After ${[...line, most(branch).move].join(" ")}`, exact: true });
    await below.waitFor();
  }
  assert.ok((await page.locator(".tree tbody tr").count()) > closed + 12);
  assert.deepEqual(faults, []);
  await context.close();
});

test("until it is proven a column says what kind of figure it has", async () => {
  const { page, context } = await visit(browser, server);
  await page.goto(server.origin + address(""));
  await page.locator(".cols[data-status=done]").waitFor();
  const kinds = await page.locator(".colh small").allInnerTexts();
  assert.equal(kinds.filter((kind) => kind === "judged").length >= 1, true, kinds.join());
  assert.ok(kinds.every((kind) => ["judged", "at most", "at least"].includes(kind)), kinds.join());
  await context.close();
});

test("scores arrive column by column: what is known of them is shown until they are proven", async () => {
  const { page, context, faults } = await visit(browser, server);
  // Each window that the solver told, and each that was on the screen.
  await page.addInitScript(() => {
    Object.assign(window, { told: [], seen: [] });
    const add = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, act) {
      return add.call(this, name, (event) => {
        const figures = JSON.parse(event.data);
        if (figures.candidates?.some((c) => c.facts?.data)) window.told.push(Object.fromEntries(figures.candidates.map((c) => [c.move, c.facts?.data])));
        act(event);
      });
    };
    const look = () => {
      const heads = [...document.querySelectorAll(".colh")].map((head) => [head.querySelector("b")?.textContent, head.querySelector("small")?.textContent].join(" "));
      if (heads.length && heads.join() !== window.seen.at(-1)?.join()) window.seen.push(heads);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(server.origin + address("4443365"));
  await page.waitForFunction(() => window.told.some((windows) => Object.values(windows).some(({ least, most }) => least < most && (least >= 0 || most <= 0))));
  await page.waitForTimeout(300);
  const { told, seen } = await page.evaluate(() => ({ told: window.told, seen: window.seen }));
  const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
  const said = ({ least, most }) => {
    if (least === most) return `${signed(least)} ${least > 0 ? "win" : least < 0 ? "loss" : "draw"}`;
    if (least > 0) return `win ≥ ${signed(least)}`;
    if (most < 0) return `loss ≤ ${signed(most)}`;
    return least === 0 ? "≥ 0 at least" : most === 0 ? "≤ 0 at most" : null;
  };
  const windows = told.find((all) => Object.values(all).some(({ least, most }) => least < most && (least >= 0 || most <= 0)));
  const wanted = Object.entries(windows).map(([move, window]) => [Number(move), said(window)]).filter(([, text]) => text);
  assert.ok(wanted.length > 0);
  assert.ok(seen.some((heads) => wanted.every(([move, text]) => heads[move - 1] === text)), JSON.stringify({ wanted, seen }));
  assert.deepEqual(faults, []);
  await context.close();
});

test("two agents to watch: a step, on and on, a pause", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/connect-four`);
  await page.locator("#watch select").first().selectOption("random");
  await page.locator("#watch select").nth(1).selectOption("flat");
  await page.locator("#watch button").focus();
  await page.keyboard.press("Enter");
  await page.locator(".watch .main").waitFor();
  await page.getByRole("button", { name: "Step" }).click();
  await until(page, 1);
  await page.getByRole("radio", { name: "none" }).click();
  await page.keyboard.press("Escape");
  await page.locator("body").focus();
  await page.keyboard.press("w");
  await page.waitForFunction(() => Number(document.querySelector(".cols")?.dataset.entries) >= 4);
  await page.keyboard.press("w");
  await page.getByRole("button", { name: /^Play/ }).waitFor();
  // The move that was under way is the last.
  await page.waitForTimeout(1500);
  const stopped = await page.locator(".cols").getAttribute("data-entries");
  await page.waitForTimeout(1500);
  assert.equal(await page.locator(".cols").getAttribute("data-entries"), stopped);
  await page.locator("body").focus();
  await page.keyboard.press("w");
  await page.waitForFunction(() => /over/.test(document.querySelector(".answer .state")?.textContent ?? ""));
  assert.deepEqual(faults, []);
  await context.close();
});

test("axe, every width, both languages and themes", () => accessible(browser, server, ["/connect-four", address("434443355622"), address("1212121")]));

test("nothing moves while figures change", () => still(browser, server, [address("434"), address(LATE)]));

test("hidden advice is told by nothing", () => hides(browser, server, [address("434443355622")]));
