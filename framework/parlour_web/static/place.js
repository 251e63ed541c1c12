// The position in the address of a table: a link leads there, and it survives a reload.
// @ts-check

const BEGINNING = "at=";
const WRITING_PAUSE = 300; // milliseconds until a position is written; some browsers limit how often

/** @type {number|undefined} */ let writing; // runs out when the position is written

/** Return the parts of the address behind its '#'. @returns {string[]} */
const parts = () => location.hash.slice(1).split(",").filter(Boolean);

/** Return the keys in the address. */
export const keys = () => parts().filter((one) => !one.startsWith(BEGINNING));

/** Return the keys in the address as its end. */
export const placeless = () => (keys().length ? `#${keys()}` : "");

/** Return the position in the address, or null. @returns {number|null} */
export function placeInAddress() {
  const number = parts().find((one) => one.startsWith(BEGINNING))?.slice(BEGINNING.length) ?? "";
  return /^\d{1,9}$/.test(number) ? Number(number) : null;
}

/** Return a link to a position, without keys: whoever has it looks on. @param {number} position */
export const linkTo = (position) => `${location.href.split("#")[0]}#${BEGINNING}${position}`;

/** Let the address have a position; null is none. @param {number|null} position */
export function keepPlace(position) {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const end = [...keys(), ...(position === null ? [] : [`${BEGINNING}${position}`])].join(",");
    if (location.hash.slice(1) !== end) history.replaceState(null, "", location.pathname + location.search + (end && `#${end}`));
  }, WRITING_PAUSE);
}
