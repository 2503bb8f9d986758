// Whole games of Duel: against the engine, and entered as a player at a table sees them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "../lib/axe.js";
import { shifts, visit } from "../lib/browser.js";
import { lastEvent, recordEvents, staysUntilDone } from "../lib/checks.js";
import { playedOut, post, until } from "../lib/games.js";
import { session } from "../lib/session.js";

const { server, browser } = await session();

/** Cards whose owner chooses what the opponent does not see. */
const SECRET = ["twice-told-tale", "star-chart", "buried-oath", "silent-index"];
const DECKS = { deck0: "aggro", deck1: "aggro" };

/** A deal with attacks on both sides, up to a choice between cards and attacks. */
const LONG = {
  seed: 5, seat: 1, unit: "root-sage",
  moves: `charge:frost-verdict end charge:furnace-bull end charge:shield-mender end charge:undertow end charge:last-rampart play:mist-archivist end
    charge:war-drummer play:relic-courier play:parrying-gale>mist-archivist end charge:buried-oath play:root-sage end charge:riposte-order play:ash-lancer
    attack:relic-courier pass take attack:ash-lancer pass take end charge:hidden-pitfall play:last-rampart attack:root-sage>relic-courier pass end
    charge:cinder-runner attack:ash-lancer>root-sage pass pass end charge:riposte-order play:mist-archivist play:venom-sentry attack:root-sage pass take
    attack:last-rampart pass take end charge:riposte-order play:spark-bolt>mist-archivist play:cinder-runner`.split(/\s+/),
};

/** Ten cards and one deck, as a player writes them. */
function ownCards() {
  const beasts = ["Tiger", "Wolf", "Crane", "Hare", "Carp"];
  const card = (kind, ja, beast, i) => [`[[card]]`, `name = "${kind} ${beast}"`, `ja = "${ja}${beast}"`, `cost = ${i + 1}`, `kind = "unit"`, `power = ${kind === "Paper" && i === 0 ? 7 : i + 1}`, ""];
  const cards = beasts.flatMap((beast, i) => [...card("Paper", "紙の", beast, i), ...card("Stone", "石の", beast, i)]);
  const core = beasts.flatMap((beast) => [`"Paper ${beast}" = 4`, `"Stone ${beast}" = 4`]);
  return [...cards, "[[archetype]]", 'name = "zoo"', 'ja = "動物園"', `core = { ${core.join(", ")} }`, "flex = []", "drawn = 0", "copies = 4", ""].join("\n");
}

const { cards: catalogue } = await (await fetch(`${server.origin}/api/games/duel/cards`)).json();
const busy = (legal) => legal.find((move) => !["keep", "end", "pass", "take"].includes(move)) ?? legal[0];
/** A finished game as seat 0 saw it, and a deal in which the engine makes no move that seat 0 cannot see. */
const game = await playedOut(server.origin, "duel", 6, 0, (legal, turn) => (turn % 5 === 4 ? legal[legal.length - 1] : busy(legal)));
let open;
for (let seed = 1; open === undefined; seed += 1) {
  const { view } = await post(server.origin, "/api/positions", { game: "duel", settings: DECKS, source: { seed, moves: [], seat: 1 } });
  if (![...view.own.hand, ...view.own.unseen].some((card) => SECRET.includes(card))) open = seed;
}

const settled = (page) => page.waitForFunction(() => ["done", "none"].includes(document.querySelector(".cols")?.dataset.status));
const set = () => Object.entries(DECKS).map(([name, deck]) => `${name}:${deck}`).join(",");
const against = () => `/duel?seed=${open}&seat=0&against=best&set=${set()}`;
/** What lies on the mat, in words. */
const mat = (page) => page.locator(".mat").innerText();
/** Our turn, with figures, or the end. */
const ready = (page) =>
  page.waitForFunction(() => {
    const cols = document.querySelector(".cols");
    const over = document.querySelector(".answer .tick") && !document.querySelector("#entry");
    return cols?.dataset.busy === "false" && (over || document.querySelector(".cand .best [data-move]"));
  });
