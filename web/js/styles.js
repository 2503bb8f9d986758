// @ts-check
// Styles of single games: loaded once, and in force on the pages of their game alone.

/** The media of a style that is not in force. */
const OFF = "not all";

/** @param {string} name */
const address = (name) => new URL(`../style/${name}`, import.meta.url).href;

/** @param {string} href */
function sheet(href) {
  // On the first page of a visit the server has put it into the head.
  const known = [...document.querySelectorAll("link")].find((link) => link.href === href);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.media = OFF;
  link.href = href;
  document.head.append(link);
  return link;
}

/** @param {HTMLLinkElement} link @returns {Promise<void>} */
function loaded(link) {
  if (link.sheet) return Promise.resolve();
  return new Promise((done, failed) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      // Asked for anew the next time.
      link.remove();
      failed(new Error(link.href));
    });
  });
}

/** What was used last. @type {HTMLLinkElement[]} */
let used = [];

/** @param {string[]} names */
export const loadStyles = (names) => Promise.all(names.map((name) => loaded(sheet(address(name)))));

/** Loads styles that are in force on every page from then on: those of parts that are asked for. @param {string[]} names */
export async function addStyles(names) {
  await loadStyles(names);
  for (const name of names) sheet(address(name)).media = "all";
}

/** Puts these in force, and those of another game out of it. @param {string[]} names */
export function useStyles(names) {
  const links = names.map((name) => sheet(address(name)));
  for (const link of used) if (!links.includes(link)) link.media = OFF;
  for (const link of links) link.media = "all";
  used = links;
}
