// @ts-check
// The cards of Duel as the page shows them: from the server's catalogue, or from a card file of one's own.

import * as api from "../api.js";
import { set, state } from "../store.js";
import { sentence } from "../words.js";

/** @import { Text } from "../types" */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {Text} name
 * @property {Text} text what it does
 * @property {number | null} cost
 * @property {number | null} power
 * @property {string} kind `unit` or `spell`
 * @property {string[]} keywords
 * @property {boolean} aims whether it is played at an enemy unit
 * @property {boolean} [own] its text is the part of the card file that defines it
 */

/** @typedef {Map<string, Card>} Catalogue */

/** @type {Catalogue} */
let standard = new Map();
let asked = false;

async function fetchStandard() {
  if (asked) return;
  asked = true;
  const answer = await api.cards("duel").catch(() => null);
  if (!answer) {
    asked = false;
    return;
  }
  standard = new Map(answer.cards.map((card) => [card.id, { ...card, aims: /\ban enemy unit\b/.test(card.text.en) }]));
  set({});
}

/** The cards of a game by its settings. @param {Record<string, any>} [settings] @returns {Catalogue} */
export function catalogue(settings) {
  const file = settings?.cards;
  if (typeof file === "string" && file !== "standard") return ofFile(file);
  fetchStandard();
  return standard;
}

/** The catalogue of the game that is open. */
export const cards = () => catalogue(state.session?.settings);

/** A name as moves write it. @param {string} name */
const word = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/** @type {{file: string, cards: Catalogue}} */
let read = { file: "", cards: new Map() };

/**
 * What a card file says about its cards, line by line: the server has checked it. The text of such a card is
 * its part of the file.
 * @param {string} file
 */
function ofFile(file) {
  if (read.file === file) return read.cards;
  const found = new Map();
  for (const block of file.split(/^\s*\[\[card\]\]\s*(?:#.*)?$/m).slice(1)) {
    const lines = block.split(/^\s*\[/m)[0].split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
    const of = (/** @type {string} */ key) => lines.find((line) => line.startsWith(key) && /^\s*=/.test(line.slice(key.length)))?.split("=").slice(1).join("=").trim() ?? "";
    const plain = (/** @type {string} */ key) => of(key).replaceAll(/^["']|["'].*$/g, "");
    const number = (/** @type {string} */ key) => (/^\d+/.test(of(key)) ? Number.parseInt(of(key), 10) : null);
    const text = lines.filter((line) => !/^(name|ja|cost|kind|power)\s*=/.test(line)).join("\n");
    const id = word(plain("name"));
    found.set(id, {
      id, name: { en: plain("name"), ja: plain("ja") }, text: { en: text, ja: text }, cost: number("cost"), power: number("power"),
      kind: plain("kind"), keywords: [...of("keywords").matchAll(/"([^"]+)"/g)].map((one) => one[1]), aims: /"(destroy|bounce)"/.test(text), own: true,
    });
  }
  read = { file, cards: found };
  return found;
}

/** What a card is called. @param {string} id */
export function nameOf(id) {
  const card = cards().get(id);
  return card ? sentence(card.name) : id;
}

/** How often each card is in a list, in the order of the list. @param {string[]} list @returns {[string, number][]} */
export function counted(list) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts];
}

/** Cards whose name begins with the text, or has it inside. @param {Card[]} list @param {string} text */
export function matching(list, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return list;
  const names = (/** @type {Card} */ card) => [card.id, card.name.en.toLowerCase(), card.name.ja];
  const first = list.filter((card) => names(card).some((name) => name.startsWith(wanted)));
  return [...first, ...list.filter((card) => !first.includes(card) && names(card).some((name) => name.includes(wanted)))];
}
