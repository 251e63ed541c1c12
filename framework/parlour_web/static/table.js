// The table in a browser: the view of a seat, and controls that turn clicks and keys into lines.
// No game is in here: pictures come as nodes, moves with the addresses of their parts.
// @ts-check

import { actions, bar } from "./actions.js";
import { analyse } from "./analysis.js";
import { askName } from "./arrival.js";
import { placed, renderBack } from "./back.js";
import { late } from "./company.js";
import { offerSheet, openSheet } from "./drawer.js";
import { button, fill, make } from "./elements.js";
import { address, tableName } from "./here.js";
import { hostKey, keepLinks, keysInAddress, together } from "./host.js";
import { keepMatch, leadToSeat } from "./matches.js";
import { beep, notify } from "./notices.js";
import { isSecond } from "./second_click.js";
import "./ordering.js"; // of a lesson, by somebody whose link opens nothing
import { frames, markSeats, renderPanels } from "./panels.js";
import { keepPlace, placeInAddress } from "./place.js";
import { WINDOW, addressesOf, mark, pointOut, showFocus, spotsIn } from "./picture.js";
import { renderScore, renderSeats } from "./seats.js";
import { download, share } from "./share.js";
import { bringIntoSight } from "./sight.js";
import { Sitting, liveAmong } from "./sitting.js";
import { renderStream } from "./stream.js";
import { offerReactions, reacts, sayLine } from "./talk.js";
import { say } from "./words.js";
import { enlarge, zooms } from "./zoom.js";

/** @typedef {import("../messages.js").TableView} View */

const THINKING_MILLISECONDS = 10000; // until the page counts again how long people have thought
const POINTING_MILLISECONDS = 150; // until the mouse on a line of the log points at it

/** @type {Sitting[]} */ let sittings = [];
/** @type {number|undefined} */ let pointing; // runs out when a line of the log is pointed at
/** @type {number|null} */ let begin = placeInAddress(); // the position that a link leads to, until it is shown
/** @type {Sitting|null} */ let shown = null; // the seat on the page; null behind the curtain

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** @type {Promise<typeof import("./ringing.js")>|null} */ const ringing = at("push") && import("./ringing.js");

// Who sits here

/** Show a seat if it is the one on the page. @param {Sitting} sitting */
const show = (sitting) => sitting === shown && render(sitting);

/** Return whether a seat is at this page. @param {number} seat */
const isHere = (seat) => sittings.some((one) => one.view?.seat === seat);

/** Say something about the connection; before the first view, nothing else. @param {string} words */
function report(words) {
  at("line-state").textContent = words;
  if (sittings.some((one) => one.view)) return;
  at("turn").textContent = "";
  at("lost")?.toggleAttribute("hidden", !sittings.every((one) => one.isOut));
}

/** Put a line back where it was typed, unless another is there. @param {string} line */
const giveBack = (line) => { at("typed").value ||= line; };

/** Take note of a new view. @param {View} view @param {boolean} isFresh Whether the turn has come.
 * @param {boolean} isMoved Whether somebody elsewhere has moved. */
function seen(view, isFresh, isMoved) {
  if (isFresh && !view.ahead) notify(view);
  else if (isMoved) beep(true);
  ringing?.then(({ ring }) => ring(sittings));
  if (isFresh) for (const frame of frames()) delete frame.dataset.placed;
  remember(view);
  const isDiscreet = turnTo();
  if (!shown) return;
  render(shown);
  if (!isDiscreet) shown.story.told = Math.max(...sittings.map((one) => one.story.told));
  shown.story.follow();
  if (begin === null) return;
  const place = begin;
  begin = null;
  shown.look(place);
}

/** Turn to the seat whose turn it is; return whether a curtain falls between the people here. */
function turnTo() {
  const due = sittings.find((one) => one.view?.turn.mine), some = sittings.find((one) => one.view);
  const isDiscreet = sittings.length > 1 && some?.view?.game.has_hidden_information && !some.view.is_over;
  if (!isDiscreet) shown = due ?? shown ?? some ?? null;
  else if (!shown && due) lowerCurtain(due);
  return isDiscreet;
}

