// Texts in links and in files; in a link they are compressed, and bounded before and after.
// @ts-check

import { make } from "./elements.js";

export const MAX_LETTERS = 32000; // of a text in a link: messengers and browsers take no longer links

/** Return the bytes of a stream, or null if they are more than allowed.
 * @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function bounded(stream, most) {
  const parts = [], reader = stream.getReader();
  for (let size = 0, step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    parts.push(step.value);
  }
  return new Uint8Array(await new Blob(/** @type {any[]} */ (parts)).arrayBuffer());
}

/** Return a text as it stands in a link. @param {string} text @returns {Promise<string>} */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Return the text in a link; null if it holds none, or one that is longer than allowed.
 * @param {string} letters @param {number} most Bytes. @returns {Promise<string|null>} */
export async function unpackedText(letters, most) {
  if (!letters || letters.length > MAX_LETTERS) return null;
  try {
    const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const whole = await bounded(stream, most);
    return whole && new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return null;
  }
}

/** Keep a record as a file. @param {string} record @param {string} table */
export function keep(record, table) {
  const href = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
  make("a", { href, download: `${table}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
