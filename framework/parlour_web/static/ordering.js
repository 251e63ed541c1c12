// Ordering a table: a match, or a lesson, which everybody may begin.
// @ts-check

import { address, ask } from "./here.js";
import { hostKey, keepLinks } from "./host.js";
import { say } from "./words.js";

/** @typedef {{who: string, seat: number|null, url: string}} Link */

/** Order a table, and go there; say why if there is none. @param {object} wanted */
export async function order(wanted) {
  const told = /** @type {HTMLElement} */ (document.querySelector("output.told"));
  told.textContent = say("one_moment");
  const answer = await ask("/tables", "POST", JSON.stringify(wanted), hostKey());
  const made = await answer?.json().catch(() => null);
  told.textContent = answer?.ok ? "" : made?.error ?? say("no_answer");
  if (answer?.ok) goTo(made.table, made.links);
}

/** Go to the table; if friends are to come, go to its host's page, which has their links.
 * @param {string} table @param {Link[]} links */
export function goTo(table, links) {
  const mine = links.filter((link) => link.who === "me"), host = links.find((link) => link.who === "host");
  const keys = mine.map((link) => link.url.split("#")[1]).join(",");
  const own = mine.length ? `${mine[0].url.split("#")[0]}#${keys}` : "";
  keepLinks(table, { ...Object.fromEntries(links.map((link) => [link.seat ?? link.who, link.url])), mine: own });
  location.assign(address(own && !links.some((link) => link.who === "friend") ? own : host?.url ?? "/"));
}

for (const one of document.querySelectorAll("[data-lesson]"))
  one.addEventListener("click", () => order({ .../** @type {HTMLElement} */ (one).dataset }));
