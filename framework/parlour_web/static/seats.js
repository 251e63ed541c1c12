// The strip of seats, and the score sheet: names, points, whose turn it is and who has won.
// @ts-check

import { make } from "./elements.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").TableView} View */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Show the seats, with the points that the sheet beside them shows. @param {View} view @param {string[]} points
 * @param {number[]|null} present The seats that have a page, or null if that is not known.
 * @param {number[]} absent The seats of people for whom bots play. */
export function renderSeats(view, points, present, absent) {
  const isAway = (/** @type {number} */ seat) => !view.is_over && view.people.includes(seat) && present?.includes(seat) === false;
  const isPlayedFor = (/** @type {number} */ seat) => !view.people.includes(seat) || absent.includes(seat);
  const kind = (/** @type {number} */ seat) => (isPlayedFor(seat) ? "bot" : isAway(seat) && say("away"));
  at("seats").replaceChildren(...view.names.map((name, seat) => make(
    "li",
    {
      "aria-current": String(view.turn.seats.includes(seat)),
      class: [view.places[seat] === 1 && "won", isAway(seat) && "away"].filter(Boolean).join(" "),
    },
    make("span", { class: `chip seat-${seat % 6}` }, view.signs[seat] ?? String(seat + 1)),
    make("span", { class: "name" }, name),
    kind(seat) && make("small", { class: "kind" }, kind(seat)),
    points.length > 0 && make("b", { title: say(view.is_over ? "points" : "if_now") }, points[seat]),
    !view.is_over && Number.isInteger(view.clocks[seat]) && make("small", { class: "clock" }, `${view.clocks[seat]} s`),
    view.places[seat] && make("small", { title: say("place", { place: view.places[seat] }) }, `${view.places[seat]}.`),
  )));
}

/** @param {View} shows What the page shows, the past perhaps. @param {View} view */
export function renderScore({ score, points }, view) {
  const heads = [say(view.is_over ? "points" : "if_now"), ...view.names];
  const total = score.findLast((line) => line.total);
  const row = (/** @type {View["score"][0]} */ line) => make(
    "tr",
    { class: line.total ? "total" : "" },
    make("th", { scope: "row" }, line.label),
    ...line.points.map((one, seat) => make("td", {}, line === total ? points[seat] : String(one ?? "?"))),
  );
  const head = make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)));
  at("score").replaceChildren(...(score.length ? [head, ...score.map(row)] : []));
}
