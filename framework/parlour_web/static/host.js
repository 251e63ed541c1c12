// The host's key: the link that the server prints brings it, and this browser keeps it.
// @ts-check

import { keys } from "./place.js";

const STORED_AS = "parlour.host"; // the name under which the browser keeps it
const PREFIX = "house-"; // its beginning; keys of seats have none

/** Take the host's key out of the address if it is there, and return the keys of seats in it. */
export function keysInAddress() {
  const { keys: given } = document.body.dataset; // of a table that no link can name
  if (given !== undefined) return given.split(",");
  const all = keys(), own = all.find((key) => key.startsWith(PREFIX));
  const seats = all.filter((key) => key !== own);
  if (own) {
    localStorage.setItem(STORED_AS, own);
    const rest = location.hash.slice(1).split(",").filter((one) => one !== own).join(",");
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname + location.search);
  }
  return seats.length ? seats : [""];
}

/** Return one link for the seats of some links to a table. @param {string[]} links */
export const together = ([first, ...others]) => [first, ...others.map((one) => one.split("#")[1])].join(",");

export const hostKey = () => localStorage.getItem(STORED_AS) ?? "";

/** Return whether this browser may lay new tables: the host's, and any in an open house. */
export const mayCreate = () => Boolean(hostKey() || document.body.dataset.open);

const LINKS_AS = "parlour.links"; // the name under which the browser keeps the links of its own tables
const allLinks = () => JSON.parse(localStorage.getItem(LINKS_AS) ?? "{}");

/** Return the links of a table that this browser has laid: by seat, `host`, and `mine`.
 * @param {string} table @returns {Record<string, string>} */
export const linksOf = (table) => allLinks()[table] ?? {};

/** Keep links of a table in this browser. @param {string} table @param {Record<string, string>} links */
export function keepLinks(table, links) {
  localStorage.setItem(LINKS_AS, JSON.stringify({ ...allLinks(), [table]: { ...linksOf(table), ...links } }));
}

/** Forget the links of a table. @param {string} table */
export function forgetLinks(table) {
  const others = Object.entries(allLinks()).filter(([name]) => name !== table);
  localStorage.setItem(LINKS_AS, JSON.stringify(Object.fromEntries(others)));
}
