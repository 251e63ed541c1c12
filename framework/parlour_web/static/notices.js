// Notices that it is one's turn: a sound, and a notification of the system.
// @ts-check

import { tableName } from "./here.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").TableView} View */

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Tell the person that the turn has come. @param {View} view */
export function notify(view) {
  if (at("sound").checked) beep();
  if (document.hidden && at("notices").checked && window.Notification?.permission === "granted")
    show(`${say("your_turn")} – ${view.game.title}`, { body: view.status, tag: tableName() });
}

/** Show a notification; phones refuse one from a page. @param {string} title @param {object} more */
function show(title, more) {
  try {
    new Notification(title, more);
  } catch {
    beep();
  }
}

export function beep() {
  const context = new AudioContext(), tone = context.createOscillator(), level = context.createGain();
  tone.connect(level).connect(context.destination);
  level.gain.setValueAtTime(0.1, context.currentTime);
  level.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.start();
  tone.stop(context.currentTime + 0.4);
}
