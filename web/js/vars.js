// @ts-check
// Custom properties of an element. The page's policy forbids style attributes, and this is no attribute.

import { Directive, directive } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

class Vars extends Directive {
  /** @param {Record<string, string | number>} _ */
  render(_) {
    return noChange;
  }

  /** @param {any} part @param {[Record<string, string | number>]} values */
  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      if (part.element.style.getPropertyValue(name) !== text) part.element.style.setProperty(name, text);
    }
    return noChange;
  }
}

export const vars = directive(Vars);
