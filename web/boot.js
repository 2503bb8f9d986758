// Language and theme before the first paint; everything else waits for the modules, which come after it.
(() => {
  const root = document.documentElement;
  /** @type {{lang?: string, theme?: string}} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("yomi.prefs") || "{}") ?? {};
  } catch {
    // Unreadable or forbidden: the system's choice.
  }
  const asked = new URLSearchParams(location.search).get("lang");
  const lang = asked || kept.lang || navigator.language;
  root.lang = String(lang).startsWith("ja") ? "ja" : "en";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept.theme || (dark ? "dark" : "light");

  // Dozens of requests for modules would hold up the first paint. Where nothing is painted, as in a tab behind others, they
  // do not wait for it.
  const MOMENT = 100;
  document.addEventListener("DOMContentLoaded", () => {
    const modules = /** @type {HTMLTemplateElement} */ (document.querySelector("#modules"));
    // What was moved once is not there to be moved again.
    const load = () => document.body.append(modules.content);
    if (document.hidden) return load();
    requestAnimationFrame(() => setTimeout(load));
    setTimeout(load, MOMENT);
  });
})();
