// The controls of a seat: its move in the making, and the parts of moves that no picture shows.
// No game is in here: a move has fields with texts, and those that are numbers get a stepper.
// @ts-check

import { sittingIn } from "./company.js";
import { openSheet } from "./drawer.js";
import { button, fill, make } from "./elements.js";
import { address } from "./here.js";
import { hostKey, mayCreate } from "./host.js";
import { markdown } from "./markdown.js";
import { liveAmong, parted, remaining, valuesOf } from "./sitting.js";
import { own, say } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/** @typedef {import("./sitting.js").Move} Move */

const MAX_BUTTONS = 12; // if there are more moves or values, they are a list

/** Return the choices: parts of moves that are not drawn, and what is said of the move in the making.
 * @param {Sitting} sitting @param {Set<string>} drawn The addresses of places on the table.
 * @returns {any[]} */
export function actions(sitting, drawn) {
  if (sitting.planned && !sitting.question) return noted(sitting);
  const parts = [...replied(sitting), ...ahead(sitting), ...rematch(sitting)];
  return sitting.question ? parts : [...parts, ...noted(sitting), ...offered(sitting, drawn), ...offersOf(sitting)];
}

/** Return the buttons of the bar: what plays a move or answers a question, and what takes back or returns.
 * @param {Sitting} sitting @returns {any[]} */
export function bar(sitting) {
  if (sitting.isBack) return [button("now", say("to_now"), () => sitting.look(null, ""), { class: "play thing" })];
  if (sitting.past) return []; // while others' moves are told
  if (sitting.view?.is_over) return [...rematchButton(sitting), toAnalysis()];
  if (!sitting.question) return [...making(sitting), ...sittingIn(sitting)];
  const answer = (/** @type {string} */ one, look = "thing") => button(one, say(one), () => sitting.reassure(one), { class: look });
  return [answer("yes", "play thing"), answer("no")];
}

/** Return what is typed ahead, with a button that drops it. @param {Sitting} sitting */
function ahead(sitting) {
  const { ahead: kept, turn } = sitting.view ?? {};
  if (!kept) return turn?.mine || sitting.view?.is_over || sitting.view?.seat === null ? [] : [make("p", { class: "gloss" }, say("ahead"))];
  const drop = button("drop", say("drop"), () => sitting.enter("undo"));
  return [make("p", { class: "row" }, `${say("kept")} `, make("b", {}, kept), drop)];
}

/** Return the button that plays the move in the making, and the button that takes the last choice back.
 * @param {Sitting} sitting */
function making(sitting) {
  const { chosen, proposal, preview, planned } = sitting;
  const back = (planned || chosen.length > 0) && button("back", [`${say("back")} `, make("kbd", {}, "Esc")], () => sitting.back());
  const line = planned || proposal?.text, look = preview?.why_not ? "play final thing" : "play thing";
  if (line) {
    const words = make("b", {}, planned || !proposal ? own(line) : ownMove(proposal));
    return [button("play", [`${say("play")} `, words], () => sitting.enter(line), { class: look }), back].filter(Boolean);
  }
  const made = own(chosen.map((step) => parted(step.at[0])[1]).join(" · "));
  return back ? [make("b", { class: "made" }, `${made} …`), back] : [];
}

/** Return what is said of the move in the making or of the plan that is shown. @param {Sitting} sitting */
function noted({ planned, proposal, preview, foresight }) {
  const note = (/** @type {any} */ words, look = "gloss") => make("p", { class: look }, words);
  const foreseen = preview?.notes?.[0] || say("foreseen"), why = preview?.why_not;
  if (planned) return [note(why || foreseen)];
  if (!proposal) return [];
  return [note(proposal.gloss), why ? note(why, "final") : foresight && note(foreseen)].filter(Boolean);
}

/** Return the answer to the line that was entered, notes and the result. @param {Sitting} sitting */
function replied({ view, reply }) {
  const parts = (view?.notes ?? []).map((line) => make("p", { class: "gloss" }, line));
  parts.push(...answered(view, reply));
  if (reply?.rematch) parts.push(make("a", { href: reply.rematch, class: "play" }, say("sit_there")));
  parts.push(...(view?.result ?? []).map((line) => make("p", { class: "result" }, line)));
  return parts;
}

/** Return the lines of the answer, and the link to the rule behind it.
 * @param {Sitting["view"]} view @param {Sitting["reply"]} reply */
