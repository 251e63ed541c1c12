// The page's own sentences: the server sends those of the reader's language with the page.
// @ts-check

/** @type {Record<string, string>|undefined} */ let sentences;
/** @type {Record<string, string>|undefined} */ let words;
/** @type {RegExp|undefined} */ let known;

/** Return the sentence of a code, with its values.
 * @param {string} code @param {Record<string, any>} [values] @returns {string} */
export function say(code, values = {}) {
  sentences ??= JSON.parse(document.getElementById("sentences")?.textContent || "{}");
  return (sentences?.[code] ?? code).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Return a line of moves with the words of the reader's language. @param {string} line @returns {string} */
export function own(line) {
  words ??= JSON.parse(document.getElementById("words")?.textContent || "{}");
  const longest = Object.keys(words ?? {}).sort((one, other) => other.length - one.length);
  if (!longest.length) return line;
  known ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join("|")})(?!\\p{L})`, "gu");
  return line.replace(known, (one) => words?.[one] ?? one);
}
