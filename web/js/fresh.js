// @ts-check
// Text in the middle of a fixed box: what changes is put in place anew, and so moves from nowhere.

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

class Fresh extends Directive {
  /** @type {string | null} */
  was = null;

  /** @param {string} text @returns {unknown} */
  render(text) {
    if (text === this.was) return noChange;
    this.was = text;
    return document.createTextNode(text);
  }
}

export const fresh = directive(Fresh);
