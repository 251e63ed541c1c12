// The matches that this browser knows: a table keeps its own on the list, and the front page shows them.
// @ts-check

import { address, ask, tableName } from "./here.js";
import { button, make } from "./elements.js";
import { forgetLinks, hostKey, linksOf } from "./host.js";
import { placeless } from "./place.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").TableView} View */
/** @typedef {{table: string, href: string, game?: string, title: string, names: string[], is_over: boolean, mine: boolean,
 *   turn: string, status?: string, position?: number, when?: number}} Known */

const STORED_AS = "parlour.matches"; // the name under which the browser keeps its list
const NOTICED = "?turn"; // the end of the address that a notice opens; service_worker.js writes it
const MAX_MATCHES = 50;
const MIN_FILTERED = 6; // matches; fewer need no filter

/** @returns {Known[]} */
const known = () => JSON.parse(localStorage.getItem(STORED_AS) ?? "[]");

/** @param {Known[]} matches */
const store = (matches) => localStorage.setItem(STORED_AS, JSON.stringify(matches.slice(0, MAX_MATCHES)));

/** Keep the match of this page on the list. @param {View} view @param {boolean} mine Whether it is somebody's turn here. */
export function keepMatch(view, mine) {
  if (document.body.dataset.keys !== undefined) return; // no link leads back to it
  const table = tableName(), all = known(), former = all.find((one) => one.table === table);
  const when = former?.position === view.position ? former?.when : Date.now();
  const href = location.pathname + location.search + placeless();
  const { names, is_over, status, position } = view, { id: game, title } = view.game;
  const own = { table, href, game, title, names, is_over, mine, turn: view.turn.text, status, position, when };
  store([own, ...all.filter((one) => one.table !== table)]);
}

/** Give a page that a notice has opened the address of the seat that this browser has there. */
export function leadToSeat() {
  if (location.search !== NOTICED) return;
  const href = known().find((one) => one.table === tableName())?.href;
  history.replaceState(null, "", href ?? location.pathname);
}

/** Take a match off the list. @param {string} table */
function forget(table) {
  store(known().filter((one) => one.table !== table));
  forgetLinks(table);
}

/** Return a button that acts at its second click; the first asks.
 * @param {string} id @param {string} words @param {string} question @param {() => any} act */
function sure(id, words, question, act) {
  return button(id, words, (/** @type {any} */ event) => {
    if (event.currentTarget.textContent === question) act();
    else event.currentTarget.textContent = question;
  }, { class: "quiet" });
}

/** Ask the server to do something with a match; take it off the list if that is done, else say why not.
 * @param {Known} match @param {string} path @param {string[]} keys One after another. */
async function end({ table }, path, keys) {
  for (const key of keys) {
    const answer = await ask(path, "DELETE", undefined, key);
    const isGone = answer?.ok || answer?.status === 403; // nothing is left to give up
    const fault = isGone ? null : await answer?.json().catch(() => null);
    if (!isGone) return tell(fault?.error ?? say("no_answer"));
  }
  forget(table);
  return showMatches();
}

/** @param {string} words */
const tell = (words) => { /** @type {any} */ (document.querySelector("output.told")).textContent = words; };

/** Return the button that deletes a match from the server.
 * @param {Known} match @param {string} key Of its host. @param {() => void} [then] */
export function deletion(match, key, then) {
  const act = async () => {
    await end(match, `/t/${match.table}`, [key]);
    then?.();
  };
  return sure(`delete ${match.table}`, say("delete"), say("delete_sure"), act);
}

/** Return the buttons that give up one's seats, and that delete the match if it is one's own. @param {Known} match */
function endings(match) {
  const keys = match.href.split("#")[1]?.split(",").filter((one) => one && one !== hostKey()) ?? [];
  const leave = () => end(match, `/t/${match.table}/seat`, match.is_over ? [] : keys);
  const own = linksOf(match.table).host?.split("#")[1];
  return [
    sure(`leave ${match.table}`, say("leave"), say(match.is_over || !keys.length ? "leave_over" : "leave_sure"), leave),
    own && deletion(match, own),
  ];
}

/** Return the language of dates: of this page, as this browser's country writes it. */
const language = () => navigator.languages.find((one) => one.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;

/** Return the line of a match. @param {Known} match */
function lineOf(match) {
  const { href, game, title, names, is_over, mine, turn, status, when } = match, { host } = linksOf(match.table);
  const state = make("b", { class: mine ? "mine" : "" }, is_over ? say("over") : mine ? say("turn") : turn);
  const told = [when && new Date(when).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" }), status];
  return make("li", { "data-table": match.table },
    game && make("img", { src: address(`/games/${game}/picture.svg`), alt: "", loading: "lazy" }),
    make("div", {},
      make("p", {}, make("a", { href }, title), `: ${names.join(", ")} – `, state),
      make("p", {}, make("small", {}, told.filter(Boolean).join(" · ")))),
    make("p", { class: "row" },
      host && !is_over && make("a", { href: address(host) }, say("host_it")),
      ...(document.body.dataset.line === "server" ? endings(match) : [])));
}

/** Return the matches that somebody wants to see: those whose turn has come first, and those that are over last.
 * @param {string} text @param {string} which */
function wanted(text, which) {
  const isShown = (/** @type {Known} */ one) =>
    `${one.title} ${one.names.join(" ")}`.toLocaleLowerCase().includes(text.toLocaleLowerCase())
    && (which === "" || which === (one.is_over ? "over" : one.mine ? "mine" : "on"));
  const rank = (/** @type {Known} */ one) => 2 * Number(one.is_over) - Number(one.mine);
  return known().filter(isShown).sort((one, other) => rank(one) - rank(other) || (other.when ?? 0) - (one.when ?? 0));
}

/** Show the list on the front page. */
export function showMatches() {
  /** @param {string} id @returns {any} */
  const at = (id) => document.getElementById(id);
  at("mine").hidden = !known().length;
  at("filter").hidden = known().length < MIN_FILTERED;
  const shown = wanted(at("filter-text").value, at("filter-which").value);
  at("mine").querySelector("ul").replaceChildren(...shown.map(lineOf));
  at("filter").oninput = showMatches;
}
