// @ts-check
// What stands for something else is drawn anew: a name that takes another's place does not push its neighbours.

import { Directive, directive } from "../vendor/lit-html/directive.js";

class Fresh extends Directive {
  /** @type {unknown} */
  key = undefined;

  /** @param {unknown} _ @param {unknown} value */
  render(_, value) {
    return value;
  }

  /** @param {any} part @param {[unknown, unknown]} values */
  update(part, [key, value]) {
    // As the library's own `keyed` does: what was drawn last is forgotten, so that nothing of it is used again.
    if (key !== this.key) part._$AH = {};
    this.key = key;
    return value;
  }
}

/** Drawn anew whenever the key changes. */
export const fresh = directive(Fresh);
