// @ts-check
// The rules of a game, fetched when they are opened.

import { html } from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import { set, state as store } from "../store.js";
import { sentence, t } from "../words.js";

/** @import { State } from "../types" */

/** @param {State} state */
export function rules({ page, rules }) {
  const text = rules[page.game];
  return html`<details class="rules" @toggle=${() => fetchRules(page.game)}><summary>${t("rules")}</summary>
    <pre class="picture" tabindex="0" aria-label=${t("rules")}>${text ? sentence(text) : ""}</pre></details>`;
}

/** @param {string} game */
async function fetchRules(game) {
  if (store.rules[game]) return;
  const answer = await api.rules(game).catch(() => null);
  if (answer) set({ rules: { ...store.rules, [game]: answer.rules } });
}
