// The front page: it asks for a table with these seats, and lists the matches of this browser.
// @ts-check

import { make } from "./elements.js";
import { address, ask } from "./here.js";
import { hostKey, keysInAddress } from "./host.js";
import { deletion, showMatches } from "./matches.js";
import { order } from "./ordering.js";
import { unpackedText } from "./packing.js";
import { say } from "./words.js";

const MAX_RECORD_BYTES = 2000000; // of a record in a link
const HOUSE_MILLISECONDS = 10000; // until the host's page asks again what is used

/** @param {string} chosen @param {ParentNode} [root] @returns {any} */
const find = (chosen, root = document) => root.querySelector(chosen);
const places = find("#places");
const kept = { name: localStorage.getItem("parlour.name"), level: localStorage.getItem("parlour.level") };

/** @returns {any} The radio button of the game that is chosen. */
const game = () => find("input[name=game]:checked");
const allowed = () => game().dataset.seats.split(" ").map(Number);

/** Add a seat; the first is mine, the others are bots. */
function addPlace() {
  const place = find("#place").content.cloneNode(true).firstElementChild;
  find(".number", place).textContent = String(places.children.length + 1);
  find(".who", place).value = places.children.length ? "bot" : "me";
  find(".who", place).addEventListener("change", () => fit());
  places.append(place);
}

/** Show what belongs to the game and the seats that are chosen. */
function fit() {
  const seats = allowed();
  while (places.children.length < seats[0]) addPlace();
  while (places.children.length > seats[seats.length - 1]) places.lastElementChild.remove();
  for (const one of document.querySelectorAll(".options"))
    /** @type {any} */ (one).hidden = /** @type {any} */ (one).dataset.game !== game().value;
  find("#fewer").disabled = !seats.includes(places.children.length - 1);
  find("#more").disabled = !seats.includes(places.children.length + 1);
  for (const place of places.children) {
    const who = find(".who", place).value;
    find(".named", place).hidden = who === "bot";
    for (const one of place.querySelectorAll(".levelled, .spelt")) one.hidden = who !== "bot";
  }
}

/** @param {any} place */
function seatOf(place) {
  const who = find(".who", place).value, name = find(".name", place).value.trim();
  const spec = find(".spec", place)?.value.trim();
  if (who === "bot") return spec ? { who, spec } : { who, level: find(".level", place).value };
  return name ? { who, name } : { who };
}

/** @param {Event} event */
function begin(event) {
  event.preventDefault();
  const own = `.options[data-game="${CSS.escape(game().value)}"] [data-option]`;
  /** @type {any[]} */ const all = [...document.querySelectorAll(own)];
  const chosen = all.filter((one) => one.value !== one.dataset.default);
  const options = Object.fromEntries(chosen.map((one) => [one.dataset.option, one.value]));
  keepSettings();
  const seats = [...places.children].map(seatOf);
  const advice = find("#advice").value, talk = find("#talk")?.checked ?? true;
  const minutes = Number(find("#minutes")?.value ?? 0);
  return order({ game: game().value, options, seats, advice, talk, minutes, waits: seats.some((one) => one.who === "friend") });
}

/** Order a table for me and bots that play well, as few as can play. @param {DOMStringMap} chosen */
function playNow({ play, seats }) {
  const name = find(".name", places).value.trim(), bots = Array(Number(seats) - 1).fill({ who: "bot", level: "medium" });
  return order({ game: play, seats: [name ? { who: "me", name } : { who: "me" }, ...bots] });
}

/** Keep the name and the level in this browser for the next match. */
function keepSettings() {
  const seats = [...places.children].map(seatOf), me = seats.find((one) => one.who === "me");
  const level = seats.find((one) => one.level)?.level;
  if (me) localStorage.setItem("parlour.name", me.name ?? "");
  if (level) localStorage.setItem("parlour.level", level);
}

/** Fill in the name and the level that this browser keeps; else those of the host's settings.
 * @param {{name: string, level: string}} [usual] */