function answered(view, reply) {
  if (!reply) return [];
  const { lines = [], refused, rule, show } = reply, look = { class: refused ? "refused" : "reply" };
  const isKept = (/** @type {string} */ line) => view?.ahead && !refused && line.includes(view.ahead);
  const parts = show === "markdown" ? [markdown(lines)]
    : lines.filter((line) => !isKept(line)).map((line) => make("p", look, line)); // what is kept stands below
  const link = rule && address(`/games/${view?.game.id}/rules#r${rule}`);
  if (link) parts.push(make("a", { href: link, target: "_blank" }, say("rule", { rule })));
  return parts;
}

/** Return who wishes a rematch, in sentences. @param {import("../messages.js").TableView} view @param {number[]} seats */
function wishes({ seat, names }, seats) {
  const others = seats.filter((one) => one !== seat).map((one) => names[one]).join(", ");
  return [others && say("wish", { names: others }), seats.includes(seat ?? -1) && say("wished")].filter(Boolean);
}

/** Return the button that leads to the analysis. */
function toAnalysis() {
  const tab = document.querySelector("[aria-controls=analysis-sheet]");
  return button("to-analysis", tab?.textContent, () => {
    openSheet("analysis-sheet");
    tab?.scrollIntoView({ block: "center" });
  });
}

/** Return what is said of a rematch. @param {Sitting} sitting */
function rematch({ view, reply, wish }) {
  if (!view?.is_over || reply?.rematch) return [];
  return wishes(view, wish.seats).map((words) => make("p", { class: "gloss" }, words));
}

/** Return the button that lays a rematch, wishes it or leads to it. @param {Sitting} sitting */
function rematchButton(sitting) {
  const { view, reply, wish } = sitting, isWatching = view?.seat === null;
  const mayLay = Boolean(isWatching ? hostKey() : mayCreate());
  if (reply?.rematch || wish.seats.includes(view?.seat ?? -1) || (isWatching && !mayLay)) return [];
  const ask = () => {
    sitting.asksRematch = true;
    sitting.send({ type: "rematch", key: hostKey() });
  };
  const words = say(wish.is_laid ? "rematch_there" : mayLay ? "rematch_button" : "wish_button");
  return [button("rematch", words, ask, { class: "play thing" })];
}

/** Return controls for the parts of moves that have no place on the table.
 * @param {Sitting} sitting @param {Set<string>} drawn @returns {any[]} */
function offered(sitting, drawn) {
  if (sitting.live.length) return offeredOfMany(sitting, drawn);
  const { chosen } = sitting;
  const base = chosen.length ? remaining(sitting.moves, chosen.filter((step) => !step.field)) : sitting.demanded;
  const alive = liveAmong(base, sitting.chosen.length > 0);
  const isDrawn = (/** @type {Move} */ move) => move.at.some((one) => alive.has(one) && drawn.has(one));
  const hidden = base.length < 2 ? [] : base.filter((move) => !isDrawn(move));
  const forms = [...new Set(hidden.map((move) => move.form))];
  const names = openFields(hidden);
  const steps = names.length > 1 && names.some((name) => isNumeric(valuesOf(hidden, name)));
  if (forms.length === 1 && (steps || hidden.length > MAX_BUTTONS)) {
    return names.map((name) => {
      const others = sitting.chosen.filter((step) => step.field && step.field !== name);
      return fieldControl(sitting, name, valuesOf(remaining(hidden, others), name));
    });
  }
  const groups = hidden.length > MAX_BUTTONS
    ? forms.map((form) => hidden.filter((move) => move.form === form))
    : hidden.map((move) => [move]);
  return groups.length ? [make("div", { class: "row" }, ...groups.map((moves) => choice(sitting, moves)))] : [];
}

/** Return a button for each form of the offers, which can be made at any time.
 * @param {Sitting} sitting @returns {any[]} */
function offersOf(sitting) {
  const offers = sitting.chosen.length ? [] : sitting.moves.filter((move) => move.offer);
  const forms = [...new Set(offers.map((move) => move.form))];
  const buttons = forms.map((form) => choice(sitting, offers.filter((move) => move.form === form), "thing quiet"));
  return buttons.length ? [make("div", { class: "row" }, ...buttons)] : [];
}

/** Return the names of the fields in which moves differ. @param {Move[]} moves */
function openFields(moves) {
  const names = new Set(moves.flatMap((move) => move.at.map((one) => parted(one)[0])));
  return [...names].filter((name) => name !== "move" && name !== "form" && valuesOf(moves, name).length > 1);
}

/** Return controls for the addresses of moves if the server has sent too few of them; a form whose parts are drawn
 * has none, nor has the lack of a part whose values are drawn. @param {Sitting} sitting @param {Set<string>} drawn */
