// What happened, in sentences that fold by turn, and the controls that look back.
// @ts-check

import { button, make } from "./elements.js";
import { mayCreate } from "./host.js";
import { say } from "./words.js";

/** @typedef {import("./sitting.js").Message} Message */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Return the position of a view of the past in words. @param {Message} past */
export const placed = (past) => say("after", { answer: past.answer });

/** Show what happened: since the last turn, and from the beginning. @param {Sitting} sitting */
export function renderTelling(sitting) {
  const { view, past } = sitting;
  const told = view?.log ?? [], log = at("log");
  const fresh = new Set((view?.news ?? []).map((one) => one.at));
  at("step-through").hidden = Boolean(past) || !view?.news.length;
  const isOther = (line, place) => line.textContent !== told[place]?.sentence;
  const lines = [...log.children], first = lines.findIndex(isOther);
  for (const line of first < 0 ? [] : lines.slice(first)) line.remove();
  const isLonger = told.length > log.children.length;
  for (const [place, one] of [...told.entries()].slice(log.children.length)) {
    const line = button(`log ${place}`, one.sentence, () => sitting.look(one.at), { class: "" });
    const classes = [one.by === view?.seat && "mine", one.at === told[place - 1]?.at && "more"];
    log.append(make("li", { class: classes.filter(Boolean).join(" ") }, line));
  }
  for (const [place, one] of [...log.children].entries()) {
    const turn = told[place].at, rest = told.slice(place).findIndex((other) => other.at !== turn) - 1;
    one.classList.toggle("here", turn === past?.position);
    one.classList.toggle("fresh", fresh.has(turn));
    one.firstElementChild.dataset.more = rest > 0 && turn !== told[place - 1]?.at ? say("more_lines", { n: rest }) : "";
  }
  const here = log.querySelector(".here"), box = log.parentElement;
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  else if (isLonger) requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
}

/** Show where one looks back, and what can be done there. @param {Sitting} sitting */
export function renderBack({ view, past, stops, looking, branch, reply, story }) {
  const isBack = Boolean(past) && !story.turn;
  at("fork").hidden = !isBack || !mayCreate();
  at("mistake").hidden = !view?.is_over;
  at("worth").hidden = !isBack || view?.seat === null;
  at("said").replaceChildren(...(isBack ? reply?.lines ?? [] : []).map((line) => make("p", {}, line)));
  at("branch").hidden = !branch;
  at("branch").href = branch;
  at("scrubber").max = String(stops.length - 1);
  if (looking === null) at("scrubber").value = String(past ? stops.indexOf(past.position) : stops.length - 1);
  at("scrubber").setAttribute("aria-valuetext", past ? placed(past) : say("now"));
  at("now").hidden = !isBack;
}
