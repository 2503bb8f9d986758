// @ts-check
// The address is the position: a deal in the query, a real game behind the #, where no server and no log sees it.

/** @import { Session, Settings, Source } from "./types" */

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} way */
async function through(bytes, way) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}

/** @param {unknown} value */
export async function pack(value) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

/** Settings in the query: short ones. What is pasted, such as a card file, is behind the #. @param {Settings} settings */
const written = (settings) => Object.entries(settings).map(([key, value]) => `${key}:${encodeURIComponent(value)}`).join(",");

/** @param {Settings} settings */
const isLong = (settings) => Object.values(settings).some((value) => String(value).includes("\n"));

/**
 * The address of a game.
 * @param {Pick<Session, "game" | "settings" | "source" | "opponent">} session
 */
export async function address({ game, settings, source, opponent }) {
  if ("start" in source) return `/${game}/real#${await pack({ settings, ...source })}`;
  const query = new URLSearchParams();
  query.set("seed", String(source.seed));
  if (source.moves.length) query.set("moves", source.moves.join("."));
  if (source.seat !== null) query.set("seat", String(source.seat));
  if (opponent) query.set("against", opponent);
  if (isLong(settings)) return `/${game}?${query}#${await pack({ settings })}`;
  if (Object.keys(settings).length) query.set("set", written(settings));
  return `/${game}?${query}`;
}

const NOWHERE = { game: "", real: false, settings: {}, source: null, opponent: null };

/** Which page an address leads to, whatever else it says. @param {URL} url */
export const bare = (url) => read(new URL(url.pathname, url));

/**
 * Which puzzles an address leads to: those of a game, of one level or of all, or the list of all games. Null where it leads
 * elsewhere.
 * @param {URL} url
 * @returns {{game: string, level: number | null} | null}
 */
export function puzzlesAt(url) {
  // What is no digit is refused as a level that there is not.
  const asked = url.searchParams.get("level");
  const level = asked === null ? null : /^\d$/.test(asked) ? Number(asked) : 0;
  const [, game, rest, ...more] = url.pathname.split("/");
  if (game === "puzzles" && rest === undefined) return { game: "", level: null };
  return rest === "puzzles" && !more.length ? { game, level } : null;
}

/**
 * What an address says; no game where there is no such page.
 * @param {URL} url
 * @returns {Promise<{game: string, real: boolean, settings: Settings, source: Source | null, opponent: string | null}>}
 */
export async function read(url) {
  const [, game = "", real, ...more] = url.pathname.split("/");
  // Below a game there is its real game, and nothing else.
  if (more.length || (real !== undefined && real !== "real")) return NOWHERE;
  const query = url.searchParams;
  /** @type {Settings} */
  const settings = {};
  for (const pair of (query.get("set") ?? "").split(",").filter(Boolean)) {
    const at = pair.indexOf(":");
    if (at > 0) settings[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1));
  }
  const base = { game, real: real === "real", settings, opponent: query.get("against") };
  if (real === "real") {
    if (url.hash.length < 2) return { ...base, source: null };
    const { settings, start, entries } = await unpack(url.hash.slice(1));
    return { ...base, settings: settings ?? {}, source: { start: start ?? {}, entries: entries ?? [] } };
  }
  if (!query.has("seed")) return { ...base, source: null };
  // A part of the page is a short word; what is pasted is never that short.
  if (!/^#?[a-z]*$/.test(url.hash)) Object.assign(settings, (await unpack(url.hash.slice(1))).settings);
  // What is no number is refused as one, and not taken for none.
  const number = (/** @type {string | null} */ text) => (/^-?\d+$/.test(text ?? "") ? Number(text) : NaN);
  const seat = query.get("seat");
  const moves = (query.get("moves") ?? "").split(".").filter(Boolean);
  return { ...base, source: { seed: number(query.get("seed")), moves, seat: seat === null ? null : number(seat) } };
}
