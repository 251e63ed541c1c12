// Company: who is at the table now, and who has thought for how long.
// @ts-check

import { button } from "./elements.js";
import { say } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

const SOFT_MINUTES = 2; // from then on the page says how long somebody has thought
const MINUTE = 60000; // milliseconds
const HOUR = 60; // minutes
const DAY = 24 * HOUR;

/** Return the minutes since the view came to its position. @param {Sitting} sitting */
const minutesOf = ({ since }) => Math.floor((Date.now() - since) / MINUTE);

/** Return the seats of other people who are asked now. @param {Sitting} sitting @returns {number[]} */
function awaited({ view, paused, absence }) {
  if (!view || view.is_over || paused) return [];
  return view.turn.seats.filter((/** @type {number} */ seat) => view.people.includes(seat) && seat !== view.seat && !absence.seats.includes(seat));
}

/** Return the sentences on those who have thought for long. @param {Sitting} sitting @returns {string[]} */
export function thinking(sitting) {
  const minutes = minutesOf(sitting), { view } = sitting;
  if (minutes < SOFT_MINUTES) return [];
  const [words, n] = minutes < 2 * HOUR ? ["thinks", minutes] : minutes < 2 * DAY ? ["thinks_h", minutes / HOUR] : ["thinks_d", minutes / DAY];
  return awaited(sitting).map((seat) => say(words, { name: view?.names[seat], n: Math.floor(n) }));
}

/** Return the seats of those who have thought for longer than the host of the table wants: the others may go on
 * with a bot. @param {Sitting} sitting @returns {number[]} */
export function late(sitting) {
  const { view, absence } = sitting, isSeated = view?.people.includes(view.seat ?? -1);
  return isSeated && absence.minutes && minutesOf(sitting) >= absence.minutes ? awaited(sitting) : [];
}

/** Return the buttons that let bots play for people who are away, and the button of somebody who is back.
 * @param {Sitting} sitting @returns {any[]} */
export function sittingIn(sitting) {
  const { view, absence } = sitting;
  if (view?.is_over) return [];
  if (absence.seats.includes(view?.seat ?? -1))
    return [button("am-back", say("am_back"), () => sitting.send({ type: "back" }), { class: "play thing" })];
  return late(sitting).map((seat) =>
    button(`sit-in ${seat}`, say("sit_in", { name: view?.names[seat] }), () => sitting.send({ type: "sit in", seat })));
}

/** Return the sentence on the people for whom bots play. @param {Sitting} sitting */
export function playedFor({ view, absence }) {
  if (!view || view.is_over || !absence.seats.length) return "";
  if (absence.seats.includes(view.seat ?? -1)) return say("for_you");
  return say("bot_for", { names: absence.seats.map((seat) => view.names[seat]).join(", ") });
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
