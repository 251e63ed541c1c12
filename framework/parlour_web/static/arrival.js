// Arrival: a person without a name who plays with others is asked for one, also after the match began.
// @ts-check

/** @typedef {import("./sitting.js").Sitting} Sitting */

const STORED_AS = "parlour.name"; // the name under which the browser keeps that of its person

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Ask for a name if the person has none, as long as the match waits, and until their first move.
 * @param {Sitting} sitting */
export function askName(sitting) {
  const { view, paused, asksName } = sitting;
  const hasMoved = view?.log.some((one) => one.by === view.seat);
  const isAsked = asksName && (Boolean(paused) || !hasMoved);
  if (isAsked && at("arrival").hidden) at("arrival-name").value = localStorage.getItem(STORED_AS) ?? "";
  at("arrival").hidden = !isAsked;
  at("arrival").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    localStorage.setItem(STORED_AS, at("arrival-name").value.trim());
    sitting.send({ type: "name", name: at("arrival-name").value });
  };
}
