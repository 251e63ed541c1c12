// Elements of the page, made from data: texts never become markup.
// @ts-check

/** Make an element: functions become listeners, and texts never become markup.
 * @param {string} tag @param {Record<string, any>} [given] @param {any[]} inside @returns {any} */
export function make(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.filter((one) => one || one === 0));
  return made;
}

/** Make a button; after the page is redrawn, `id` finds it again.
 * @param {string} id @param {any} words @param {Function} click @param {Record<string, any>} [more] */
export function button(id, words, click, more) {
  return make("button", { type: "button", "data-id": id, click, class: "thing", ...more }, ...[words].flat());
}

/** Fill a list, unless it has these options. @param {any} list @param {string[][]} options */
export function fill(list, options) {
  if (list.dataset.filled === JSON.stringify(options)) return;
  list.dataset.filled = JSON.stringify(options);
  list.replaceChildren(...options.map(([value, words]) => make("option", { value }, words)));
}