/** Hide everything until the next person sits here. @param {Sitting} next */
function lowerCurtain(next) {
  shown = null;
  const filled = ["panels", "choices", "act", "bar", "described", "log", "score", "seats", "lesson", "plan-list", "prompt", "newest", "company", "said"];
  for (const id of filled) at(id).replaceChildren();
  for (const id of ["turn", "why-undo"]) at(id).textContent = "";
  at("talk").hidden = true;
  delete at("plans").dataset.ink;
  at("curtain-name").textContent = nameHere(next);
  at("curtain-open").onclick = () => {
    at("curtain").close();
    shown = next;
    render(next);
    next.story.follow();
  };
  if (!at("curtain").open) at("curtain").showModal();
}

/** Go to the table of a rematch if it was asked for here, or offer to: all who sit here go together. */
function rematch() {
  if (!sittings.every((one) => one.next)) return;
  const url = together(sittings.map((one) => one.next));
  const host = sittings.map((one) => one.nextHost).find(Boolean);
  for (const one of sittings) one.reply = { lines: [say("rematch")], rematch: address(url) };
  if (host) keepLinks(tableName(url), { host, mine: url });
  if (host || sittings.some((one) => one.asksRematch)) location.assign(address(url));
}

/** Return the name of the person at a seat of this page. @param {Sitting} sitting */
const nameHere = ({ view }) => view?.names[view.seat ?? -1] ?? "";

/** Return the button that passes the table to the next person at this page. @param {Sitting} sitting */
function handOver(sitting) {
  const next = sittings.find((one) => one !== sitting && one.view?.turn.mine);
  if (!next || sitting.view?.turn.mine || sitting.past) return [];
  const words = say("pass", { name: nameHere(next) });
  return [button("pass", words, () => lowerCurtain(next), { class: "play thing" })];
}

// What the page shows

/** Show the view of a seat; the focus stays in its place. @param {Sitting} sitting */
function render(sitting) {
  const { view, past, foresight: preview } = sitting;
  if (!view) return;
  const shows = past ?? view;
  const focused = document.activeElement?.getAttribute("data-id");
  document.body.dataset.position = String(shows.position);
  renderTurn(sitting, view);
  renderTable(preview, shows);
  markChoices(sitting);
  markSeats(view);
  renderActs(sitting);
  renderSeats(view, shows.points, sitting.present, view.is_over ? [] : sitting.absence.seats);
  renderScore(shows, view);
  offerSheet("score-sheet", shows.score.length > 0);
  offerSheet("analysis-sheet", view.is_over);
  renderEnd(sitting, view);
  renderStream(sitting);
  askName(sitting);
  renderBack(sitting);
  renderTools(sitting);
  if (focused) refocus(focused, sitting);
  if (sitting.isOpen && !sitting.narrowing) bringIntoSight([view.position, ...sitting.chosen.map((step) => step.at[0])].join());
}

/** Once the match is over, show the points by their sources, and enjoy the moment if one was there.
 * @param {Sitting} sitting @param {View} view */
function renderEnd({ hasEnded, past }, { is_over: isOver, score }) {
  const { body } = document;
  if (isOver && !body.dataset.over) openSheet(score.length ? "score-sheet" : "story");
  body.dataset.over = isOver ? "yes" : "";
  body.classList.toggle("ended", hasEnded && !past);
}

/** Show the table, or how it would be. @param {View|null} preview @param {View} shows */
function renderTable(preview, shows) {
  const { table } = preview ?? shows;
  renderPanels(table, shows.table.changed, Boolean(preview));
  at("described").replaceChildren(...table.described.map((line) => make("p", {}, line)));
}

/** Say whose turn it is and what to do; the page takes the colour of who has moved.
 * @param {Sitting} sitting @param {View} view */
function renderTurn(sitting, view) {
  const { past, paused } = sitting, back = sitting.isBack ? past : null, turn = paused ? "" : view.turn.text;
  if (begin === null) keepPlace(back && back.position);
  renderMover(sitting.story.turn ?? (past ?? view).news);
  document.body.classList.toggle("past", Boolean(back));
  at("turn").textContent = back ? say("looking_back", { where: placed(back) }) : turn;
  at("turn").classList.toggle("mine", view.turn.mine && !past && !paused);
  at("prompt").textContent = sitting.prompt === at("turn").textContent ? "" : sitting.prompt;
  at("prompt").classList.toggle("question", Boolean(sitting.question) && !past);
}

/** Let what has changed have the colour of the seat that changed it, if it was one alone. @param {View["news"]} told */
function renderMover(told) {
  const [mover, ...others] = new Set(told.map((one) => one.by ?? null));
  const isOne = typeof mover === "number" && !others.length;
  document.body.style.setProperty("--mover", isOne ? `var(--seat-${mover % 6})` : "var(--ink)");
}

