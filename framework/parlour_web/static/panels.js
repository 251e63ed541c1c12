// The panels of the table: drawn, placed in the window by their roles, and marked with what can be chosen.
// @ts-check

import { make } from "./elements.js";
import { arranged } from "./layout.js";
import { WINDOW, drawing, glide, spotsIn, standsIn } from "./picture.js";
import { keepKeys, zoomButtons } from "./zoom.js";

/** @typedef {import("../messages.js").TableView} View */
/** @typedef {import("../messages.js").ShownPanel} ShownPanel */
/** @typedef {import("../messages.js").ShownTable} ShownTable */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

const MAX_HAND = 0.6; // height of a row of cards in widths

let grown = ""; // the name of the panel that is enlarged

/** Return the frames of all panels. @returns {any[]} */
export const frames = () => [...at("panels").children, ...at("choices").children];

/** Draw the panels of a picture, or those of text; a preview leaves them in their order.
 * @param {ShownTable} table @param {string[]} changed @param {boolean} isPreview */
export function renderPanels(table, changed, isPreview) {
  const before = standsIn(frames()), standing = frames();
  at("panels").classList.toggle("flow", !table.picture);
  const made = /** @type {ShownPanel[]} */ (table.picture ?? table.text).map((panel) => {
    const frame = standing.find((one) => one.dataset.name === panel.name) ?? newFrame(panel);
    frame.open ||= (panel.needed && frame.dataset.needed === "false") || WINDOW.matches;
    frame.dataset.needed = String(Boolean(panel.needed));
    frame.dataset.role = panel.role;
    frame.sized = panel;
    fillFrame(frame, panel);
    for (const spot of spotsIn(frame)) {
      spot.classList.toggle("changed", changed.includes(spot.dataset.key));
      spot.classList.toggle("ghost", isPreview && table.changed.includes(spot.dataset.key));
    }
    return frame;
  });
  const place = (/** @type {any} */ frame) => (standing.includes(frame) ? standing.indexOf(frame) : standing.length);
  if (isPreview) made.sort((one, other) => place(one) - place(other));
  const isChoice = (/** @type {any} */ frame) => frame.dataset.role === "choice" || (!WINDOW.matches && isHand(frame.sized));
  fillBox(at("panels"), made.filter((one) => !isChoice(one)));
  fillBox(at("choices"), made.filter(isChoice));
  arrange();
  glide(frames(), before);
}

/** Return whether a panel has one's own things in a row, such as cards, and the decision needs it: in a small window
 * these lie at hand, with the choices. @param {ShownPanel} panel */
const isHand = ({ role = "other", needed, width = 1, height = 1 }) => needed && /^(mine|foot)$/.test(role) && height < MAX_HAND * width;

/** @param {any} box @param {any[]} inside */
function fillBox(box, inside) {
  if (inside.length !== box.children.length || inside.some((one, place) => one !== box.children[place]))
    box.replaceChildren(...inside);
}

/** Fill the frame of a panel. @param {any} frame @param {ShownPanel} panel */
function fillFrame(frame, panel) {
  const pane = frame.lastElementChild, old = pane.firstElementChild ?? undefined;
  frame.querySelector("h2").textContent = panel.title;
  const made = panel.nodes ? drawing(/** @type {any} */ (panel), old) : make("pre", {}, panel.lines?.join("\n"));
  if (made !== old) pane.replaceChildren(made);
}

/** Make the frame of a panel. In a small window it can be folded, and only what is needed begins open; in
 * a large one its heading enlarges it. @param {ShownPanel} panel @returns {any} */
function newFrame({ name, needed }) {
  const open = needed || WINDOW.matches;
  const summary = make("summary", { click: (/** @type {Event} */ event) => WINDOW.matches && grow(event, name) }, make("h2"));
  return make("details", { class: "panel", "data-name": name, open }, summary, zoomButtons(), make("div", { class: "pane" }));
}

/** @param {Event} event @param {string} name */
function grow(event, name) {
  event.preventDefault();
  grown = grown === name ? "" : name;
  arrange();
}

/** Put each panel of a picture in its place in the window. */
function arrange() {
  const box = at("panels"), inside = [...box.children];
  const isPlaced = inside.length > 0 && WINDOW.matches && !box.matches(".flow");
  const { clientWidth, clientHeight } = box;
  const places = isPlaced ? arranged(inside.map((one) => one.sized), clientWidth, clientHeight, grown) : new Map();
  for (const frame of inside) {
    const { x, y, width, height, folded } = places.get(frame.sized.name) ?? {};
    frame.classList.toggle("grown", frame.sized.name === grown);
    frame.classList.toggle("folded", Boolean(folded));
    for (const [name, value] of Object.entries({ left: x, top: y, width, height }))
      frame.style[name] = value === undefined ? "" : `${Math.round(value)}px`;
    keepKeys(frame);
  }
}

/** Show whose turn it is, and who has won, on the panels of seats. @param {View} view */
export function markSeats(view) {
  for (const frame of frames()) {
    const { seat } = frame.sized, isOwned = Number.isInteger(seat);
    frame.classList.toggle("acts", isOwned && view.turn.seats.includes(seat));
    frame.classList.toggle("won", isOwned && view.places[seat] === 1);
    for (const number of view.names.keys()) frame.classList.toggle(`of-${number % 6}`, seat === number);
  }
}

new ResizeObserver(arrange).observe(at("panels"));
