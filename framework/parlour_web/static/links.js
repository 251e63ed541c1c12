// Links to hand on: copied, or shared as the system does.
// @ts-check

import { make } from "./elements.js";
import { say } from "./words.js";

/** Copy a text, also where browsers give pages no clipboard. @param {any} button @param {any} field */
async function copy(button, field) {
  field.select();
  const isDone = await navigator.clipboard?.writeText(field.value).then(() => true, () => false)
    || document.execCommand("copy");
  button.textContent = say(isDone ? "copied" : "press_copy");
  setTimeout(() => { button.textContent = say("copy"); }, 2000);
}

/** Return a field with a link, and the buttons that hand it on. @param {string} url @param {string} label */
export function handOn(url, label) {
  const field = make("input", { value: url, readonly: true, "aria-label": label });
  const click = (/** @type {(button: any) => any} */ act) => ({ type: "button", click: (/** @type {any} */ event) => act(event.currentTarget) });
  const share = navigator.share && make("button", click(() => navigator.share({ title: document.title, url })), say("share"));
  return [field, make("button", click((/** @type {any} */ one) => copy(one, field)), say("copy")), share];
}
