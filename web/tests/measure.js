// Measures what docs/results.md says of the page: YOMI_BIN=../../target/release/yomi node measure.js [page] [stop] [many SECONDS] [malformed N]

import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { loadavg } from "node:os";
import { launch, Server, visit } from "./lib/browser.js";
import { post } from "./lib/games.js";

const SEVENS = { seed: 3, moves: "D6 S8 H6 D5 C8 S6 D4 C6 S5 pass pass H5 D3 H8 S4".split(" "), seat: 1 };

const sorted = (list) => [...list].sort((a, b) => a - b);
const at = (list, part) => sorted(list)[Math.min(list.length - 1, Math.floor(part * list.length))];
const ms = (x) => `${x.toFixed(x < 10 ? 1 : 0)} ms`;
const say = (what, text) => console.log(`${what.padEnd(44)} ${text}`);
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Seconds of CPU that the server has used, and the most memory that it had. */
function used({ process: { pid } }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, peak: Number(peak?.[1] ?? 0) / 1024 };
}

/** The page in a browser: its first load, and first figures after an entry in every game. */
async function page(server) {
  const browser = await launch();
  const paints = [];
  let bytes = 0;
  for (let n = 0; n < 9; n += 1) {
    const { page, context } = await visit(browser, server);
    const protocol = await context.newCDPSession(page);
    bytes = 0;
    protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await protocol.send("Network.enable");
    await page.goto(server.origin, { waitUntil: "networkidle" });
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    await context.close();
  }
  say("first contentful paint, 9 loads", `median ${ms(at(paints, 0.5))}, worst ${ms(Math.max(...paints))}`);
  say("first load, everything as transferred", `${(bytes / 1000).toFixed(1)} kB`);
  const { games } = await (await fetch(`${server.origin}/api/games`)).json();
  for (const { game } of games) {
    const { page, context } = await visit(browser, server, { budget: 1 });
    await page.goto(`${server.origin}/${game}?seed=1`);
    const times = [];
    for (let n = 0; n < 6; n += 1) {
      const state = await page.waitForFunction(() => {
        const status = document.querySelector(".cols")?.dataset.status;
        return document.querySelector(".answer .tick") && status === "none" ? "over" : status === "done" ? "done" : false;
      });
      if ((await state.jsonValue()) === "over") break;
      times.push(await page.evaluate(entered));
    }
    say(`first figures after an entry, ${game}`, times.length ? `median ${ms(at(times, 0.5))}, worst ${ms(Math.max(...times))} of ${times.length}` : "none");
    await context.close();
  }
  await browser.close();
}