/** Mark what can be chosen and what is chosen. @param {Sitting} sitting */
function markChoices(sitting) {
  const { isOpen } = sitting, begun = sitting.chosen.length > 0;
  const chosen = new Set(isOpen ? sitting.chosen.flatMap((step) => step.at) : []);
  const alive = isOpen ? sitting.alive : new Set();
  const ends = isOpen ? [...sitting.ends.keys()] : [];
  const others = isOpen && begun ? liveAmong(sitting.demanded, false) : alive;
  const cards = new Set(spotsIn(at("choices")).flatMap(addressesOf));
  for (const frame of frames()) {
    const isCards = frame.parentElement === at("choices");
    mark(frame, alive, chosen, new Set([...others, ...ends]), isCards ? new Set() : cards);
    enlarge(frame);
    for (const spot of spotsIn(frame))
      spot.classList.toggle("end", addressesOf(spot).some((one) => ends.includes(one)));
    pointOut(frame, sitting.pointed, sitting.places);
  }
}

/** Show how long people have thought, and what the others may do then. @param {Sitting} sitting */
function tick(sitting) {
  if (at("bar").dataset.late === late(sitting).join()) renderStream(sitting);
  else render(sitting);
}

/** Show the plans, the buttons of the bar and the choices of the sheet. @param {Sitting} sitting */
function renderActs(sitting) {
  const { view, past } = sitting;
  at("lesson").textContent = past ? "" : view?.lesson;
  at("learn")?.toggleAttribute("hidden", Boolean(view?.lesson || view?.log.some((one) => one.by === view.seat)));
  at("hand").inert = Boolean(past);
  renderPlans((sitting.isOpen && view?.plans) || [], sitting.fixed);
  const drawn = new Set(frames().flatMap(spotsIn).flatMap(addressesOf)), pass = handOver(sitting);
  at("bar").replaceChildren(...(pass.length ? pass : bar(sitting)));
  at("bar").dataset.late = late(sitting).join();
  at("act").replaceChildren(...(past ? [] : actions(sitting, drawn)));
  at("act").setAttribute("aria-busy", String(Boolean(sitting.narrowing)));
}

/** List the plans; they stay the same elements while they are the same, so that no click is lost. A click shows
 * a plan, and `Play` plays it. @param {View["plans"]} plans @param {string} fixed The line of the plan that was clicked. */
function renderPlans(plans, fixed) {
  const ink = JSON.stringify(plans), box = at("plans");
  for (const one of at("plan-list").querySelectorAll("[data-plan]")) one.setAttribute("aria-pressed", String(one.dataset.plan === fixed));
  if (box.dataset.ink === ink) return;
  box.dataset.ink = ink;
  box.hidden = !plans.length;
  const lines = plans.map(({ line, text }) =>
    make("li", {}, button(line, text, () => fix(line), { "data-plan": line, "aria-pressed": "false" })));
  at("plan-list").replaceChildren(...lines);
}

/** Show a plan until another choice; the focus goes to what plays it. @param {string} line */
function fix(line) {
  shown?.fix(line);
  /** @type {any} */ (document.querySelector("[data-id=play]"))?.focus({ preventScroll: true });
}

/** Point at the plan under the mouse or the focus. @param {any} event */
const pointAtPlan = (event) => shown?.plan(event.target.closest("[data-plan]")?.dataset.plan ?? "");

/** @param {Sitting} sitting */
function renderTools({ view, as }) {
  if (!view) return;
  for (const one of document.querySelectorAll("[data-seated]")) one.toggleAttribute("hidden", view.seat === null);
  at("undo").setAttribute("aria-disabled", String(Boolean(view.why_no_undo)));
  at("why-undo").textContent = view.why_no_undo && say("no_undo", { why: view.why_no_undo });
  const isDone = view.is_over || view.seat === null;
  for (const id of ["hint", "resign"]) at(id).hidden = isDone;
  for (const id of ["undo", "why-undo"]) at(id).hidden = isDone && Boolean(view.why_no_undo);
  at("move-now").hidden = isDone || view.turn.who !== "bot";
  at("order").hidden = view.seat === null || !view.game.standing_orders.length;
  const order = view.order ? say("order", { name: view.order }) : say("standing_order");
  fill(at("order"), [["", order], ...view.game.standing_orders.map((one) => [one, one])]);
  at("as").hidden = !view.is_over;
  const views = view.names.map((name, seat) => [String(seat), say("as_saw", { name })]);
  fill(at("as"), [["", say("as_i_saw")], ...views.filter((_, seat) => seat !== view.seat)]);
  at("as").value = as;
}

