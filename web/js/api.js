// @ts-check
// All that the page asks of the server. Something else with the same functions can take its place.

import { TEXTS } from "./texts.js";

/** @import { Ceiling, Fault, GameCard, KeptGame, Session, Settings, Shown, Source, Started, Figures, Advice } from "./types" */

/** What the server refused, and why. */
export class Refused extends Error {
  /** @param {Fault} fault @param {number} status */
  constructor(fault, status) {
    super(fault.text.en);
    this.fault = fault;
    this.status = status;
  }
}

/** The server does not answer. */
export class Away extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  let response;
  try {
    const headers = body === undefined ? undefined : { "content-type": "application/json" };
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Away();
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => {
    throw new Away();
  });
  if (response.ok) return answer;
  if (response.status === 409) return { stale: answer.revision };
  throw new Refused(answer.fault, response.status);
}

/** @typedef {{ game: string, settings: Settings, source: Source }} Place */

/** @returns {Promise<{games: GameCard[]}>} */
export const games = () => ask("GET", "/api/games");

/** @param {string} game @returns {Promise<{rules: import("./types").Text}>} */
export const rules = (game) => ask("GET", `/api/games/${game}/rules`);

/** @param {string} game @param {Settings} settings @returns {Promise<{cards: import("./types").CardEntry[]}>} */
export const cards = (game, settings) => ask("POST", `/api/games/${game}/cards`, { settings });

/** What the page itself refuses. @param {string} code @param {string} key */
function refusal(code, key) {
  const [en, ja] = TEXTS[key];
  return new Refused({ code, text: { en, ja }, entry: null, expected: [] }, 422);
}

/** A number that this browser would round is that of another deal; what is no number would be lost on the way. @param {Source} source */
function checkDeal(source) {
  if (!("seed" in source)) return;
  if (!Number.isSafeInteger(source.seed) || source.seed < 0) throw refusal("bad_seed", "fault.seed");
  if (source.seat !== null && !(source.seat >= 0)) throw refusal("bad_option", "fault.seat");
}

/** An address that was cut or changed on its way. */
export const badLink = () => refusal("bad_link", "fault.link");

/** @param {Place} place @returns {Promise<Shown>} */
export async function position(place) {
  checkDeal(place.source);
  return ask("POST", "/api/positions", place);
}

/** @param {Place & {agent?: string}} place @returns {Promise<{moves: string[], position: Shown}>} */
export const replies = (place) => ask("POST", "/api/replies", place);

/** A deal that is over, looked at with sight. @param {Place} place @returns {Promise<Ceiling>} */
export const ceiling = (place) => ask("POST", "/api/ceiling", place);

/** @returns {Promise<{games: KeptGame[], store: string | null}>} */
export const kept = () => ask("GET", "/api/kept");

/** @param {string} id @returns {Promise<KeptGame>} */
export const keptGame = (id) => ask("GET", `/api/kept/${encodeURIComponent(id)}`);

/** @param {Session} session @returns {Promise<{revision?: number, stale?: number}>} */
export const keep = ({ id, game, settings, source, opponent, revision }) =>
  ask("PUT", `/api/kept/${encodeURIComponent(id)}`, { game, settings, source, opponent: opponent ?? undefined, revision });

/** @param {string} id */
export const remove = (id) => ask("DELETE", `/api/kept/${encodeURIComponent(id)}`);

/** @param {string} id */
export const exportAddress = (id) => `/api/kept/${encodeURIComponent(id)}/export`;

/** @param {string} text @returns {Promise<Place>} */
export async function importFile(text) {
  const place = await ask("POST", "/api/import", { text });
  checkDeal(place.source);
  return place;
}

/**
 * @param {Place & {client: string, limit: string, agent?: string, opponents?: string, tree?: number}} wanted
 * @returns {Promise<{id: string, key: string, stream: string, budget_ms: number}>}
 */
export const analyse = (wanted) => ask("POST", "/api/analyses", wanted);

/**
 * Starts the review of a deal that is over.
 * @param {Place & {seat?: number, client: string}} wanted
 * @returns {Promise<{id: string, stream: string, seat: number, decisions: number}>}
 */
export const review = (wanted) => ask("POST", "/api/reviews", wanted);

/** The levels of a game's partners, and which is as strong as the person. @param {{game: string, settings: Settings}} at @returns {Promise<import("./types").Partners>} */
export const partners = (at) => ask("POST", "/api/partners", at);

/** Rates the person by a game with partners; a game counts once. @param {string} id @param {Place & {opponent: string}} played @returns {Promise<import("./types").Rated>} */
export const rate = (id, played) => ask("PUT", `/api/partners/${encodeURIComponent(id)}`, played);

/** Which puzzles there are. @returns {Promise<import("./types").AllPuzzles>} */
export const puzzles = () => ask("GET", "/api/puzzles");

/** The next puzzle, or the one of this name. @param {{game: string, level?: number, id?: string}} wanted @returns {Promise<import("./types").NextPuzzle>} */
export const nextPuzzle = (wanted) => ask("POST", "/api/puzzles", wanted);

/** Answers a puzzle; without a move one gives up. @param {string} id @param {{game: string, move?: string}} answer @returns {Promise<import("./types").Told>} */
export const answerPuzzle = (id, answer) => ask("PUT", `/api/puzzles/${encodeURIComponent(id)}`, answer);

/** @param {string} id */
export const stop = (id) => ask("POST", `/api/analyses/${id}/stop`).catch(() => null);

/**
 * @typedef {object} Events
 * @property {(started: Started) => void} started
 * @property {(figures: Figures) => void} progress
 * @property {(beliefs: {key: string, beliefs: any, effective_worlds: number | null}) => void} beliefs
 * @property {(advice: Advice) => void} answer
 * @property {(fault: {key: string, fault: Fault}) => void} fault
 * @property {() => void} lost
 */

/**
 * Follows an analysis; closing stops the search.
 * @param {string} stream
 * @param {Events} events
 * @returns {() => void}
 */
export function follow(stream, events) {
  const source = new EventSource(stream);
  /** @param {"started" | "progress" | "beliefs"} name */
  const pass = (name) =>
    source.addEventListener(name, (event) => events[name](JSON.parse(event.data)));
  pass("started");
  pass("progress");
  pass("beliefs");
  // Closed at the end: a stream that is over would be asked for again and again.
  source.addEventListener("answer", (event) => {
    source.close();
    events.answer(JSON.parse(event.data));
  });
  source.addEventListener("fault", (event) => {
    source.close();
    events.fault(JSON.parse(event.data));
  });
  source.onerror = () => {
    source.close();
    events.lost();
  };
  return () => source.close();
}
