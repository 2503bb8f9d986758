// A page loads what it shows: the parts of a game come with its page, and can be asked for again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDone } from "../lib/checks.js";
import { shifts, visit } from "../lib/browser.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();
/** First load of any page, everything as transferred, headers included. */
const MOST_BYTES = 150_000;

const names = async () => (await (await fetch(`${server.origin}/api/games`)).json()).games.map(({ game }) => game);

/** The files that a page asked for, by name. @param {import("playwright-core").Page} page */
function asked(page) {
  const files = new Set();
  page.on("request", (request) => {
    const [, name] = /^\/assets\/[^/]+\/(.+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) files.add(name);
  });
  return files;
}

const ofGames = (files) => [...files].filter((name) => /^js\/games\/|^js\/views\/(setup|table)|^js\/texts\//.test(name) && !/sevens-cards|texts\/page/.test(name));

test("the first page brings the parts of no game, and a game's page those of no other", async () => {
  const { page, context, faults } = await visit(browser, server);
  const files = asked(page);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  assert.deepEqual(ofGames(files), []);
  // They come late, after the page was drawn without them.
  await context.route("**/js/games/connect-four.js", (route) => setTimeout(() => route.fallback(), 600));
  await page.click("a[href='/connect-four']");
  await page.locator(".blocks").waitFor();
  await page.locator(".setup").waitFor();
  assert.ok(files.has("js/games/connect-four.js") && files.has("style/connect-four.css"));
  assert.deepEqual(ofGames(files).filter((name) => /duel|sevens|twin-cool|mazes|poker/.test(name)), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a first load is small, whatever page it is, and nothing moves in it", async () => {
  // A deal of Duel brings most: its cards, its mat, its figures.
  for (const game of ["", ...(await names()), "duel?seed=2&seat=0&against=best"]) {
    const { page, context, faults } = await visit(browser, server);
    const protocol = await context.newCDPSession(page);
    let bytes = 0;
    protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await protocol.send("Network.enable");
    await page.goto(`${server.origin}/${game}`, { waitUntil: "networkidle" });
    await page.locator("h1").first().waitFor();
    // Files from a folder are not compressed.
    if (!process.env.YOMI_WEB_FILES) assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `/${game}: ${bytes} bytes`);
    if (!game.includes("?")) assert.deepEqual(await shifts(page, 0), [], `/${game}`);
    if (game && !game.includes("?")) {
      await page.goto(`${server.origin}/${game}?seed=1`);
      await isDone(page);
      // A column may still find its width when its first figures come.
      const moved = await shifts(page, 0);
      assert.ok(moved.reduce((sum, { value }) => sum + value, 0) < 0.006, `/${game}?seed=1: ${JSON.stringify(moved)}`);
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("the head is on the screen from the first paint on, and no other page flashes before the one that was asked for", async () => {
  const { page, context } = await visit(browser, server);
  await page.addInitScript(() => {
    window.seen = [];
    const look = () => {
      const what = [".hero", ".setup", ".cols:not(.blocks)"].filter((one) => document.querySelector(one));
      // A frame before anything is painted may find the page half read.
      if (performance.getEntriesByType("paint").length) window.seen.push({ head: Boolean(document.querySelector(".top .mark")), what: what.join() });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const [path, shown] of [["/", ".hero"], ["/sevens", ".setup"], ["/sevens?seed=3", ".cols:not(.blocks)"], ["/duel?seed=2&seat=0&against=best", ".cols:not(.blocks)"]]) {
    await page.goto(server.origin + path);
    await page.locator(shown).waitFor();
    await page.waitForFunction(() => window.seen.length > 0);
    const seen = await page.evaluate(() => window.seen);
    assert.ok(seen.every(({ head }) => head), path);
    assert.deepEqual([...new Set(seen.map(({ what }) => what))].filter((what) => what && what !== shown), [], path);
  }
  await context.close();
});

test("styles of one game are not in force on the page of another", async () => {
  const { page, context } = await visit(browser, server, { budget: 0.3 });
  const looks = async (path) => {
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement("a"), { href: to });
      document.body.append(link);
      link.click();
      link.remove();
    }, path);
    await page.waitForFunction((game) => document.title.toLowerCase().startsWith(game), path.slice(1).split("?")[0]);
    await isDone(page);
    return page.evaluate(() => [...document.styleSheets].filter((sheet) => sheet.href && sheet.media.mediaText !== "not all").map((sheet) => sheet.href.split("/").pop()));
  };
  await page.goto(`${server.origin}/kuhn?seed=1`);
  await isDone(page);
  // In the page itself, but where its files come from a folder.
  const shared = ["home.css", "page.css", "tokens.css"];
  for (const [path, own] of [["/sevens?seed=3", "sevens.css"], ["/duel?seed=2", "duel.css"], ["/sevens?seed=4", "sevens.css"], ["/leduc?seed=1", "poker.css"]]) {
    assert.deepEqual((await looks(path)).filter((name) => !shared.includes(name)), [own], path);
  }
  await context.close();
});

test("without a server the parts that are missing are said to be, and come by themselves when it is back", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  await server.stop("SIGKILL");
  await page.click("a[href='/duel']");
  await page.getByText("Yomi does not answer").first().waitFor();
  assert.equal(await page.locator("h1").innerText(), "Duel");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".setup").count(), 0);
  await server.start();
  await page.locator(".setup").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("parts of another version are said to be, and loading anew gets them", async () => {
  const { page, context } = await visit(browser, server);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  await context.route("**/js/games/mazes.js", (route) => route.fulfill({ status: 404 }));
  await page.click("a[href='/maze']");
  const anew = page.getByRole("button", { name: "Load anew" });
  await anew.waitFor();
  await context.unroute("**/js/games/mazes.js");
  await anew.click();
  await page.locator(".setup").waitFor();
  await context.close();
});
