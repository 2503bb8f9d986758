// @ts-check
// Agents play a deal while one watches: a step at a time, or on and on with a pause between two moves.

import * as api from "./api.js";
import { decided } from "./decided.js";
import { enter } from "./game.js";
import { set, state } from "./store.js";

/** @import { GameCard, Watch } from "./types" */

/** The pauses that are offered, in milliseconds. */
export const PAUSES = [3000, 1000, 300, 0];
const USUAL_PAUSE = 1000;

/** Whether all seats of the game may be played by agents: a deal in which no seat is ours alone. */
export function canWatch() {
  const { session, position } = state;
  if (!session || !position || !("seed" in session.source) || session.opponent) return false;
  return position.players === 1 || session.source.seat === null;
}

/** Agents that may be watched: those that run here and play by what a seat sees. @param {GameCard | undefined} card */
export const watchable = (card) =>
  (card?.agents ?? []).filter((one) => !one.sees_hidden && one.agent !== "exec").map((one) => one.agent);

/** @param {string[]} agents one for each seat */
export const begin = (agents) => set({ watch: { agents, playing: false, pause: USUAL_PAUSE } });

/** @param {Partial<Watch>} change */
export function change(change) {
  if (state.watch) set({ watch: { ...state.watch, ...change } });
}

export const leave = () => set({ watch: null });

/** One move at a time, however often it is asked for. */
let moving = false;

/** Lets the seat to move play. @returns {Promise<boolean>} whether it did */
export async function step() {
  const { session, position, watch, looking } = state;
  if (moving || !session || !position || !watch || looking !== null || position.over || position.to_move === null) return false;
  moving = true;
  try {
    const move = await moveOf(position.to_move, watch.agents[position.to_move] ?? "best");
    return state.session?.source === session.source && move !== undefined && (await enter(move));
  } catch (why) {
    if (why instanceof api.Refused) set({ fault: why.fault });
    else if (why instanceof api.Away) set({ away: true });
    else throw why;
    return false;
  } finally {
    moving = false;
  }
}

/**
 * What the seat plays. An agent that mixes draws its move as in a game; where one seat plays alone it is asked for its
 * advice.
 * @param {number} seat @param {string} agent
 */
async function moveOf(seat, agent) {
  const { session, position } = state;
  if (!session || !position || !("seed" in session.source)) return undefined;
  const { game, settings, source } = session;
  if (position.players === 1) return decided({ game, settings, source, agent });
  const next = (seat + 1) % position.players;
  const { moves } = await api.replies({ game, settings, source: { ...source, seat: next }, agent });
  return moves[0];
}

/** Counts runs: an older one ends. */
let run = 0;

export async function playOrPause() {
  if (!state.watch) return;
  run += 1;
  const mine = run;
  change({ playing: !state.watch.playing });
  while (mine === run && state.watch?.playing) {
    if (!(await step())) break;
    const { pause } = state.watch ?? { pause: 0 };
    await new Promise((done) => setTimeout(done, pause));
  }
  if (mine === run) change({ playing: false });
}
