// What is this? A right click or a long press on the table names the piece or the place there, and its rule.
// @ts-check

import { make } from "./elements.js";
import { address } from "./here.js";
import { addressesOf, spotsIn } from "./picture.js";
import { say } from "./words.js";

const PRESS_MILLISECONDS = 500; // that a finger rests on a piece

const panels = /** @type {any} */ (document.getElementById("panels"));
const note = make("div", { id: "whatis", role: "status", hidden: true });
document.body.append(note);
/** @type {number|undefined} */ let pressing; // runs out when a finger has rested for long

/** The rules of things, each after a part of the name of its panel, its key or its addresses; the first counts.
 * @type {[string, string][]} */
const rules = JSON.parse(document.getElementById("rules-of-things")?.textContent ?? "[]");

/** Return the smallest thing at a point of the page, or the panel there.
 * @param {number} x @param {number} y @returns {any} */
function thingAt(x, y) {
  const named = [...panels.querySelectorAll("svg"), ...spotsIn(panels)].map((thing) => ({ thing, box: thing.getBoundingClientRect() }));
  const isThere = (/** @type {{thing: any, box: DOMRect}} */ { thing, box }) => nameOf(thing) && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const size = (/** @type {{box: DOMRect}} */ { box }) => box.width * box.height;
  return named.filter(isThere).sort((one, other) => size(one) - size(other))[0]?.thing;
}

/** @param {any} thing @returns {string} */
const nameOf = (thing) => thing.named ?? thing.getAttribute("aria-label") ?? "";

/** Return the link to the rule of a thing, if it has one. @param {any} thing @returns {any} */
function ruleOf(thing) {
  const panel = thing.closest(".panel").dataset.name, text = [panel, thing.dataset.key ?? "", ...addressesOf(thing)].join(" ");
  const rule = rules.find(([part]) => text.includes(part))?.[1];
  const href = address(`/games/${document.body.dataset.game}/rules#r${rule}`);
  return rule && make("a", { href, target: "_blank" }, say("rule", { rule }));
}

/** Name what is at a point. @param {{clientX: number, clientY: number}} point */
function name({ clientX, clientY }) {
  const thing = thingAt(clientX, clientY);
  note.hidden = !thing;
  if (!thing) return false;
  note.replaceChildren(nameOf(thing), " ", ruleOf(thing) ?? "");
  const most = document.documentElement.clientWidth - note.offsetWidth - 8;
  note.style.left = `${Math.max(8, Math.min(clientX, most))}px`;
  note.style.top = `${Math.max(8, clientY - note.offsetHeight - 16)}px`;
  return true;
}

panels.addEventListener("contextmenu", (/** @type {any} */ event) => name(event) && event.preventDefault());
panels.addEventListener("pointerdown", (/** @type {any} */ event) => {
  if (event.pointerType === "touch") pressing = setTimeout(() => name(event), PRESS_MILLISECONDS);
});
for (const kind of ["pointerup", "pointermove", "pointercancel"])
  panels.addEventListener(kind, () => clearTimeout(pressing));
for (const kind of ["pointerdown", "keydown", "wheel"])
  document.addEventListener(kind, (event) => { note.hidden ||= !note.contains(/** @type {any} */ (event.target)); }, { capture: true, passive: true });
