// Notices: short tones at others' moves and at one's turn, and a notification of the system at one's turn.
// @ts-check

import { tableName } from "./here.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").TableView} View */

const TURN = [660, 880]; // hertz of one tone after another
const MOVE = [440];
const TONE_SECONDS = 0.15;

/** @type {AudioContext|undefined} */ let speaker;

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Tell the person that the turn has come. @param {View} view */
export function notify(view) {
  beep();
  if (document.hidden && at("notices").checked && window.Notification?.permission === "granted")
    show(`${say("your_turn")} – ${view.game.title}`, { body: view.status, tag: tableName() });
}

/** Show a notification; phones refuse one from a page. @param {string} title @param {object} more */
function show(title, more) {
  try {
    new Notification(title, more);
  } catch {
    // The tone says it.
  }
}

/** Play the tones of one's turn, if the person here wants sounds; with ``isMove``, those of others' moves.
 * @param {boolean} [isMove] */
export function beep(isMove) {
  if (!at("sound").checked) return;
  speaker ??= new AudioContext();
  speaker.resume(); // a browser lets no page sound before the first click or key
  for (const [place, hertz] of (isMove ? MOVE : TURN).entries()) tone(speaker, hertz, speaker.currentTime + place * TONE_SECONDS);
}

/** Play a tone that fades. @param {AudioContext} context @param {number} hertz @param {number} begin */
function tone(context, hertz, begin) {
  const voice = context.createOscillator(), level = context.createGain();
  voice.frequency.value = hertz;
  voice.connect(level).connect(context.destination);
  level.gain.setValueAtTime(0.1, begin);
  level.gain.exponentialRampToValueAtTime(0.001, begin + 2 * TONE_SECONDS);
  voice.start(begin);
  voice.stop(begin + 2 * TONE_SECONDS);
}
