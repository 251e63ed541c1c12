// A match to hand on: its record in a link, or in a file if that would be too long.
// Before the end, it is the record of the seat here, which holds nothing that the seat was not told.
// @ts-check

import { make } from "./elements.js";
import { address, ask, tableName } from "./here.js";
import { handOn } from "./links.js";
import { MAX_LETTERS, keep, packed } from "./packing.js";
import { linkTo } from "./place.js";
import { say } from "./words.js";

/** Ask for the record; null if there is none, which the box then says.
 * @param {any} box @param {string} key The seat's. */
async function recordFor(box, key) {
  const answer = await ask(`/t/${tableName()}/record`, "GET", undefined, key);
  if (answer?.ok) return answer.text();
  const told = await answer?.json().catch(() => null);
  box.replaceChildren(make("p", {}, told?.error ?? say("no_answer")));
  return null;
}

/** Download the record of the match. @param {any} box Says why not. @param {string} key */
export async function download(box, key) {
  const record = await recordFor(box, key);
  if (record !== null) keep(record, tableName());
}

/** Show a link that holds the match, and after its end one to the position where one looks back.
 * @param {any} box @param {string} key @param {boolean} isOver @param {number} [position] */
export async function share(box, key, isOver, position) {
  const record = await recordFor(box, key);
  if (record === null) return;
  const letters = await packed(record), front = new URL(address("/"), location.href);
  if (letters.length > MAX_LETTERS) {
    keep(record, tableName());
    box.replaceChildren(make("p", {}, say("shared_file")));
    return;
  }
  const told = say(isOver ? "shared" : "shared_seat");
  const row = make("p", { class: "row" }, ...handOn(`${front.href.split("#")[0]}#record=${letters}`, told));
  const there = position === undefined || !isOver ? [] : [make("p", { class: "gloss" }, say("link_here")),
    make("p", { class: "row" }, ...handOn(linkTo(position), say("link_here")))];
  box.replaceChildren(...there, make("p", { class: "gloss" }, told), row);
}
