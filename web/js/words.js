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

/** A text of the server. @param {Text} text */
export const sentence = (text) => text[state.prefs.lang];

/** What a game is called. @param {string} game */
export const nameOf = (game) => (TEXTS[`game.${game}`] ? t(`game.${game}`) : game);
