// @ts-check
// A text in an element of its own, a new one whenever it says something else: a label that changes is another label, not
// one that has moved.

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { render } from "../vendor/lit-html/lit-html.js";

class Fresh extends Directive {
  /** @type {HTMLElement | null} */
  box = null;
  key = "";

  /** @param {string} key what it says @param {unknown} [content] how it is drawn */
  render(key, content = key) {
    if (!this.box || key !== this.key) this.box = document.createElement("span");
    this.key = key;
    render(content, this.box);
    return this.box;
  }
}

export const fresh = directive(Fresh);
