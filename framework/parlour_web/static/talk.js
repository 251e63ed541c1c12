// Talk: what people say in the room of this page, and who of them is muted here.
// @ts-check

import { button, make } from "./elements.js";
import { tableName } from "./here.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").HeardLine} HeardLine */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @typedef {NonNullable<import("../messages.js").SayRequest["reaction"]>} Reaction */

/** @type {Record<string, string>} The sign of each reaction. */
const SIGNS = { cheer: "★", laugh: "😄", wow: "😮", sad: "😢", doubt: "😕", thanks: "♥" };
/** @type {Record<string, string>} The words of each reaction. */
const WORDS = { cheer: say("cheer"), laugh: say("laugh"), wow: say("wow"), sad: say("sad"), doubt: say("doubt"), thanks: say("thanks") };
const REACTIONS = /** @type {Reaction[]} */ (Object.keys(SIGNS));

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

// Who is muted

/** Return the name under which the browser keeps who is muted at this table. */
const storedAs = () => `parlour.muted.${tableName()}`;

/** Return who is muted here. @returns {string[]} */
const muted = () => JSON.parse(localStorage.getItem(storedAs()) ?? "[]");

/** Return a word for the person who said a line: ``seat 1``, ``guest 3``. @param {HeardLine} line */
const voiceOf = ({ seat, guest }) => (Number.isInteger(seat) ? `seat ${seat}` : `guest ${guest}`);

/** Mute somebody, or hear them again. @param {Sitting} sitting @param {string} voice @param {boolean} isMuted */
function mute(sitting, voice, isMuted) {
  const others = muted().filter((one) => one !== voice);
  localStorage.setItem(storedAs(), JSON.stringify(isMuted ? [...others, voice] : others));
  sitting.page.show(sitting);
}

// The lines

/** Return the name of the person who said a line. @param {Sitting} sitting @param {HeardLine} line @returns {string} */
const nameOf = ({ view }, { seat, guest, name }) =>
  name || (Number.isInteger(seat) ? view?.names[Number(seat)] ?? "?" : say("spectator", { n: guest }));

/** Return what a line says. @param {HeardLine} line @returns {string} */
const wordsOf = ({ text, reaction }) => (reaction ? `${SIGNS[reaction]} ${WORDS[reaction]}` : text ?? "");

/** Return the lines that are heard here; somebody who is muted has one that says so, in place of the last.
 * @param {Sitting} sitting @returns {{text: string, at: number, who: string, voice: string, seat: number|null|undefined, isMuted: boolean}[]} */
export function heard(sitting) {
  const silent = new Set(muted()), { lines } = sitting.talk;
  const last = new Map(lines.map((line, place) => [voiceOf(line), place]));
  const isShown = (/** @type {HeardLine} */ line, /** @type {number} */ place) => !silent.has(voiceOf(line)) || last.get(voiceOf(line)) === place;
  return lines.filter(isShown).map((line) => {
    const voice = voiceOf(line), isMuted = silent.has(voice), who = nameOf(sitting, line);
    return { text: isMuted ? say("muted", { name: who }) : wordsOf(line), at: line.at, who, voice, seat: line.seat, isMuted };
  });
}

/** Return the line of the stream for what somebody said. @param {Sitting} sitting @param {ReturnType<typeof heard>[number]} said */
export function saidLine(sitting, { text, who, voice, seat, isMuted }) {
  const isOwn = Number.isInteger(seat) && seat === sitting.view?.seat;
  const chip = Number.isInteger(seat) && make("span", { class: `chip seat-${Number(seat) % 6}` }, sitting.view?.signs[Number(seat)] ?? String(Number(seat) + 1));
  const change = button(`mute ${voice}`, say(isMuted ? "unmute" : "mute", { name: who }), () => mute(sitting, voice, !isMuted));
  const name = make("b", {}, who);
  const head = isOwn ? make("span", { class: "who" }, chip, name) : make("details", { class: "who" }, make("summary", {}, chip, name), change);
  return make("li", { class: isMuted ? "said muted" : "said" }, head, " ", make("span", { class: "words" }, text));
}

// Saying something

/** Show whether one may talk here, and why a line was not said. @param {Sitting} sitting */
export function renderTalk({ talk }) {
  const { may, why, lines } = talk, story = at("story");
  at("talk").hidden = !may;
  at("why-not-said").textContent = why;
  if (!story.hidden) at("tabs").dataset.heard = String(lines.length);
  const tab = at("tabs").querySelector("[aria-controls=story]");
  tab.classList.toggle("unread", story.hidden && lines.length > Number(at("tabs").dataset.heard ?? 0));
}

/** Say a line. @param {Sitting} sitting */
export function sayLine(sitting) {
  const field = at("say"), text = field.value.trim();
  if (text && sitting.send({ type: "say", text })) field.value = "";
}

/** React by a key, and return whether it was one. @param {Sitting} sitting @param {string} key */
export function reacts(sitting, key) {
  const reaction = REACTIONS[Number(key) - 1];
  if (!reaction || !sitting.talk.may) return false;
  return sitting.send({ type: "say", reaction });
}

/** Make the buttons of the reactions. @param {(key: string) => any} react */
export function offerReactions(react) {
  at("reactions").replaceChildren(...REACTIONS.map((one, place) => {
    const key = String(place + 1), click = () => react(key);
    const title = `${WORDS[one]} (${key})`;
    return make("button", { type: "button", "data-id": `react ${one}`, "aria-label": title, title, click }, SIGNS[one]);
  }));
}
