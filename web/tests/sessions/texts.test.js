// Every text that a page names is among those that it loads: those of every page, and those of its game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "../..");
const read = (file) => readFileSync(join(WEB, file), "utf8");

/** These modules and what they import before they run. @param {string[]} roots */
function closure(roots) {
  const found = new Set();
  const open = [...roots];
  while (open.length) {
    const file = open.pop();
    if (found.has(file)) continue;
    found.add(file);
    for (const [, path] of read(file).matchAll(/^(?:import|export|\} from)[^;]*?from "(\.[^"]+)";/gm)) open.push(normalize(join(dirname(file), path)));
  }
  return [...found];
}

const families = [...read("js/kits.js").matchAll(/\{ games: .*import\("(\.[^"]+)"\)/gm)].map(([, path]) => normalize(join("js", path)));

/** Keys that are named as they are; of those that are put together, the beginning. @param {string} text */
function named(text) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const whole = [...code.matchAll(/\bt\((?:"([\w.-]+)"|[^()"`]*\? "([\w.-]+)" : "([\w.-]+)")/g)].flatMap(([, ...keys]) => keys.filter(Boolean));
  for (const [, key] of code.matchAll(/\bcounted\("([\w.-]+)"/g)) whole.push(key, `${key}.1`);
  const beginnings = [...code.matchAll(/\bt\(`([\w.-]+\.)\$\{/g)].map(([, start]) => start);
  return { whole, beginnings };
}

test("every page has the texts that it names, in both languages", async () => {
  assert.ok(families.length >= 6, families.join());
  // What is loaded when it is asked for has the texts of the page that it comes to.
  for (const family of [null, ...families, "js/views/review.js", "js/views/puzzles.js"]) {
    const modules = closure(family ? ["main.js", "js/views/table.js", family] : ["main.js"]);
    const texts = {};
    for (const file of modules.filter((one) => one.startsWith("js/texts/"))) Object.assign(texts, (await import(join(WEB, file))).default);
    for (const file of modules.filter((one) => !one.startsWith("js/texts/"))) {
      const { whole, beginnings } = named(read(file));
      for (const key of whole) assert.ok(texts[key], `${family ?? "home"}: ${file} names ${key}`);
      for (const start of beginnings) assert.ok(Object.keys(texts).some((key) => key.startsWith(start)), `${family ?? "home"}: ${file} names ${start}...`);
    }
    for (const [key, both] of Object.entries(texts)) {
      assert.ok(both.length === 2 && both.every((text) => typeof text === "string") && both.join(""), key);
      const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();
      // A number may go without saying in one of the languages.
      assert.ok(holes(both[0]) === holes(both[1]) || holes(both[0]).includes(holes(both[1])) || holes(both[1]).includes(holes(both[0])), key);
    }
  }
});