/** In the page: plays the recommended move, and tells how long it takes until figures of the next position are drawn. */
function entered() {
  const count = () => document.querySelector(".cols").dataset.entries;
  const before = count();
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  return new Promise((resolve) => {
    const look = () => {
      // The first row is marked as the best as soon as there are figures.
      const figure = document.querySelector(".cand .best");
      const over = document.querySelector(".answer .tick") && !document.querySelector(".cand");
      if ((count() !== before && (figure || over)) || performance.now() - began > 10_000) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** A stream of events of one analysis. */
function follow(server, stream, agent) {
  const events = [];
  let ended = null;
  const asked = request({ host: "127.0.0.1", port: server.port, path: stream, agent }, (answer) => {
    let text = "";
    answer.setEncoding("utf8");
    answer.on("data", (more) => {
      text += more;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const name = /^event: (\w+)/m.exec(block)?.[1];
        if (name) events.push({ name, at: performance.now() });
      }
    });
    answer.on("close", () => (ended = performance.now()));
  });
  asked.on("error", () => (ended = performance.now()));
  asked.end();
  return { events, close: () => asked.destroy(), ended: () => ended };
}

const analyse = (server, client, limit, source = SEVENS, game = "sevens") =>
  post(server.origin, "/api/analyses", { game, source, client, limit });

/** How long an old search goes on after a new one was asked for, or after its stream was closed. */
async function stop(server) {
  const times = [];
  for (let n = 0; n < 20; n += 1) {
    const old = follow(server, (await analyse(server, "stop", "60s")).stream);
    while (!old.events.some(({ name }) => name === "progress")) await pause(5);
    const began = performance.now();
    await analyse(server, "stop", "1it", { ...SEVENS, moves: SEVENS.moves.slice(0, -3) });
    while (!old.events.some(({ name }) => name === "answer")) await pause(1);
    times.push(old.events.at(-1).at - began);
  }
  say("old search ended after a new one was asked for", `median ${ms(at(times, 0.5))}, worst ${ms(Math.max(...times))} of 20`);
  const last = follow(server, (await analyse(server, "stop", "60s")).stream);
  while (!last.events.some(({ name }) => name === "progress")) await pause(5);
  last.close();
  await pause(50);
  const before = used(server).cpu;
  await pause(1000);
  say("CPU in the second that begins 50 ms after closing", `${((used(server).cpu - before) * 1000).toFixed(0)} ms`);
}

/** Live analyses by the hundred, and other requests beside them. */
async function many(server, seconds) {
  const MOST = 200;
  const agent = new Agent({ maxSockets: Infinity });
  const sources = [
    // Games whose search goes on until it is stopped.
    [SEVENS, "sevens"], [{ seed: 2, moves: [] }, "duel"], [{ seed: 0, moves: [] }, "connect-four"], [{ seed: 1, moves: [] }, "simultaneous-maze"],
  ];
  const streams = [];
  for (let n = 0; n < MOST; n += 1) {
    const [source, game] = sources[n % sources.length];
    streams.push(follow(server, (await analyse(server, `many ${n}`, "600s", source, game)).stream, agent));
  }
  const began = performance.now();
  const times = [];
  let finished = 0;
  while (performance.now() - began < 1000 * seconds) {
    const asked = performance.now();
    await (times.length % 2 ? fetch(`${server.origin}/api/kept`) : post(server.origin, "/api/positions", { game: "sevens", source: SEVENS }));
    times.push(performance.now() - asked);
    await pause(50);
  }
  // An answer before its time would be another end than that of the search.
  const dropped = streams.filter((s) => s.ended() !== null && s.events.at(-1)?.name !== "answer").length;
  const silent = streams.filter((s) => s.ended() === null && !s.events.some(({ name }) => name === "progress")).length;
  finished = streams.filter((s) => s.events.at(-1)?.name === "answer").length;
  say(`${MOST} live analyses for ${seconds} s`, `${dropped} dropped, ${silent} without figures, ${finished} finished by themselves`);
  say("other requests meanwhile", `${times.length}: median ${ms(at(times, 0.5))}, 99th percentile ${ms(at(times, 0.99))}`);
  say("most memory of the server", `${used(server).peak.toFixed(0)} MiB`);
  streams.forEach((one) => one.close());
  await pause(1000);
  const before = used(server).cpu;
  await pause(2000);
  say("CPU in two seconds after all were closed", `${((used(server).cpu - before) * 1000).toFixed(0)} ms`);
}

/** Requests that are wrong in every way: each must be answered or closed. */
async function malformed(server, count) {
  const host = `127.0.0.1:${server.port}`;
  const head = (line, more = "") => `${line} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`;
  const body = (path, text, type = "application/json") => head(`POST ${path}`, `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`) + text;
  const kinds = [
    () => "GET / HTTP/1.1\r\n\r\n", () => "GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n", () => "\r\n\r\n\r\n", () => "\0\u0001\u0002\u0003\r\n\r\n",
    () => head("GET /../../etc/passwd"), () => head("GET /assets/0/../../Cargo.toml"), () => head("GET /%2e%2e/%00"), () => head(`GET /${"x".repeat(9000)}`),
    () => head("BREW /api/games"), () => head("DELETE /api/positions"), () => head("PUT /"), () => "HTTP/9.9 GET /\r\n\r\n",
    () => head("GET /api/games", "origin: http://evil.example\r\n"), () => body("/api/positions", "{"), () => body("/api/positions", "null"), () => body("/api/positions", "[".repeat(100_000)),
    () => body("/api/positions", "{}", "text/plain"), () => body("/api/analyses", '{"game":"sevens","client":""}'), () => body("/api/import", '{"text":"\\ud800"}'),
    () => body("/api/positions", '{"game":"chess","source":{"seed":-1}}'), () => body("/api/positions", `{"game":"sevens","source":{"seed":1,"moves":["${"x".repeat(5000)}"]}}`),
    () => head("POST /api/positions", "content-type: application/json\r\ncontent-length: 99999999999\r\n"), () => head("POST /api/positions", "content-length: -1\r\n"),
    () => head("POST /api/positions", "transfer-encoding: chunked\r\ncontent-type: application/json\r\n") + "zz\r\n", () => head("GET /", `x: ${"y".repeat(600_000)}\r\n`),
    () => head("POST /api/positions", "origin: null\r\ncontent-type: application/json\r\ncontent-length: 2\r\n") + "{}",
    // Slow and half-open: the head, or the body, never ends.
    () => "GET / HTTP/1.1\r\nhost: 127", () => head("POST /api/positions", "content-type: application/json\r\ncontent-length: 1000\r\n") + "{", () => "",
  ];
  const times = [];
  let stuck = 0;
  const one = (n) => new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(server.port, "127.0.0.1");
    let open = true;
    const done = (late) => {
      if (!open) return;
      open = false;
      clearTimeout(patience);
      stuck += Number(late);
      times.push(performance.now() - began);
      socket.destroy();
      resolve(null);
    };
    // An answer, an end or a reset; nothing of these in time is what must not be.
    const patience = setTimeout(() => done(true), 12_000);
    socket.once("data", () => done(false));
    socket.once("end", () => done(false));
    socket.once("error", () => done(false));
    socket.on("connect", () => socket.write(kinds[n % kinds.length]()));
  });
  const LANES = 300;
  let next = 0;
  await Promise.all(Array.from({ length: LANES }, async () => {
    while (next < count) await one(next++);
  }));
  const still = await (await fetch(`${server.origin}/api/games`)).json();
  say(`${count} malformed requests, ${kinds.length} kinds`, `slowest end ${(Math.max(...times) / 1000).toFixed(1)} s, ${stuck} without one within 12 s; serving: ${still.games.length} games`);
  say("most memory of the server", `${used(server).peak.toFixed(0)} MiB`);
}

const words = process.argv.slice(2);
const wants = (what) => !words.length || words.includes(what);
const number = (what, usual) => Number(words[words.indexOf(what) + 1]) || usual;
say("load of the machine before", loadavg().map((x) => x.toFixed(1)).join(" "));
for (const [name, run] of Object.entries({ page, stop, many: (s) => many(s, number("many", 60)), malformed: (s) => malformed(s, number("malformed", 10_000)) })) {
  if (!wants(name)) continue;
  const server = await new Server().start();
  // Tables are made ready at the start.
  await pause(3000);
  try {
    await run(server);
  } finally {
    await server.end();
  }
}
