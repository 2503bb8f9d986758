// @ts-check
// All texts by their keys: [English, Japanese]. Those of every page are here; a game brings its own when its page opens.

import page from "./texts/page.js";

/** @type {Record<string, [string, string]>} */
export const TEXTS = { ...page };

/** @param {Record<string, [string, string]>} more */
export function addTexts(more) {
  Object.assign(TEXTS, more);
}
