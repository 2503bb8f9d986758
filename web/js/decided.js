// @ts-check
// What an agent decides in a deal, asked from the view of the seat that is to move, and waited for.

import { client } from "./analysis.js";
import * as api from "./api.js";

/** How long it may think where nothing else is said. */
const USUAL = "500ms";

/**
 * @param {api.Place & {agent: string, limit?: string}} wanted
 * @returns {Promise<string>} its move
 */
export async function decided({ game, settings, source, agent, limit = USUAL }) {
  const view = "seed" in source ? { ...source, seat: null } : source;
  const begun = await api.analyse({ game, settings, source: view, agent, limit, client: `${client}.seat` });
  return new Promise((resolve, reject) => {
    const nothing = () => {};
    api.follow(begun.stream, {
      started: nothing, progress: nothing, beliefs: nothing,
      answer: (advice) => resolve(advice.move),
      fault: ({ fault }) => reject(new api.Refused(fault, 422)),
      lost: () => reject(new api.Away()),
    });
  });
}
