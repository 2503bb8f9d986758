// Chromium and a server of one's own, for one test file.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const YOMI = process.env.YOMI_BIN ?? "../../target/debug/yomi";
const CHROMIUM = process.env.YOMI_CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** While one works on the page: its files from this folder, and not those in the binary. */
const FILES = process.env.YOMI_WEB_FILES;
const KINDS = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** @param {import("playwright-core").BrowserContext} context */
async function fromDisk(context) {
  // The page itself too, with the headers that the server gives it.
  await context.route((url) => !/^\/(api|assets)\//.test(url.pathname), async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const body = readFileSync(join(FILES, "index.html"), "utf8").replaceAll("{{assets}}", "/assets/disk").replace("{{styles}}", "").replace("{{modules}}", "");
    return route.fulfill({ response, body });
  });
  await context.route("**/assets/**", async (route) => {
    // Without the server there are no files either.
    if (!(await route.fetch().catch(() => null))) return route.abort();
    const name = new URL(route.request().url()).pathname.split("/").slice(3).join("/");
    return route.fulfill({ body: readFileSync(join(FILES, name)), contentType: KINDS[name.split(".").pop()] });
  });
}

let next = 17_800 + (process.pid % 400) * 5;

/** A server that can be killed and started again at the same address, on a store of its own. */
export class Server {
  /** @param {{store?: boolean}} [how] */
  constructor({ store = true } = {}) {
    this.store = store;
    next += 1;
    this.port = next;
    this.origin = `http://127.0.0.1:${this.port}`;
    this.folder = mkdtempSync(join(tmpdir(), "yomi-page-"));
  }

  async start() {
    const kept = this.store ? ["--store", join(this.folder, "games.db")] : ["--no-store"];
    const args = ["serve", "--addr", `127.0.0.1:${this.port}`, ...kept];
    this.process = spawn(YOMI, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, LANG: "C" } });
    const [line] = await once(this.process.stdout, "data");
    if (!String(line).includes(this.origin)) throw new Error(`not started: ${line}`);
    return this;
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode) return null;
    this.process.kill(signal);
    const [code] = await once(this.process, "exit");
    return code;
  }

  async end() {
    await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/**
 * A page that fails the test when it asks elsewhere or throws.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {{phone?: boolean, dark?: boolean, lang?: "en" | "ja", width?: number, budget?: number}} [how]
 */
export async function visit(browser, server, { phone = false, dark = false, lang = "en", width = 1280, budget = 1 } = {}) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width, height: 900 },
    hasTouch: phone, isMobile: phone, deviceScaleFactor: 1,
    colorScheme: dark ? "dark" : "light", locale: lang === "ja" ? "ja-JP" : "en-GB", reducedMotion: "reduce",
  });
  if (FILES) await fromDisk(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const faults = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.origin) && !request.url().startsWith("blob:")) faults.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  // A short reading is enough: what is tested is the page.
  await page.addInitScript((seconds) => {
    if (!localStorage.getItem("yomi.prefs")) localStorage.setItem("yomi.prefs", JSON.stringify({ budget: seconds }));
  }, budget);
  await page.addInitScript(() => {
    const shifts = [];
    Object.assign(window, { shifts });
    // Which node moved, and from where to where.
    const box = ({ x, y, width, height }) => [x, y, width, height].join(" ");
    const told = ({ node, previousRect, currentRect }) =>
      `${(node?.outerHTML ?? `${node?.nodeName} in ${node?.parentElement?.outerHTML}`).slice(0, 300)}: ${box(previousRect)} -> ${box(currentRect)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Less than a pixel is seen by nobody.
        const far = entry.sources?.some(({ previousRect: a, currentRect: b }) => ["x", "y", "width", "height"].some((side) => Math.abs(a[side] - b[side]) >= 1)) ?? true;
        if (!entry.hadRecentInput && far) shifts.push({ value: entry.value, at: entry.startTime, what: entry.sources?.map(told).join("\n") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return { page, context, faults };
}

/** Shifts since this moment. @param {import("playwright-core").Page} page @param {number} since */
export const shifts = (page, since) => page.evaluate((from) => window.shifts.filter((s) => s.at > from && s.value > 0), since);

/** @param {import("playwright-core").Page} page */
export const now = (page) => page.evaluate(() => performance.now());
