// The size of a board in its frame: by buttons, by keys, by the wheel with Ctrl, or by two fingers. A board that is
// larger than its frame scrolls there, and a mouse drags it. On a phone a board is as large as fingers need it.
// @ts-check

import { make } from "./elements.js";
import { WINDOW } from "./picture.js";
import { say } from "./words.js";

const BOARD = "#panels [data-role=scene]";
const MIN_TARGET = 44; // pixels of a target for a finger
const MIN_UNIT = 0.55; // pixels of a unit of a picture in which somebody chooses, on a phone
const MAX_ZOOM = 6; // maximum width of a picture, in widths of its frame
const STEP = 1.4; // factor of a button or a key
const NOTCH = 0.002; // of the logarithm, for a pixel of the wheel
const MIN_DRAG = 5; // pixels; a mouse that moves less has clicked

/** @type {Map<string, number>} */ const sizes = new Map(); // what somebody chose, by panel; a page shows one table
/** @type {{pane: any, x: number, y: number, isMoving: boolean}|null} */ let drag = null;
/** @type {{frame: any, zoom: number, far: number}|null} */ let pinch = null;

const BUTTONS = [["+", "zoom_in", "+"], ["-", "zoom_out", "−"], ["0", "zoom_fit", "▣"]]; // key, code and sign of each

/** Make the buttons of a board. @returns {any} */
export function zoomButtons() {
  const buttons = BUTTONS.map(([key, code, sign]) => {
    const name = say(code);
    return make("button", { "type": "button", "data-zoom": key, "aria-label": name, "title": `${name} (${key})` }, sign);
  });
  return make("div", { "class": "zoom", "role": "group", "aria-label": say("zoom") }, ...buttons);
}

/** Change the size by a key, and return whether it was one; outside of a board, that of the first.
 * @param {{key: string, target: any}} event */
export function zooms({ key, target }) {
  const frame = target.closest?.(BOARD) ?? document.querySelector(BOARD);
  const sign = key === "=" ? "+" : key;
  if (!frame || !BUTTONS.some(([one]) => one === sign)) return false;
  step(frame, sign);
  return true;
}

/** @param {any} frame @param {string} key */
function step(frame, key) {
  zoomTo(frame, key === "0" ? 1 : zoomOf(frame) * (key === "+" ? STEP : 1 / STEP));
}

/** @param {any} frame @returns {number} */
const zoomOf = (frame) => sizes.get(frame.dataset.name) ?? Number(frame.dataset.zoom ?? 1);

/** Enlarge a board round a point of the window that keeps its place, by default the middle.
 * @param {any} frame @param {number} zoom @param {number} [x] @param {number} [y] */
function zoomTo(frame, zoom, x, y) {
  const pane = frame.lastElementChild, svg = pane.querySelector("svg");
  if (!svg) return;
  const { left, top, width, height } = pane.getBoundingClientRect();
  const across = x ?? left + width / 2, down = y ?? top + height / 2;
  const before = svg.getBoundingClientRect();
  sizes.set(frame.dataset.name, Math.min(Math.max(zoom, 1), MAX_ZOOM));
  enlarge(frame);
  const after = svg.getBoundingClientRect();
  pane.scrollLeft += after.left + (across - before.left) * after.width / before.width - across;
  pane.scrollTop += after.top + (down - before.top) * after.height / before.height - down;
}

/** Give a panel the size that somebody chose; else, on a phone, the one that fingers and eyes need: it then scrolls to
 * the middle live place when a turn begins, and if no live place would be in sight. @param {any} frame */
export function enlarge(frame) {
  const svg = frame.querySelector("svg"), size = sizes.get(frame.dataset.name);
  if (!svg) return;
  const zoom = size ?? (WINDOW.matches ? 1 : needed(frame, svg));
  frame.dataset.zoom = String(zoom);
  frame.classList.toggle("zoomed", zoom > 1);
  svg.style.width = zoom > 1 ? `${100 * zoom}%` : "";
  svg.style.maxWidth = size && size > 1 ? "none" : svg.dataset.widest;
  keepKeys(frame);
  if (!WINDOW.matches) scrollToLive(frame, svg.parentElement);
}

/** Let keys scroll a picture that is wider than its frame: they scroll what has the focus. @param {any} frame */
export function keepKeys({ lastElementChild: pane }) {
  pane.tabIndex = pane.scrollWidth > pane.clientWidth ? 0 : -1;
}

/** Return how large a panel must be on a phone so that a finger can hit each live place, and one can read it.
 * @param {any} frame @param {any} svg */
