// What is this? A right click or a long press on the table names the piece or the place there.
// @ts-check

import { make } from "./elements.js";
import { spotsIn } from "./picture.js";

const PRESS_MILLISECONDS = 500; // that a finger rests on a piece

const panels = /** @type {any} */ (document.getElementById("panels"));
const note = make("div", { id: "whatis", role: "status", hidden: true });
document.body.append(note);
/** @type {number|undefined} */ let pressing; // runs out when a finger has rested for long

/** Return the name of the smallest thing at a point of the page, or what the panel there shows.
 * @param {number} x @param {number} y @returns {string} */
function nameAt(x, y) {
  const named = [...panels.querySelectorAll("svg"), ...spotsIn(panels)].map((spot) => ({ words: spot.named ?? spot.getAttribute("aria-label"), box: spot.getBoundingClientRect() }));
  const isThere = ({ words, box }) => words && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const size = ({ box }) => box.width * box.height;
  return named.filter(isThere).sort((one, other) => size(one) - size(other))[0]?.words ?? "";
}

/** Name what is at a point. @param {{clientX: number, clientY: number}} point */
function name({ clientX, clientY }) {
  const words = nameAt(clientX, clientY);
  note.hidden = !words;
  note.textContent = words;
  const most = document.documentElement.clientWidth - note.offsetWidth - 8;
  note.style.left = `${Math.max(8, Math.min(clientX, most))}px`;
  note.style.top = `${Math.max(8, clientY - note.offsetHeight - 16)}px`;
  return Boolean(words);
}

panels.addEventListener("contextmenu", (/** @type {any} */ event) => name(event) && event.preventDefault());
panels.addEventListener("pointerdown", (/** @type {any} */ event) => {
  if (event.pointerType === "touch") pressing = setTimeout(() => name(event), PRESS_MILLISECONDS);
});
for (const kind of ["pointerup", "pointermove", "pointercancel"])
  panels.addEventListener(kind, () => clearTimeout(pressing));
for (const kind of ["pointerdown", "keydown", "wheel"])
  document.addEventListener(kind, () => { note.hidden = true; }, { capture: true, passive: true });
