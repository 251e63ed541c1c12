// The page of a table's host: the links of all seats, who has come, and what the host decides.
// @ts-check

import { make } from "./elements.js";
import * as here from "./here.js";
import { hostKey, keepLinks, linksOf, mayCreate } from "./host.js";
import { handOn } from "./links.js";
import { goTo } from "./ordering.js";
import { say } from "./words.js";

const ASK_MILLISECONDS = 2000; // until the page asks again who is there
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const table = here.tableName();
const key = location.hash.slice(1);

/** Ask the server something as the host. @param {string} path @param {string} [method] @param {any} [body] */
async function ask(path, method = "GET", body = undefined) {
  const answer = await here.ask(`/t/${table}/${path}`, method, body, key);
  const found = await answer?.json().catch(() => null);
  if (answer?.status === 403) clearInterval(asking);
  at("fault").textContent = answer?.ok ? "" : found?.error ?? say("no_answer");
  return answer?.ok ? found : null;
}

/** Draw the QR code of a link. @param {string} url */
async function code(url) {
  const found = await ask("code", "POST", url);
  if (!found) return "";
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", `0 0 ${found.size} ${found.size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("code_label"));
  path.setAttribute("d", found.path);
  svg.append(path);
  return svg;
}

/** Return the controls of a link. @param {string} url @param {string} whose */
function linkRow(url, whose) {
  const drawn = make("div", { class: "code" });
  const click = (/** @type {(button: any) => any} */ act) => ({ type: "button", click: (/** @type {any} */ event) => act(event.currentTarget) });
  const show = async () => drawn.replaceChildren(...(drawn.firstChild ? [] : [await code(url)]));
  const row = [...handOn(url, say("link_for", { name: whose })), make("button", click(show), say("code"))];
  return make("div", {}, make("p", { class: "row" }, ...row), drawn);
}

/** Return where the person of a seat is. @param {any} one */
const presence = ({ has_link, pages, is_away }) => say(is_away ? "bot_here" : pages ? "is_here" : has_link ? "not_come" : "is_out");

/** Return the line of a seat. @param {any} one */
function seatLine(one) {
  const { seat, name, is_bot, has_link } = one, state = is_bot ? say("bot") : presence(one);
  const head = make("p", {}, make("span", { class: `chip seat-${seat % 6}` }, String(seat + 1)), " ",
    make("b", {}, name), " ", make("small", { class: "presence" }, state));
  const line = make("li", { "data-seat": String(seat) }, head);
  if (is_bot) return line;
  if (linksOf(table).mine?.includes(linksOf(table)[seat]?.split("#")[1])) {
    line.append(make("p", { class: "gloss" }, say("own_seat")));
    return line;
  }
  const url = has_link && linksOf(table)[seat];
  if (url) line.append(linkRow(url, name));
  const renew = async () => {
    const made = await ask(`seats/${seat}/key`, "POST");
    if (made) keepLinks(table, { [seat]: made.url });
    drawn = "";
    await show();
  };
  const sendAway = async () => {
    await ask(`seats/${seat}/key`, "DELETE");
    await show();
  };
  line.append(make("p", { class: "row" },
    make("button", { type: "button", click: renew }, say(has_link ? "renew" : "new_link")),
    has_link && make("button", { type: "button", click: sendAway }, say("send_away", { name }))));
  return line;
}

/** Show who wishes a rematch, and its button. @param {any} now */
function showRematch({ may_play_again: may, wishes }) {
  at("rematch").hidden = !may || !mayCreate();
  at("wishes").textContent = may && wishes.length ? say("wish", { names: wishes.join(", ") }) : "";
}

/** Show the time for a move, unless the host is about to change it. @param {any} now @param {number} people */
function showPace({ is_over: isOver, minutes }, people) {
  at("pace").hidden = isOver || people < 2;
  if (document.activeElement === at("minutes")) return;
  at("minutes").value = String(minutes);
  if (at("minutes").value !== String(minutes)) at("minutes").append(new Option(`${minutes} min`, String(minutes), true, true));
}

let drawn = ""; // what the list of seats was made from

/** Show the table as it is now. @param {any} [given] */
async function show(given) {
  const now = given ?? await ask("people");
  at("state").hidden = !now;
  if (!now) return;
  const people = now.seats.filter((/** @type {any} */ one) => !one.is_bot), missing = people.filter((/** @type {any} */ one) => !one.pages);
  const come = say("come", { here: people.length - missing.length, all: people.length });
  /** @type {Record<string, string>} */ const states = { start: "waits", pause: "paused", end: "ended" };
  at("state").textContent = say(now.is_over ? "match_over" : states[now.held] ?? "match_on", { come });
  at("begin").hidden = now.is_over || now.held !== "start";
  at("pause").hidden = now.is_over || Boolean(now.held);
  at("go-on").hidden = now.is_over || !["pause", "end"].includes(now.held);
  at("end").hidden = now.is_over || now.held === "end";
  showRematch(now);
  showPace(now, people.length);
  at("no-talk").hidden = now.talk !== true;
  at("let-talk").hidden = now.talk !== false;
  at("watching").hidden = !now.watched;
  at("spectators").textContent = say("watching", { n: now.spectators });
  const ink = JSON.stringify(now.seats.map((/** @type {any} */ one) => ({ ...one, pages: 0 })));
  if (ink !== drawn) {
    drawn = ink;
    at("people").replaceChildren(...now.seats.map(seatLine));
    at("spectators-link").replaceChildren(linkRow(location.href.split("#")[0].replace(/\/host$/, ""), say("spectators")));
  }
  for (const one of people) {
    const line = at("people").querySelector(`[data-seat="${one.seat}"]`);
    line.querySelector(".presence").textContent = presence(one);
    line.classList.toggle("here", one.pages > 0);
  }
}

/** Have the server hold the match, or let it go on. @param {string|null} held */
const hold = async (held) => show(await ask("hold", "POST", JSON.stringify({ held })));

/** Have the server let people talk at this table, or nobody. @param {boolean} talk */
const letTalk = async (talk) => show(await ask("talk", "POST", JSON.stringify({ talk })));

/** Lay the table of a rematch, or go to it: the people of this match have a seat there. */
async function playAgain() {
  const keys = linksOf(table).mine?.split("#")[1]?.split(",") ?? [];
  const made = await ask("rematch", "POST", JSON.stringify({ key: hostKey(), own: keys }));
  if (made) goTo(made.table, made.links);
}

const own = linksOf(table).mine;
at("rematch").textContent = say("rematch_button");
at("rematch").addEventListener("click", playAgain);
at("sit").hidden = !own;
if (own) at("sit").href = own;
at("only-here").hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
at("no-talk").addEventListener("click", () => letTalk(false));
at("let-talk").addEventListener("click", () => letTalk(true));
at("minutes").addEventListener("change", async () =>
  show(await ask("minutes", "POST", JSON.stringify({ minutes: Number(at("minutes").value) }))));
at("begin").addEventListener("click", () => hold(null));
at("pause").addEventListener("click", () => hold("pause"));
at("go-on").addEventListener("click", () => hold(null));
at("end").addEventListener("click", (/** @type {any} */ event) => {
  const question = say("end_it");
  if (event.currentTarget.textContent !== question) event.currentTarget.textContent = question;
  else hold("end");
});
const asking = setInterval(() => !document.hidden && show(), ASK_MILLISECONDS);
show();
