// The stream: what happened, one sentence after another as far as the board shows it, and what people say.
// @ts-check

import { playedFor, thinking, whoIsHere } from "./company.js";
import { button, make } from "./elements.js";
import { heard, renderTalk, saidLine } from "./talk.js";
import { say } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/** @typedef {{text: string, at: number, by?: number|null, isNow?: boolean, said?: ReturnType<typeof heard>[number]}} Told
 * A sentence, or what somebody said; it is now if it tells the step that the board shows. */

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

/** Return the sentences with what was said between them. @param {Sitting} sitting @returns {Told[]} */
function itemsOf(sitting) {
  /** @type {Told[]} */ const items = [];
  const lines = heard(sitting).map((said) => ({ text: said.text, at: said.at, said }));
  for (const told of toldBy(sitting)) {
    while (lines.length && lines[0].at < told.at) items.push(/** @type {Told} */ (lines.shift()));
    items.push(told);
  }
  return [...items, ...lines];
}

/** Return a text that tells a line of the stream from others. @param {Told} told */
const inkOf = ({ text, said }) => (said ? `${said.voice} ${said.who}: ${text}` : text);

/** Return the line of a sentence, which leads to the position after its turn.
 * @param {Sitting} sitting @param {Told} told */
function lineOf(sitting, { text, by, said }) {
  if (said) return saidLine(sitting, said);
  const line = make("li", { class: by === sitting.view?.seat ? "mine" : "" });
  line.append(button(`log ${text}`, text, () => sitting.look(Number(line.dataset.at)), { class: "" }));
  return line;
}

/** Bring the lines of the stream up to date: lines that stay are the same elements. @param {Sitting} sitting
 * @param {Told[]} told */
function bring(sitting, told) {
  const log = at("log"), lines = [...log.children];
  const first = lines.findIndex((line, place) => line.dataset.ink !== (told[place] && inkOf(told[place])));
  for (const line of first < 0 ? [] : lines.slice(first)) line.remove();
  for (const one of told.slice(log.children.length)) {
    const line = lineOf(sitting, one);
    line.dataset.ink = inkOf(one);
    log.append(line);
  }
}

/** Say how many lines of a turn are folded. @param {number} rest */
const moreOf = (rest) => (rest > 0 ? say("more_lines", { n: rest }) : "");

/** Mark the lines of the stream: the first of each turn, what is new, and where one looks back.
 * @param {Sitting} sitting @param {Told[]} told */
function markLines({ view, past, story }, told) {
  const fresh = new Set((view?.news ?? []).map((one) => one.at)), sizes = new Map();
  for (const one of told) if (!one.said) sizes.set(one.at, (sizes.get(one.at) ?? 0) + 1);
  for (const [place, line] of [...at("log").children].entries()) {
    const { at: turn, isNow, said } = told[place], isMore = turn === told[place - 1]?.at;
    if (said) continue;
    line.dataset.at = String(turn);
    line.classList.toggle("more", isMore);
    line.classList.toggle("here", !story.turn && turn === past?.position);
    line.classList.toggle("fresh", fresh.has(turn));
    line.classList.toggle("now", Boolean(isNow));
    line.firstElementChild.dataset.more = moreOf(isMore ? 0 : sizes.get(turn) - 1);
  }
}

/** Show who is here and who thinks, at the end of the stream. @param {Sitting} sitting */
function renderCompany(sitting) {
  at("company").replaceChildren(...[whoIsHere(sitting), playedFor(sitting), ...thinking(sitting)].filter(Boolean).map((one) => make("span", {}, one)));
}

/** Show the newest sentences alone, where the stream itself is out of sight. @param {Told[]} told @param {string[]} more */
function renderNewest(told, more) {
  const now = told.filter((one) => one.isNow), newest = now.length ? now : told.slice(-1);
  at("newest").hidden = !newest.length && !more.length;
  at("newest").replaceChildren(...newest.map((one) => make("span", {}, one.said && make("b", {}, `${one.said.who}: `), one.text)), ...more.map((one) => make("span", {}, one)));
}

/** Show what happened, and keep in sight what the board shows. @param {Sitting} sitting */
export function renderStream(sitting) {
  renderTalk(sitting);
  const told = itemsOf(sitting), log = at("log"), former = log.lastElementChild;
  bring(sitting, told);
  markLines(sitting, told);
  renderNewest(told, thinking(sitting));
  renderCompany(sitting);
  const box = log.parentElement, here = log.querySelector(".here");
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  else if (log.lastElementChild !== former) requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
}

const MIN_SEEN = 60; // pixels of the stream below which it is out of sight

// A large window shows the newest sentences at its foot while the stream is out of sight.
new IntersectionObserver((seen) => {
  document.body.classList.toggle("streamless", (seen.at(-1)?.intersectionRect.height ?? 0) < MIN_SEEN);
}, { threshold: [0, 0.25, 0.5, 0.75, 1] }).observe(at("stream"));