// Keys, focus and notices

const NEXT = ["#bar .play", ".live", "#act .thing"]; // what has the focus if its former place is gone

/** Put the focus back in its place, or on what comes next. @param {string} id @param {Sitting} sitting */
function refocus(id, sitting) {
  const known = [...document.querySelectorAll("[data-id]")].find((one) => one.getAttribute("data-id") === id);
  const isPlace = known?.tagName === "g";
  const isDecided = isPlace && sitting.chosen.length > 0 && sitting.rest.length === 1;
  const isUsable = known && !known.matches(":disabled") && (!isPlace || known.hasAttribute("tabindex"));
  const usual = NEXT.map((one) => document.querySelector(one)).find(Boolean) ?? at("turn");
  /** @type {any} */ const next = isUsable && !isDecided ? known : usual;
  if (next !== document.activeElement) next.focus({ preventScroll: true });
}

/** Return the first place that can be chosen; from the top of the page, Tab goes there. @returns {any} */
const firstLive = () => document.querySelector(".live[tabindex='0']");

/** Do what a key stands for: the first of these that knows it does it. @param {any} event */
function pressed(event) {
  const isDone = skips(event) ?? (entersTable(event) || leads(event) || reactsTo(event) || (isFree(event) && zooms(event))
    || escapes(event) || goesOn(event) || chooses(event));
  if (isDone) event.preventDefault();
}

/** Skip what is told of others, and return whether the key has no other meaning; undefined if nothing is told.
 * @param {any} event @returns {boolean|undefined} */
function skips({ key }) {
  if (!shown?.story.turn || /^(Shift|Control|Alt|Meta)$/.test(key)) return undefined;
  shown.story.skip();
  return key.length !== 1 || key === " ";
}

/** Let Tab go from the top of the page to the first place that can be chosen. @param {any} event */
function entersTable({ key, shiftKey }) {
  const first = key === "Tab" && !shiftKey && document.activeElement === document.body && firstLive();
  if (first) first.focus({ preventScroll: true });
  return Boolean(first);
}

/** @param {any} event */
function escapes({ key }) {
  if (key !== "Escape") return false;
  if (shown?.past) shown.look(null);
  else shown?.back();
  return true;
}

/** Go with an arrow to the next thing or position. @param {any} event */
function goesOn({ key, target }) {
  const thing = target.closest?.("g.spot[role=button], .thing:not(select)");
  const way = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {string} */ (key)] ?? 0;
  if (!thing && way && !target.closest?.("input, select, dialog, .pane")) shown?.lookAt(Number(at("scrubber").value) + way);
  else if (thing && key.startsWith("Arrow")) nearest(thing, key)?.focus();
  else return false;
  return true;
}

/** Choose the place that has the focus. @param {any} event */
function chooses(event) {
  const isChosen = /^(Enter| )$/.test(event.key) && Boolean(event.target.closest?.("g.spot[role=button]"));
  if (isChosen) clicked(event);
  return isChosen;
}

/** @type {Record<string, string>} Lines of a terminal, by key. */
const LETTERS = { n: "n", b: "b", t: "t", T: "tb", m: "m", M: "mb" };

/** Return whether a key is no part of a text or of a shortcut of the browser. @param {any} event */
const isFree = ({ target, ctrlKey, altKey, metaKey }) =>
  !ctrlKey && !altKey && !metaKey && !target.closest?.("input, select, textarea, dialog");

/** Return whether a key leads through the past, and go there. @param {any} event */
function leads(event) {
  const { key } = event;
  if (!shown || !isFree(event) || !(shown.past || shown.view?.is_over)) return false;
  if (key === "x" || key === "X") toMistake(shown, key === "x");
  else if (LETTERS[key]) shown.go(LETTERS[key]);
  else return false;
  return true;
}

/** Return whether a key is a reaction, and say it. @param {any} event */
const reactsTo = (event) => Boolean(shown && isFree(event) && reacts(shown, event.key));

/** Have the match judged, and return the losses. @param {Sitting} sitting */
async function judge(sitting) {
  sitting.losses = await analyse(at("analysis"), sitting.key, (at) => sitting.look(at));
  return sitting.losses;
}

