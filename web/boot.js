// Language and theme before the first paint; everything else waits for the modules.
(() => {
  const root = document.documentElement;
  /** @type {{lang?: string, theme?: string}} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("yomi.prefs") || "{}");
  } catch {
    // Unreadable or forbidden: the system's choice.
  }
  const asked = new URLSearchParams(location.search).get("lang");
  const lang = asked || kept.lang || navigator.language;
  root.lang = String(lang).startsWith("ja") ? "ja" : "en";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept.theme || (dark ? "dark" : "light");
})();
