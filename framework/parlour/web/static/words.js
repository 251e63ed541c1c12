// The page's own sentences: the server sends those of the reader's language with the page.
// @ts-check

/** @type {Record<string, string>|undefined} */ let sentences;

/** Return the sentence of a code, with its values.
 * @param {string} code @param {Record<string, any>} [values] @returns {string} */
export function say(code, values = {}) {
  sentences ??= JSON.parse(document.getElementById("sentences")?.textContent || "{}");
  return (sentences?.[code] ?? code).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