/** Look at the next mistake of the seat that looks, or the one before; a bot judges the match first.
 * @param {Sitting} sitting @param {boolean} isNext */
async function toMistake(sitting, isNext) {
  if (!sitting.view?.is_over) return;
  if (!sitting.losses) openSheet("analysis-sheet");
  const losses = sitting.losses ?? await judge(sitting), seat = Number(sitting.as || (sitting.view.seat ?? 0));
  const own = losses.filter((one) => one.seat === seat).sort((one, other) => one.answer - other.answer);
  const next = beside(own, (sitting.past?.answer ?? -1) + 1, isNext);
  if (next) sitting.go(String(next.answer - 1), [next.sentence, next.why].filter(Boolean));
}

/** Return the mistake after an answer, or before it; beyond the last one it begins again.
 * @template {{answer: number}} T @param {T[]} own @param {number} here @param {boolean} isNext @returns {T|undefined} */
function beside(own, here, isNext) {
  if (isNext) return own.find((one) => one.answer > here) ?? own[0];
  return own.findLast((one) => one.answer < here) ?? own.at(-1);
}

/** Return the thing nearest in the direction of an arrow key.
 * @param {any} from @param {string} key @returns {any} */
function nearest(from, key) {
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const centre = (/** @type {Element} */ one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return /Left|Right/.test(key) ? [x + width / 2, y + height / 2] : [y + height / 2, x + width / 2];
  };
  const [start, side] = centre(from);
  const far = (/** @type {Element} */ one) => {
    const [along, aside] = centre(one), ahead = sign * (along - start);
    return ahead > 1 ? ahead + 2 * Math.abs(aside - side) : Infinity;
  };
  const all = [...document.querySelectorAll(".live, .chosen, #act .thing:enabled, #bar .thing")];
  const things = all.filter((one) => far(one) < Infinity);
  return things.sort((one, other) => far(one) - far(other))[0];
}

/** Choose the place that was clicked; the last one chosen is taken back. @param {any} event */
function clicked(event) {
  const spot = event.target.closest("g.spot[role=button]");
  if (!spot || !shown) return;
  spot.focus({ preventScroll: true });
  const addresses = addressesOf(spot), last = shown.chosen.at(-1)?.at ?? [], { alive } = shown;
  const isSpent = !addresses.some((one) => alive.has(one));
  const isAgain = last.length > 0 && last.every((one) => addresses.includes(one)); // to choose it would change nothing
  const plan = isSpent && addresses.map((one) => shown?.ends.get(one)).find(Boolean);
  if (plan) shown.fix(shown.fixed === plan ? "" : plan);
  else if (isSpent ? addresses.some((one) => last.includes(one)) : isAgain) shown.back();
  else shown.choose({ at: addresses });
}

/** Mark what a line of the log changed, while the mouse or the focus is on it. @param {any} event */
function pointed(event) {
  const place = Number(event.target.closest("li")?.dataset.at ?? -1);
  clearTimeout(pointing);
  if (place >= 0 && /over|focusin/.test(event.type)) pointing = setTimeout(() => shown?.point(place), POINTING_MILLISECONDS);
  else if (shown?.pointed.length) shown.point();
}

/** Show whose turn it is in title and icon, and keep the match on the list of this browser.
 * @param {View} view */
function remember(view) {
  const mine = sittings.some((one) => one.view?.turn.mine), { title } = view.game;
  document.title = `${mine ? `● ${say("your_turn")} – ` : ""}${title} – Parlour`;
  at("icon").href = new URL(mine ? "icon-turn.svg" : "icon.svg", import.meta.url).pathname;
  keepMatch(view, mine);
}

/** Let a control of the page do something.
 * @param {string} id @param {string} kind @param {(sitting: Sitting) => any} act */
function control(id, kind, act) {
  at(id).addEventListener(kind, (/** @type {Event} */ event) => {
    if (kind === "submit") event.preventDefault();
    if (shown) act(shown);
  });
}

