// The drawer beside the table: what happened, the score and other words, one at a time.
// @ts-check

/** Return the buttons of the drawer. @returns {any[]} */
const tabs = () => [...document.querySelectorAll("#tabs button")];

/** Show one sheet of the drawer, and no other. @param {string} name */
export function openSheet(name) {
  for (const tab of tabs()) {
    const id = tab.getAttribute("aria-controls"), isOpen = id === name;
    tab.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) tab.classList.remove("unread");
    /** @type {any} */ (document.getElementById(id)).hidden = !isOpen;
  }
}

/** Show or hide the button of a sheet; without it, what happened is shown. @param {string} name @param {boolean} isThere */
export function offerSheet(name, isThere) {
  const tab = tabs().find((one) => one.getAttribute("aria-controls") === name);
  if (!isThere && tab.getAttribute("aria-expanded") === "true") openSheet("story");
  tab.hidden = !isThere;
}

for (const tab of tabs()) tab.addEventListener("click", () => openSheet(tab.getAttribute("aria-controls")));
openSheet("story");
