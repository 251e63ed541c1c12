// How pages look: light or dark, and in which language. No module: it runs before anything is shown.
// @ts-check

(() => {
  const STORED_AS = "parlour.theme"; // the name under which the browser keeps 'light' or 'dark'
  const COOKIE = "parlour_language"; // the server reads it, and it gives no rights
  const YEAR = 31536000; // seconds
  const DARK = "(prefers-color-scheme: dark)";
  /** @type {Set<CSSMediaRule>} */ const dark = new Set();

  /** Let the rules for the dark hold always, never, or as the system has it. */
  function apply() {
    const theme = localStorage.getItem(STORED_AS) ?? "";
    const query = { light: "not all", dark: "all" }[theme] ?? DARK;
    document.documentElement.style.colorScheme = theme;
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText === DARK) dark.add(rule);
    for (const rule of dark) rule.media.mediaText = query;
  }

  /** @param {string} id @param {(value: string) => void} act */
  function control(id, act) {
    const list = /** @type {HTMLSelectElement|null} */ (document.getElementById(id));
    list?.addEventListener("change", () => act(list.value));
    return list;
  }

  apply();
  addEventListener("DOMContentLoaded", () => {
    const themes = control("theme", (theme) => {
      localStorage.setItem(STORED_AS, theme);
      apply();
    });
    if (themes) themes.value = localStorage.getItem(STORED_AS) ?? "";
    control("language", (language) => {
      const safe = location.protocol === "https:" ? "; Secure" : "";
      document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax${safe}`;
      location.reload();
    });
  });
  addEventListener("load", apply); // of style sheets that came later
})();