const isOver = async (page) => (await page.locator("#entry").count()) === 0;
const entered = async (page) => Number(await page.locator(".cols").getAttribute("data-entries"));
const after_ = (page, n) => page.waitForFunction((count) => Number(document.querySelector(".cols")?.dataset.entries) > count, n);

test("a whole game against the engine by keyboard alone, with a reload in the middle", async () => {
  const { page, context, faults } = await visit(browser, server);
  await page.goto(`${server.origin}/duel`);
  // The deal is chosen by key as well.
  await page.getByLabel("Number of the deal").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(String(open));
  for (const label of ["Your deck", "The opponent's deck"]) {
    await page.getByLabel(label).focus();
    await page.keyboard.type("Aggro");
  }
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Deal" }).focus();
  await page.keyboard.press("Enter");
  let turns = 0;
  let idle = 0;
  for (; turns < 300; turns += 1) {
    await ready(page);
    if (await isOver(page)) break;
    const moves = await page.locator(".cand [data-move]").evaluateAll((rows) => rows.map((row) => row.dataset.move));
    if (turns === 12) {
      const [before, url] = [await mat(page), page.url()];
      await page.reload();
      await ready(page);
      assert.equal(await mat(page), before);
      assert.equal(page.url(), url);
    }
    const count = await entered(page);
    // Every way of the keyboard: the recommended move, another candidate by its number, the idle move, notation.
    if (turns % 4 === 1 && moves.length > 1) await page.keyboard.press("2");
    if (turns % 4 === 3) {
      await page.keyboard.press("/");
      await page.keyboard.type(moves[0]);
      await page.keyboard.press("Enter");
    } else if (turns % 7 === 2 && (await page.locator("#pass").count())) {
      await page.keyboard.press("p");
      idle += 1;
    } else {
      await page.locator("body").focus();
      await page.keyboard.press("Enter");
    }
    await after_(page, count);
    await page.keyboard.press("Escape");
  }
  assert.ok(turns > 12 && idle > 0, `${turns} turns, ${idle} by P`);
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  assert.match(await page.locator(".answer .move").innerText(), /won/);
  // One step back is one turn of ours with all that the engine answered, and forth again.
  const [end, count] = [await mat(page), await entered(page)];
  await page.keyboard.press("u");
  await page.waitForFunction((n) => Number(document.querySelector(".cols").dataset.entries) < n, count);
  await page.keyboard.press("Shift+U");
  await until(page, count);
  assert.equal(await mat(page), end);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a whole game against the engine by touch at 390 px, in Japanese", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true, lang: "ja", dark: true });
  await page.goto(server.origin + against());
  let turns = 0;
  let tapped = 0;
  for (; turns < 300; turns += 1) {
    await ready(page);
    if (await isOver(page)) break;
    if (turns === 10) {
      const before = await mat(page);
      await page.reload();
      await ready(page);
      assert.equal(await mat(page), before);
    }
    const count = await entered(page);
    const cards = page.locator(".tcg:not([aria-disabled]):is(.own .units .tcg, .hand-cards .tcg)");
    const best = page.locator(".own .tcg.pick");
    // A tap on a card chooses its best move, the dock's button plays it.
    if (await best.count()) {
      await best.first().tap();
      tapped += 1;
    } else if (turns % 3 === 0 && (await cards.count())) {
      await cards.first().tap();
      tapped += 1;
    }
    await page.locator(".dock .btn.go").tap();
    await after_(page, count);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0);
  }
  assert.ok(turns > 10 && tapped > 5, `${turns} turns, ${tapped} taps`);
  assert.match(await page.locator(".answer .state").innerText(), /終わりました/);
  assert.deepEqual(faults, []);
  await context.close();
});

