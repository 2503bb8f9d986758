// @ts-check
// Every text of the page, in both languages. No sentence is put together from pieces.

import { state } from "./store.js";
import { TEXTS } from "./texts.js";

/** @import { Text } from "./types" */

/**
 * A text of the page.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const both = TEXTS[key];
  if (!both) return key;
  const text = both[state.prefs.lang === "ja" ? 1 : 0];
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A text about a number of things, which is another one where there is just one. @param {string} key @param {number} n @param {Record<string, string | number>} [values] */
export const counted = (key, n, values = {}) => t(n === 1 ? `${key}.1` : key, { n, ...values });

/** How to enter a move; on a phone there is no field to type in. @param {string} key */
export const howToEnter = (key) => t(matchMedia("(max-width: 600px)").matches ? `${key}.touch` : key);

/** A text of the server. @param {Text} text */
export const sentence = (text) => text[state.prefs.lang];

/** A text of the page, where there is one. @param {string} key @param {string} other what is said otherwise */
export const textOr = (key, other) => (TEXTS[key] ? t(key) : other);

/** What a game is called. @param {string} game */
export const nameOf = (game) => textOr(`game.${game}`, game);
