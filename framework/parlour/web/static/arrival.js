// Arrival: whoever comes to a table that waits for its people is asked for a name.
// @ts-check

/** @typedef {import("./sitting.js").Sitting} Sitting */

const STORED_AS = "parlour.name"; // the name under which the browser keeps that of its person

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Ask for a name as long as the match waits, and the person has none. @param {Sitting} sitting */
export function askName(sitting) {
  const isAsked = Boolean(sitting.held) && sitting.asksName;
  if (isAsked && at("arrival").hidden) at("arrival-name").value = localStorage.getItem(STORED_AS) ?? "";
  at("arrival").hidden = !isAsked;
  at("arrival").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    localStorage.setItem(STORED_AS, at("arrival-name").value.trim());
    sitting.send({ type: "name", name: at("arrival-name").value });
  };
}