/** Let the controls act on the seat on the page. */
function connectControls() {
  const here = (/** @type {Sitting} */ sitting) => (sitting.past ?? sitting.view)?.position ?? 0;
  const stop = () => Number(at("scrubber").value);
  control("typing", "submit", (sitting) => {
    [sitting.typed, at("typed").value] = [at("typed").value, ""];
    sitting.enter(sitting.typed.trim() || sitting.proposal?.text);
    sitting.read("");
  });
  control("typed", "input", (sitting) => sitting.read(at("typed").value));
  control("naming", "submit", (sitting) => sitting.send({ type: "name", name: at("name").value }));
  if (at("webhook")) control("webhook", "submit", (sitting) => sitting.send({ type: "webhook", url: at("webhook-url").value }));
  control("talk", "submit", sayLine);
  control("undo", "click", (sitting) => sitting.enter(sitting.view?.why_no_undo ? "why undo" : "undo"));
  for (const id of ["hint", "resign"]) control(id, "click", (sitting) => sitting.enter(id));
  control("move-now", "click", (sitting) => sitting.enter("/now"));
  control("order", "change", (sitting) => sitting.enter(`order ${at("order").value}`));
  control("scrubber", "input", (sitting) => sitting.lookAt(stop()));
  control("earlier", "click", (sitting) => sitting.lookAt(stop() - 1));
  control("later", "click", (sitting) => sitting.lookAt(stop() + 1));
  control("as", "change", (sitting) => {
    sitting.as = at("as").value;
    sitting.look(here(sitting));
  });
  control("fork", "click", (sitting) => sitting.send({ type: "fork", at: here(sitting), key: hostKey() }));
  control("worth", "click", (sitting) => sitting.enter(`/analyse ${sitting.past?.answer}`));
  control("unfold", "click", () => at("unfold").setAttribute("aria-pressed", String(at("log").classList.toggle("unfolded"))));
  control("pace", "change", () => {
    localStorage.setItem("parlour.pace", at("pace").value);
    for (const one of sittings) one.story.pace = at("pace").value;
  });
  control("record", "click", (sitting) => download(at("shared"), sitting.key));
  control("share", "click", (sitting) => share(at("shared"), sitting.key, Boolean(sitting.view?.is_over), sitting.past?.position));
  control("analyse", "click", judge);
  control("mistake", "click", (sitting) => toMistake(sitting, true));
}

/** Keep a setting in this browser. @param {string} id @param {(isOn: boolean) => any} act */
function keepSetting(id, act) {
  at(id).checked = localStorage.getItem(`parlour.${id}`) === "on";
  at(id).addEventListener("change", () => {
    localStorage.setItem(`parlour.${id}`, at(id).checked ? "on" : "off");
    act(at(id).checked);
  });
}

connectControls();
offerReactions((key) => shown && reacts(shown, key));
at("plans").open = WINDOW.matches;
at("newest").addEventListener("click", () => {
  openSheet("story");
  at("story").scrollIntoView({ block: "center" });
});
keepSetting("sound", (isOn) => isOn && beep());
keepSetting("notices", (isOn) => isOn && window.Notification?.requestPermission());
keepSetting("quick", (isOn) => { for (const one of sittings) one.isQuick = isOn; });
for (const box of [at("panels"), at("choices")]) {
  box.addEventListener("click", clicked);
  for (const kind of ["focusin", "focusout"]) box.addEventListener(kind, showFocus);
}
for (const kind of ["mouseover", "mouseout", "focusin", "focusout"]) at("log").addEventListener(kind, pointed);
// A mouse at rest, under which a plan appears, points at none.
for (const kind of ["pointermove", "focusin"]) at("plans").addEventListener(kind, pointAtPlan);
for (const kind of ["pointerleave", "focusout"]) at("plans").addEventListener(kind, () => shown?.plan(""));
at("panels").addEventListener("toggle", () => shown && render(shown), true);
at("curtain").addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
document.addEventListener("keydown", pressed);
document.addEventListener("click", (event) => {
  if (isSecond(event)) event.stopImmediatePropagation();
}, true);
document.addEventListener("click", (event) => {
  if (!shown?.story.turn) return;
  shown.story.skip();
  if (frames().some((one) => one.contains(event.target))) event.stopPropagation();
}, true);
at("pace").value = localStorage.getItem("parlour.pace")
  ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal");
setInterval(() => shown?.view && !shown.story.turn && tick(shown), THINKING_MILLISECONDS);
addEventListener("hashchange", () => location.reload());
leadToSeat();
sittings = keysInAddress().map((key) => new Sitting(key, { show, seen, isHere, say: report, giveBack, rematch }));
for (const one of sittings) [one.isQuick, one.story.pace] = [at("quick").checked, at("pace").value];
