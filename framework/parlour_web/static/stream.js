// The stream: what happened, one sentence after another, as far as the board shows it.
// @ts-check

import { button, make } from "./elements.js";
import { say } from "./words.js";

/** @typedef {import("./sitting.js").Message} Message */
/** @typedef {import("./sitting.js").Sitting} Sitting */
/** @typedef {{text: string, at: number, by: number|null, isNow: boolean}} Told A sentence; it is now if it tells
 * the step that the board shows. */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Return the sentences up to what the board shows. @param {Sitting} sitting @returns {Told[]} */
function toldBy({ view, past, story }) {
  const told = (view?.log ?? []).map((one) => ({ ...one, text: one.sentence, isNow: false }));
  if (!story.turn) return told;
  const turn = story.turn[0], before = new Set(story.former);
  const isBegun = past && past.position > story.since; // else it is of the turn before
  const step = (isBegun ? past.news : []).map((one) => ({ text: one.sentence, at: turn.at, by: turn.by, isNow: !before.has(one.sentence) }));
  return [...told.filter((one) => one.at <= story.since), ...step];
}

/** Return the line of a sentence, which leads to the position after its turn.
 * @param {Sitting} sitting @param {Told} told */
function lineOf(sitting, { text, by }) {
  const line = make("li", { "data-ink": text, class: by === sitting.view?.seat ? "mine" : "" });
  line.append(button(`log ${text}`, text, () => sitting.look(Number(line.dataset.at)), { class: "" }));
  return line;
}

/** Bring the lines of the stream up to date: lines that stay are the same elements. @param {Sitting} sitting
 * @param {Told[]} told */
function bring(sitting, told) {
  const log = at("log"), lines = [...log.children];
  const first = lines.findIndex((line, place) => line.dataset.ink !== told[place]?.text);
  for (const line of first < 0 ? [] : lines.slice(first)) line.remove();
  log.append(...told.slice(log.children.length).map((one) => lineOf(sitting, one)));
}

/** Mark the lines of the stream: the first of each turn, what is new, and where one looks back.
 * @param {Sitting} sitting @param {Told[]} told */
function markLines({ view, past, story }, told) {
  const fresh = new Set((view?.news ?? []).map((one) => one.at)), sizes = new Map();
  for (const one of told) sizes.set(one.at, (sizes.get(one.at) ?? 0) + 1);
  for (const [place, line] of [...at("log").children].entries()) {
    const { at: turn, isNow } = told[place], isMore = turn === told[place - 1]?.at, rest = sizes.get(turn) - 1;
    line.dataset.at = String(turn);
    line.classList.toggle("more", isMore);
    line.classList.toggle("here", !story.turn && turn === past?.position);
    line.classList.toggle("fresh", fresh.has(turn));
    line.classList.toggle("now", isNow);
    line.firstElementChild.dataset.more = rest > 0 && !isMore ? say("more_lines", { n: rest }) : "";
  }
}

/** Show the newest sentences alone, where the stream itself is out of sight. @param {Told[]} told */
function renderNewest(told) {
  const now = told.filter((one) => one.isNow), newest = now.length ? now : told.slice(-1);
  at("newest").hidden = !newest.length;
  at("newest").replaceChildren(...newest.map((one) => make("span", {}, one.text)));
}

/** Show what happened, and keep in sight what the board shows. @param {Sitting} sitting */
export function renderStream(sitting) {
  const told = toldBy(sitting), log = at("log"), former = log.lastElementChild;
  bring(sitting, told);
  markLines(sitting, told);
  renderNewest(told);
  const box = log.parentElement, here = log.querySelector(".here");
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  else if (log.lastElementChild !== former) requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
}
