// The controls that look back.
// @ts-check

import { make } from "./elements.js";
import { mayCreate } from "./host.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").TableView} View */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Return the position of a view of the past in words. @param {View} past */
export const placed = (past) => say("after", { answer: past.answer });

/** Return whether somebody may look back: a spectator may once the match is over. @param {View|null} view */
const mayLookBack = (view) => view?.seat !== null || view.is_over;

/** Show where one looks back, and what can be done there. @param {Sitting} sitting */
export function renderBack({ view, past, isBack, stops, looking, branch, reply }) {
  at("fork").hidden = !isBack || !mayCreate();
  at("mistake").hidden = !view?.is_over;
  at("worth").hidden = !isBack || view?.seat === null;
  at("said").replaceChildren(...(isBack ? reply?.lines ?? [] : []).map((line) => make("p", {}, line)));
  at("branch").hidden = !branch;
  at("branch").href = branch;
  at("scrubber").parentElement.hidden = !mayLookBack(view);
  at("scrubber").max = String(stops.length - 1);
  if (looking === null) at("scrubber").value = String(past ? stops.indexOf(past.position) : stops.length - 1);
  at("scrubber").setAttribute("aria-valuetext", past ? placed(past) : say("now"));
}