function offeredOfMany(sitting, drawn) {
  const seen = new Set(sitting.live.filter((one) => drawn.has(one)).map((one) => parted(one)[0].toUpperCase()));
  const pairs = sitting.live.filter((one) => !drawn.has(one)).map(parted)
    .filter(([name, value]) => value || !seen.has(name.toUpperCase()));
  const isOffer = (/** @type {string} */ form) => sitting.offers.includes(`form=${form}`);
  const isDrawn = (/** @type {string} */ form) => !isOffer(form) && (form.match(/\b[A-Z]+\b/g) ?? []).some((part) => seen.has(part));
  const forms = pairs.filter(([name, form]) => name === "form" && !isDrawn(form)).map(([, form]) => form);
  const buttons = forms.map((form) => button(`form=${form}`, own(/[A-Z]/.test(form) ? verb(form) : form),
    () => sitting.choose({ at: [`form=${form}`] }), { class: isOffer(form) ? "thing quiet" : "thing" }));
  const names = [...new Set(pairs.map(([name]) => name))].filter((name) => name !== "form");
  const values = (/** @type {string} */ name) => pairs.filter(([one]) => one === name).map(([, value]) => value);
  return [make("div", { class: "row" }, ...buttons), ...names.map((name) => fieldControl(sitting, name, values(name)))];
}

/** Return the words of a form, without its parts. @param {string} form */
const verb = (form) => `${form.replace(/\[.*?\]| [A-Z]+\b/g, "").toLowerCase()} …`;

/** Return a button for a move, or for the form of several.
 * @param {Sitting} sitting @param {Move[]} moves @param {string} [look] Its classes. */
function choice(sitting, [move, ...others], look = "thing") {
  const address = others.length ? `form=${move.form}` : `move=${move.text}`;
  const words = others.length ? own(verb(move.form)) : ownMove(move);
  const isAlike = others.every((other) => other.gloss === move.gloss);
  const note = (move.offer && isAlike) || !others.length ? move.gloss?.split(";")[0] : say("moves", { number: others.length + 1 });
  return button(address, [words, note && make("small", {}, note)], () => sitting.choose({ at: [address] }), { class: look });
}

/** Return a move as the reader types it. @param {Move} move */
const ownMove = (move) => move.label ?? own(move.text);

/** @param {string[]} values */
const isNumeric = (values) => values.length > 2 && values.every((one) => /^\d+( |$)/.test(one));

/** Return a stepper, a list or a row of buttons for the values of a field.
 * @param {Sitting} sitting @param {string} name @param {string[]} values */
function fieldControl(sitting, name, values) {
  const now = sitting.chosen.map((step) => parted(step.at[0])).find(([one]) => one === name)?.[1];
  const choose = (/** @type {string} */ value) => sitting.choose({ at: [`${name}=${value}`], field: name });
  const given = { class: "stepper", role: "group", "aria-label": own(name) }, heading = make("span", {}, own(name));
  const seats = sitting.view?.moves.seats ?? [];
  const worded = (/** @type {string} */ value) => (seats.includes(name) ? sitting.view?.names[Number(value)] : own(value)) || say("nothing");
  if (isNumeric(values) && !seats.includes(name)) return make("p", given, heading, ...stepper(name, values, now, choose));
  if (values.length > MAX_BUTTONS) {
    const change = () => choose(list.value);
    const list = make("select", { class: "thing", "data-id": `list ${name}`, "aria-label": own(name), change });
    fill(list, [["", `${own(name)} …`], ...values.map((one) => [one, worded(one)])]);
    list.value = now ?? "";
    return make("p", given, list);
  }
  return make("p", given, heading, ...values.map((one) =>
    button(`${name}=${one}`, worded(one), () => choose(one), { "aria-pressed": String(one === now) })));
}

/** Return the parts of a stepper. @param {string} name @param {string[]} values @param {string|undefined} now
 * @param {(value: string) => void} choose */
function stepper(name, values, now, choose) {
  const sorted = values.sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
  const place = sorted.indexOf(now ?? "");
  const step = (/** @type {number} */ to, /** @type {string} */ sign, /** @type {string} */ word) => button(`${word} ${name}`, sign, () => choose(sorted[to]),
    { "aria-label": `${word} ${own(name)}`, disabled: to < 0 || to >= sorted.length });
  return [step(place - 1, "−", say("fewer")), make("output", {}, own(now ?? "…")), step(place + 1, "+", say("more"))];
}
