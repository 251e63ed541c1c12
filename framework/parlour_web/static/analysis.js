// The analysis of a finished match: a graph of chances and the worst moves, with buttons that show them.
// @ts-check

import { button, make } from "./elements.js";
import { ask, tableName } from "./here.js";
import { drawing, spotsIn } from "./picture.js";
import { say } from "./words.js";

/** Ask for the analysis, show it, and return the losses.
 * @param {any} box @param {string} key The seat's. @param {(at: number) => void} look Shows a position.
 * @returns {Promise<{answer: number, seat: number, sentence: string, why: string}[]>} */
export async function analyse(box, key, look) {
  box.replaceChildren(make("p", {}, say("judging")));
  const answer = await ask(`/t/${tableName()}/analysis`, "POST", undefined, key);
  const found = await answer?.json().catch(() => null);
  if (!answer?.ok) {
    box.replaceChildren(make("p", {}, found?.error ?? say("no_answer")));
    return [];
  }
  const graph = drawing(found.graph[0]);
  for (const spot of spotsIn(graph)) {
    spot.addEventListener("click", () => look(found.stops[spot.dataset.key]));
  }
  const losses = found.losses.map((/** @type {{at: number, sentence: string, why: string}} */ { at, sentence, why }) =>
    make("li", {}, button(`loss ${at}`, sentence, () => look(at), { class: "line" }), make("p", { class: "gloss" }, why)));
  box.replaceChildren(graph, ...(losses.length ? [make("ol", {}, ...losses)] : []),
    ...found.lines.slice(0, losses.length ? found.lines.indexOf("", 1) : undefined).map((/** @type {string} */ line) => make("p", {}, line)));
  return found.losses;
}