function proposeSettings(usual) {
  const name = kept.name ?? usual?.name ?? "", level = kept.level ?? usual?.level;
  find(".name", places).value ||= name;
  for (const list of places.querySelectorAll(".level")) list.value = level ?? list.value;
}

/** Ask what the holder of the key in this browser may do here. @returns {Promise<any>} */
async function askHouse() {
  const answer = await ask("/house", "GET", undefined, hostKey());
  return answer?.json().catch(() => null);
}

/** Show what the holder of the key in this browser may do here. */
async function welcome() {
  const house = await askHouse();
  const mayCreate = Boolean(house?.may_create);
  find("#guest").hidden = !house || mayCreate;
  find("#start").hidden = !house;
  for (const one of document.querySelectorAll("[data-creates]")) one.toggleAttribute("hidden", !mayCreate);
  find("#replay").hidden = !mayCreate || isOwner;
  proposeSettings(house);
  renderHouse(house);
  find("#folder").hidden = !house?.matches.length;
  find("#folder ul").replaceChildren(...(house?.matches ?? []).map(matchLine));
}

/** Show the host how much is used, and what was declined. @param {any} house */
function renderHouse(house) {
  find("#house").hidden = !house?.is_host;
  const uses = (house?.uses ?? []).map((/** @type {any} */ one) =>
    one.used < one.limit ? say("use", one) : `${say("use", one)} (${one.why})`);
  find("#uses").textContent = uses.join(" · ");
  find("#no-notes").hidden = Boolean(house?.notes.length);
  find("#house ul").replaceChildren(...(house?.notes ?? []).map((/** @type {any} */ note) =>
    make("li", {}, say("note", { ...note, when: new Date(note.when * 1000).toLocaleTimeString() }))));
}

/** @param {{name: string, title: string, players: string[], when: string, is_over: boolean}} match */
function matchLine({ name, title, players, when, is_over }) {
  const href = address(`/t/${name}`), state = `${when}${is_over ? `, ${say("over")}` : ""}`;
  const match = { table: name, href, title, names: players, is_over, mine: false, turn: "" };
  return make("li", {}, make("a", { href }, title), `: ${players.join(", ")} `, make("small", {}, state), " ", deletion(match, hostKey(), welcome));
}

/** Lay the table of a record, and go there. @param {string|null} record */
async function stepThrough(record) {
  find("#told").textContent = say(record ? "one_moment" : "no_replay");
  const answer = record && await ask("/replays", "POST", record, hostKey());
  const made = answer && await answer.json().catch(() => null);
  if (record) find("#told").textContent = made?.table ? "" : made?.error ?? say("no_answer");
  if (made?.table) location.replace(address(`/t/${made.table}`));
}

const isOwner = document.body.dataset.line !== "server"; // of the matches, which this browser keeps

if (location.hash.startsWith("#source=")) {
  if (isOwner) location.replace(address("/game") + location.hash);
  else find("#told").textContent = say("no_source");
}
const inLink = /^#record=([\w-]*)/.exec(location.hash)?.[1];
if (inLink === undefined) keysInAddress();
else unpackedText(inLink, MAX_RECORD_BYTES).then(stepThrough);
showMatches();
find("#start").addEventListener("submit", begin);
for (const one of /** @type {any} */ (document.querySelectorAll("[data-play]")))
  one.addEventListener("click", () => playNow(one.dataset));
find("#start").addEventListener("change", fit);
find("#more").addEventListener("click", () => { addPlace(); fit(); });
find("#fewer").addEventListener("click", () => { places.lastElementChild.remove(); fit(); });
find("#record-file").addEventListener("change", async (/** @type {any} */ event) => stepThrough(await event.target.files[0]?.text()));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const [dropped] = event.dataTransfer?.files ?? [];
  if (dropped) stepThrough(await dropped.text());
});
addEventListener("hashchange", () => location.reload());
fit();
welcome();
const isHostLooking = () => !find("#house").hidden && !document.hidden;
setInterval(async () => isHostLooking() && renderHouse(await askHouse()), HOUSE_MILLISECONDS);
