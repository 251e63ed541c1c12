// Company: who is at the table now, and who has thought for how long.
// @ts-check

import { say } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

const SOFT_MINUTES = 2; // from then on the page says how long somebody has thought
const MINUTE = 60000; // milliseconds

/** Return the sentences on those who have thought for long. @param {Sitting} sitting @returns {string[]} */
export function thinking({ view, paused, since }) {
  const minutes = Math.floor((Date.now() - since) / MINUTE);
  if (!view || view.is_over || paused || minutes < SOFT_MINUTES) return [];
  const awaited = view.turn.seats.filter((/** @type {number} */ seat) => view.people.includes(seat) && seat !== view.seat);
  return awaited.map((/** @type {number} */ seat) => say("thinks", { name: view.names[seat], n: minutes }));
}

/** Return the sentence on who is here, at a table of several people. @param {Sitting} sitting @returns {string} */
export function whoIsHere({ view, present }) {
  const people = view?.people ?? [];
  if (people.length < 2 || !present) return "";
  const names = (/** @type {boolean} */ isHere) => people.filter((/** @type {number} */ seat) => present.includes(seat) === isHere)
    .map((/** @type {number} */ seat) => view?.names[seat]).join(", ");
  const [here, away] = [names(true), names(false)];
  return [here && say("are_here", { names: here }), away && say("are_away", { names: away })].filter(Boolean).join(" ");
}
