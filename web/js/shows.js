// @ts-check
// What a field shows is what the page holds of it. What was typed and taken since the last frame is not told by comparing
// with what was last drawn: the field itself is asked.

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

class Shows extends Directive {
  /** @param {string} _ */
  render(_) {
    return noChange;
  }

  /** @param {any} part @param {[string]} values */
  update(part, [text]) {
    if (part.element.value !== text) part.element.value = text;
    return noChange;
  }
}

export const shows = directive(Shows);