function needed(frame, svg) {
  const before = Number(frame.dataset.zoom ?? 1);
  svg.style.width = `${100 * before}%`;
  const boxes = boxesOfLive(frame);
  const least = Math.min(...boxes.flatMap((box) => [box.width, box.height]), MIN_TARGET);
  const legible = boxes.length ? MIN_UNIT * before * svg.viewBox.baseVal.width / svg.clientWidth : 0;
  return Math.min(Math.max(before * (MIN_TARGET / least), legible), MAX_ZOOM);
}

/** @param {any} frame @param {any} pane */
function scrollToLive(frame, pane) {
  const { left, right, top, bottom } = pane.getBoundingClientRect();
  const now = boxesOfLive(frame).sort((one, other) => one.left - other.left);
  const isInSight = now.some((box) =>
    box.right > left && box.left < right && box.bottom > top && box.top < bottom);
  if (!now.length || ("placed" in frame.dataset && isInSight)) return;
  const middle = now[Math.floor(now.length / 2)];
  pane.scrollLeft += (middle.left + middle.right - left - right) / 2;
  pane.scrollTop += (middle.top + middle.bottom - top - bottom) / 2;
  frame.dataset.placed = "";
}

/** Return the boxes of the live places that are drawn. @param {Element} frame */
function boxesOfLive(frame) {
  const boxes = [...frame.querySelectorAll(".live")].map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.width && box.height);
}

// The wheel, a mouse and fingers

/** Return the frame of the board under an event; not if it is on its heading. @param {any} event @returns {any} */
const boardAt = (event) => event.target.closest(`${BOARD} .pane`)?.parentElement ?? null;

/** @param {any} event */
function turned(event) {
  const frame = event.ctrlKey && boardAt(event);
  if (!frame) return;
  event.preventDefault();
  zoomTo(frame, zoomOf(frame) * Math.exp(-NOTCH * event.deltaY), event.clientX, event.clientY);
}

/** @param {any} event */
function grasped(event) {
  const pane = boardAt(event)?.lastElementChild, isMouse = event.pointerType === "mouse" && event.button === 0;
  const isOnBoard = isMouse && pane?.tabIndex === 0 && event.target.closest("svg, .pane") && !isOnBar(event, pane);
  drag = isOnBoard ? { pane, x: event.clientX, y: event.clientY, isMoving: false } : null;
}

/** Return whether a mouse is on a bar that scrolls. @param {any} event @param {any} pane */
function isOnBar({ clientX, clientY }, pane) {
  const { left, top } = pane.getBoundingClientRect();
  return clientX - left > pane.clientWidth || clientY - top > pane.clientHeight;
}

/** @param {any} event */
function dragged(event) {
  if (!drag || !(event.buttons & 1)) return;
  const { pane, x, y } = drag, across = event.clientX - x, down = event.clientY - y;
  if (!drag.isMoving && Math.hypot(across, down) < MIN_DRAG) return;
  if (!drag.isMoving) pane.setPointerCapture(event.pointerId);
  pane.scrollLeft -= across;
  pane.scrollTop -= down;
  drag = { pane, x: event.clientX, y: event.clientY, isMoving: true };
}

/** A click at the end of a drag chooses nothing; one on a button changes the size. @param {any} event */
function clicked(event) {
  const isDragged = drag?.isMoving && event.detail > 0, key = event.target.closest("button[data-zoom]")?.dataset.zoom;
  drag = null;
  if (isDragged) event.stopPropagation();
  else if (key) step(event.target.closest(".panel"), key);
}

/** Return how far two fingers are apart, and the middle between them. @param {any} event */
function fingers({ touches: [one, other] }) {
  const [across, down] = [other.clientX - one.clientX, other.clientY - one.clientY];
  return { far: Math.hypot(across, down), x: one.clientX + across / 2, y: one.clientY + down / 2 };
}

/** @param {any} event */
function touched(event) {
  const frame = event.touches.length === 2 ? boardAt(event) : null;
  pinch = frame && { frame, zoom: zoomOf(frame), far: fingers(event).far };
}

/** @param {any} event */
function pinched(event) {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const { far, x, y } = fingers(event);
  zoomTo(pinch.frame, pinch.zoom * far / pinch.far, x, y);
}

const box = /** @type {any} */ (document.getElementById("panels"));
box.addEventListener("wheel", turned, { passive: false });
box.addEventListener("pointerdown", grasped);
box.addEventListener("pointermove", dragged);
box.addEventListener("click", clicked, true);
box.addEventListener("touchstart", touched, { passive: true });
box.addEventListener("touchmove", pinched, { passive: false });
