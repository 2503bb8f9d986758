// Pictures of the page for the READMEs: YOMI_BIN=../../target/release/yomi node pictures.js

import { launch, Server, visit } from "./lib/browser.js";

const SEVENS = "/sevens?seed=3&seat=1&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4";
const TWIN_COOL = "/twin-cool?seed=5";

const server = await new Server().start();
const browser = await launch();
for (const [name, path, lang, dark] of [
  ["page-sevens", SEVENS, "en", false],
  ["page-sevens-ja", SEVENS, "ja", false],
  ["page-twin-cool", TWIN_COOL, "en", true],
]) {
  const { page, context } = await visit(browser, server, { lang, dark });
  await page.goto(server.origin + path);
  await page.locator(".cols[data-status=done]").waitFor();
  await page.screenshot({ path: `../../docs/pictures/${name}.png` });
  await context.close();
}
await browser.close();
await server.end();