/** Sets a real game up: the deck as a list, the first hand by pressing cards. */
async function setUp(page, press) {
  const { own, active } = game.start;
  await page.goto(`${server.origin}/duel/real`);
  await page.locator(".chips.deck .chip").first().waitFor();
  if (active !== 0) await press(page.getByRole("radiogroup").getByRole("radio").nth(1));
  const deck = [...own.hand, ...own.unseen];
  await press(page.locator(".deck-list summary"));
  const list = [...new Set(deck)].map((card) => `${deck.filter((one) => one === card).length} ${card}`);
  await page.locator("#deck-list").fill(list.join("\n"));
  await press(page.locator(".deck-list .btn"));
  for (const card of own.hand) await press(page.locator(`.hand-of [data-card="${card}"]`));
  const begin = page.locator(".acts .btn.go:enabled");
  await begin.waitFor();
  await press(begin);
  await page.locator(".mat").waitFor();
  assert.equal(await page.locator(".hand-cards .tcg").count(), 5);
}

test("a real game by keyboard alone: every move typed, what nobody sees enters itself", async () => {
  const { page, context, faults } = await visit(browser, server);
  await setUp(page, async (target) => {
    await target.focus();
    await page.keyboard.press("Enter");
  });
  for (const [at, entry] of game.entries.entries()) {
    if (entry !== "+?") {
      await page.keyboard.press("/");
      await page.keyboard.type(entry);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((n) => Number(document.querySelector(".cols")?.dataset.entries) > n, at);
    await page.keyboard.press("Escape");
  }
  await until(page, game.entries.length);
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  // What entered itself goes with the move before it.
  const before = await mat(page);
  const url = new URL(page.url());
  assert.equal(url.search, "");
  assert.ok(url.hash.length > 10);
  for (let n = 0; n < 6; n += 1) {
    const count = await entered(page);
    await page.keyboard.press("u");
    await page.waitForFunction((was) => Number(document.querySelector(".cols").dataset.entries) < was && document.querySelector(".cols").dataset.busy === "false", count);
    assert.notEqual(game.entries[(await entered(page)) - 1], undefined);
    assert.notEqual(game.entries[await entered(page)], "+?");
  }
  for (let n = 0; n < 6; n += 1) {
    const count = await entered(page);
    await page.keyboard.press("Shift+U");
    await page.waitForFunction((was) => Number(document.querySelector(".cols").dataset.entries) > was && document.querySelector(".cols").dataset.busy === "false", count);
  }
  await until(page, game.entries.length);
  assert.equal(await mat(page), before);
  await page.reload();
  await until(page, game.entries.length);
  // The names of the cards come by themselves.
  await page.waitForFunction((text) => document.querySelector(".mat")?.innerText === text, before);
  assert.deepEqual(faults, []);
  await context.close();
});

/** What a card is called. */
const named = async (id) => catalogue.find((card) => card.id === id).name.en;

/** Enters by taps what a seat did: cards and units on the mat, the list of cards, the dock. */
async function tapIn(page, entry, ours) {
  const [verb, rest = ""] = entry.replace(/^\+/, "+:").split(":");
  const [card, target] = rest.replace("(shown)", "").split(">");
  if (!rest) {
    // The only move is on the main button.
    const idle = page.locator("#pass-dock");
    await page.locator("#pass-dock, .dock .btn.go").first().waitFor();
    return ((await idle.count()) ? idle : page.locator(".dock .btn.go")).tap();
  }
  if (card === "?") return page.locator(".dock .btn:not(.sq):not(#pass-dock)").first().tap();
  if (ours && verb !== "+") {
    // Taps turn through what a card can do until the button names the whole move.
    const row = page.locator(`.cand [data-move="${entry}"]`);
    const zone = { attack: ".own .units:not(.hand-cards)", block: ".own .units:not(.hand-cards)", place: ".looked", fetch: ".looked", trigger: ".looked" }[verb] ?? ".hand-cards";
    const button = page.locator(`${zone} .tcg:not([aria-disabled])`).filter({ hasText: await named(card) }).first();
    await row.waitFor();
    for (let taps = 0; taps < 12 && (await row.getAttribute("aria-pressed")) !== "true"; taps += 1) {
      await button.tap();
      await page.waitForTimeout(40);
    }
    return page.locator(".dock .btn.go").tap();
  }
  if (verb === "attack" || verb === "block") await page.locator(".other .tcg:not([aria-disabled])").filter({ hasText: await named(card) }).first().tap();
  else await page.locator(`.picker [data-card="${card}"]`).tap();
  await page.waitForTimeout(60);
  const aims = page.locator(".picker .chip:not([data-card])");
  if (!(await aims.count())) return;
  const tapped = target?.endsWith("(tapped)");
  const name = target && (await named(target.replace("(tapped)", "")));
  await (target ? aims.getByText(tapped ? `${name} (tapped)` : name, { exact: true }) : aims.first()).tap();
}

test("a real game by touch at 390 px, with a reload in the middle", async () => {
  const { page, context, faults } = await visit(browser, server, { phone: true });
  await setUp(page, (target) => target.tap());
  const reload = Math.floor(game.entries.length / 2);
  const reached = (n) => page.waitForFunction((count) => Number(document.querySelector(".cols")?.dataset.entries) >= count && document.querySelector(".cols").dataset.busy === "false", n);
  for (const [at, entry] of game.entries.entries()) {
    await reached(at);
    if (at === reload) {
      await page.reload();
      await reached(at);
    }
    if (entry === "+?") continue;
    const ours = (await page.locator(".hist .now", { hasText: "Your move" }).count()) > 0 || (at === 0 && game.start.active === 0);
    await tapIn(page, entry, ours);
  }
  await until(page, game.entries.length);
  assert.match(await page.locator(".answer .state").innerText(), /over/);
  assert.deepEqual(faults, []);
  await context.close();
});

/** Positions of one game: charging, answering an attack, the opponent's turn at a table. */
async function positions() {
  const { moves, seat } = LONG;
  const at = async (stage) => {
    for (let n = 4; n <= moves.length; n += 1) {
      const shown = await post(server.origin, "/api/positions", { game: "duel", source: { seed: LONG.seed, moves: moves.slice(0, n), seat } });
      if (shown.view.stage === stage && shown.to_move === seat) return `/duel?seed=${LONG.seed}&seat=${seat}&moves=${moves.slice(0, n).join(".")}`;
    }
    throw new Error(stage);
  };
  return { charge: await at("charge"), counter: await at("counter"), main: `/duel?seed=${LONG.seed}&seat=${seat}&moves=${moves.join(".")}` };
}

test("axe finds nothing, nothing scrolls sideways, in both languages and themes", async () => {
  const { charge, counter, main } = await positions();
  for (const [lang, dark] of [["en", false], ["ja", true]]) {
    const { page, context, faults } = await visit(browser, server, { lang, dark });
    for (const path of ["/duel", "/duel/real", charge, counter, main]) {
      await page.goto(server.origin + path);
      await page.locator("h1").first().waitFor();
      if (path.includes("seed")) await settled(page);
      assert.deepEqual(await findings(page), [], `${path} ${lang}`);
      for (const width of [320, 390, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${path} at ${width}: ${over} px`);
      }
    }
    // The opponent's turn at a table, with the list of cards and what was refused.
    await setUp(page, (target) => target.click());
    await page.locator("#entry").fill("keep");
    await page.keyboard.press("Enter");
    await until(page, 1);
    await page.locator("#pass").click();
    await page.locator(".picker .chip").first().waitFor();
    await page.locator("#entry").fill("charge:nothing-like-it");
    await page.keyboard.press("Enter");
    await page.locator(".note").waitFor();
    assert.deepEqual(await findings(page), [], `entering ${lang}`);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "entry");
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("nothing moves while figures change, and the board marks the first row's move", async () => {
  const { main } = await positions();
  for (const phone of [false, true]) {
    const { page, context, faults } = await visit(browser, server, { phone });
    await page.goto(server.origin + main);
    await page.locator(".cand .best .val, .cand .best + .scale-row .val").first().waitFor();
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const [row] = document.querySelectorAll(".cand .has-fact.best [data-move]");
        if (row) window.seen.push([row.textContent.replace(/^\d+/, "").trim(), document.querySelector(".mat .pick .nm")?.textContent ?? "", document.querySelector(".answer .move .words").textContent]);
        requestAnimationFrame(look);
      };
      look();
    });
    await staysUntilDone(page);
    const seen = await page.evaluate(() => window.seen);
    assert.ok(seen.length > 5);
    for (const [row, marked, answer] of seen) {
      assert.ok(row.startsWith(answer), `${row} ${answer}`);
      if (marked) assert.ok(row.startsWith(marked), `${row} ${marked}`);
    }
    assert.ok(seen.some(([, marked]) => marked));
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("the reading and the pictures are those of the last event", async () => {
  const { page, context } = await visit(browser, server);
  await recordEvents(page);
  await page.goto(server.origin + (await positions()).main);
  await page.locator(".cols[data-status=done]").waitFor();
  const { beliefs, candidates } = await lastEvent(page, "answer");
  const whole = (p) => `${Math.round(100 * p)}%`;
  const trim = (list) => list.map((text) => text.replaceAll("\u2007", "").trim());
  const sorted = (odds) => Object.values(odds).filter((p) => p > 0).sort((a, b) => b - a);
  assert.deepEqual(trim(await page.locator(".held .p").allInnerTexts()), sorted(beliefs.hand).slice(0, 9).map(whole));
  assert.deepEqual(trim(await page.locator(".decks .p").allInnerTexts()), Object.values(beliefs.decks).sort((a, b) => b - a).map(whole));
  const first = Object.entries(beliefs.hand).sort((a, b) => b[1] - a[1])[0][1];
  const top = await page.locator(".held .plain").first().innerText();
  assert.ok(Object.entries(beliefs.hand).some(([id, p]) => p === first && catalogue.find((card) => card.id === id).name.en === top), top);
  await page.locator(".stats").evaluate((table) => (table.closest("details").open = true));
  const signed = (x) => `${x < 0 && x.toFixed(1) !== "-0.0" ? "−" : "+"}${Math.abs(x).toFixed(1)}`;
  const { library_potential: library, shield_expectation: shields } = beliefs.own;
  const cells = await page.locator(".stats tbody td").allInnerTexts();
  assert.equal(cells.length, 32);
  const names = Object.keys(library);
  assert.deepEqual(cells.filter((_, i) => i % 2 === 0).sort(), names.map((name) => signed(library[name])).sort());
  assert.deepEqual(cells.filter((_, i) => i % 2 === 1).sort(), names.map((name) => signed(shields[name])).sort());
  for (const picture of [0, 1]) {
    const radar = page.locator(".radar").nth(picture);
    assert.equal(await radar.locator("text").count(), 16);
    assert.equal(await radar.locator(".dot").count(), 16);
  }
  const values = (await page.locator(".cand.duel .val").allInnerTexts()).map((text) => text.split("\n")[0]);
  // Of a move that the network does not favour a short search has tried nothing.
  assert.deepEqual(values, candidates.map((c) => (c.visits === 0 ? "–" : `${(100 * c.value).toFixed(1)}%`)));
  await context.close();
});

test("cards have no other names than their own, however late these come, and nothing moves for them", async () => {
  const ids = catalogue.map(({ id }) => id);
  for (const path of [`/duel?seed=1&seat=0&against=best`, "/duel/real"]) {
    const { page, context, faults } = await visit(browser, server);
    await context.route("**/api/games/duel/cards", (route) => setTimeout(() => route.fallback(), 700));
    await page.addInitScript((all) => {
      window.shown = [];
      const look = () => {
        const text = document.body?.innerText ?? "";
        window.shown.push(...all.filter((id) => text.includes(id)));
        requestAnimationFrame(look);
      };
      look();
    }, ids);
    await page.goto(server.origin + path);
    await page.locator(path.includes("real") ? ".chips.deck button" : ".hand-cards button").first().waitFor();
    if (!path.includes("real")) await settled(page);
    await page.waitForTimeout(200);
    assert.deepEqual(await page.evaluate(() => [...new Set(window.shown)]), [], path);
    // Less than this is no pixel: the first figures bring it, with or without names.
    assert.deepEqual((await shifts(page, 0)).filter(({ value }) => value > 0.001), [], path);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("a card's text opens on hover, focus and tap, in the page's language, and Esc closes it", async () => {
  const { main } = await positions();
  for (const lang of ["en", "ja"]) {
    const { page, context } = await visit(browser, server, { lang });
    await page.goto(server.origin + main);
    await settled(page);
    const unit = page.locator(".other .tcg").first();
    const tip = page.locator(".other .units .tip").first();
    const card = catalogue.find((one) => one.id === LONG.unit);
    assert.equal(await tip.isVisible(), false);
    await unit.hover();
    await tip.waitFor();
    assert.ok((await tip.innerText()).includes(card.text[lang]), await tip.innerText());
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    await page.mouse.move(0, 0);
    await unit.focus();
    await tip.waitFor();
    assert.equal(await unit.getAttribute("aria-describedby"), await tip.getAttribute("id"));
    await context.close();
  }
  const { page, context } = await visit(browser, server, { phone: true });
  await page.goto(server.origin + main);
  await settled(page);
  // It can only be looked at: that is no reason not to open its text.
  await page.locator(".other .tcg").first().evaluate((card) => card.scrollIntoView({ block: "center" }));
  await page.locator(".other .tcg").first().tap({ force: true });
  await page.locator(".other .units .tip").first().waitFor();
  await context.close();
});

test("cards of one's own: a fault names card and line, then they are played with", async () => {
  for (const [lang, place] of [["en", "/duel"], ["ja", "/duel/real"]]) {
    const { page, context, faults } = await visit(browser, server, { lang });
    const file = ownCards();
    await page.goto(server.origin + place);
    await page.locator(".own-cards summary").click();
    await page.locator("#cards").fill(file.replace("power = 7", 'power = "strong"'));
    await page.locator("#read-cards").click();
    await page.locator(".note").waitFor();
    const line = file.split("\n").findIndex((text) => text === "power = 7") + 1;
    const said = await page.locator(".note").innerText();
    assert.ok(said.includes('"Paper Tiger"') && said.includes(lang === "en" ? `line ${line}` : `${line}行目`), said);
    assert.ok((await page.locator("#cards").inputValue()).includes("strong"), "what was pasted stays");
    const selected = await page.locator("#cards").evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(selected, 'power = "strong"');
    assert.deepEqual(await findings(page), []);
    // A path is not opened.
    await page.locator("#cards").fill("/etc/passwd");
    await page.locator("#read-cards").click();
    await page.locator(".note", { hasText: "/etc/passwd" }).waitFor();
    await page.locator("#cards").fill(file);
    await page.locator("#read-cards").click();
    await page.locator(".own-cards [role=status]", { hasText: "10" }).waitFor();
    if (place === "/duel") {
      await page.getByRole("button", { name: "Deal" }).click();
      await ready(page);
    } else {
      for (let copies = 0; copies < 4; copies += 1) for (const chip of await page.locator(".chips.deck .chip").all()) await chip.click();
      for (let n = 0; n < 5; n += 1) await page.locator(".chips.hand-of .chip").nth(n).click();
      await page.locator(".acts .btn.go:enabled").click();
      await ready(page);
    }
    const before = await mat(page);
    assert.match(before, lang === "en" ? /Paper|Stone/ : /紙の|石の/);
    const url = new URL(page.url());
    assert.ok(!url.search.includes("Paper"), "what was pasted is behind the #");
    await page.reload();
    await ready(page);
    assert.equal(await mat(page), before);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("every row of candidates stands alike, the recommended one too", async () => {
  for (const how of [{}, { lang: "ja" }, { phone: true }]) {
    const { page, context, faults } = await visit(browser, server, how);
    await page.goto(`${server.origin}/duel?seed=5&seat=0`);
    await page.locator(".cols[data-status=done]").waitFor();
    // From the top of its row: the name, the scale, the figures.
    const rows = await page.locator(".cand tbody tr").evaluateAll((all) => all.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return [height, ...[...row.querySelectorAll("button, .scale, .val, td:last-child")].map((part) => part.getBoundingClientRect().top - top)].map(Math.round).join(" ");
    }));
    assert.ok(rows.length >= 6, rows.join("; "));
    for (const [at, row] of rows.entries()) assert.equal(row, rows[at % 2], `row ${at}`);
    assert.deepEqual(faults, []);
    await context.close();
  }
});
