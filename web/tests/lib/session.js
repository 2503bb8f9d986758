// What every file of sessions begins with: a server and a browser of its own, gone when its tests are done.

import { after } from "node:test";
import { launch, Server } from "./browser.js";

export async function session() {
  const server = new Server();
  /** @type {import("playwright-core").Browser | undefined} */
  let browser;
  // Said before anything is started: what starts and what fails after it are both ended.
  after(async () => {
    await browser?.close();
    await server.end();
  });
  await server.start();
  browser = await launch();
  return { server, browser };
}
