// @ts-check
// The cards of Duel as the server describes them: the standard ones, or those of a card file of one's own.

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
 */

/** @typedef {Map<string, Card>} Catalogue */

/** By the card file, "" for the standard cards. @type {Map<string, Catalogue>} */
const catalogues = new Map();
/** Those that are on their way. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** @param {string} file */
function fetchCards(file) {
  const coming = asked.get(file) ?? api.cards("duel", file ? { cards: file } : {}).then((answer) => {
    catalogues.set(file, new Map(answer.cards.map((card) => [card.id, { ...card, aims: /\ban enemy unit\b/.test(card.text.en) }])));
    set({});
  }).finally(() => asked.delete(file));
  asked.set(file, coming);
  return coming;
}

/** The card file of these settings. @param {Record<string, any>} [settings] */
const fileOf = (settings) => (typeof settings?.cards === "string" && settings.cards !== "standard" ? settings.cards : "");

/** Once the cards of these settings are known: a page without their names would be drawn twice. @param {Record<string, any>} [settings] */
export async function ready(settings) {
  const file = fileOf(settings);
  if (!catalogues.has(file)) await fetchCards(file);
}

/** Nothing is known before the server has said it. */
const NONE = /** @type {Catalogue} */ (new Map());

/** The cards of a game by its settings. @param {Record<string, any>} [settings] @returns {Catalogue} */
export function catalogue(settings) {
  const file = fileOf(settings);
  const known = catalogues.get(file);
  // They are asked for again with the next drawing.
  if (!known) fetchCards(file).catch(() => {});
  return known ?? NONE;
}

/** The catalogue of the game that is open. */
export const cards = () => catalogue(state.session?.settings);

/** Stands where a name is not known yet. */
const UNNAMED = "…";

/** What a card is called. @param {string} id */
export function nameOf(id) {
  const known = cards();
  const card = known.get(id);
  return card ? sentence(card.name) : known.size ? id : UNNAMED;
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
