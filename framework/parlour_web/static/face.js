// The face of a game on a page that was made for every game: its title, its words, and its colours.
// What is told may come from a stranger's program: texts never become markup, and only colours become a style.
// @ts-check

/** @typedef {{id: string, title: string, words: Record<string, string>, rules: [string, string][], has_lessons: boolean,
 *   inks: string}} Face See parlour_web/page_acts.py. */

const COLOUR = "(?:#[0-9a-fA-F]{3,8}|[a-z]+|(?:rgb|hsl|oklch|oklab|lab|lch)a?\\([-0-9.,%/ a-z]*\\))";
const RULES = `(?:\\.(?:fill|stroke)-[a-z0-9-]+ \\{ (?:fill|stroke): ${COLOUR}; \\}\\n)*`;
const INKS = new RegExp(`^${RULES}@media \\(prefers-color-scheme: dark\\) \\{\\n${RULES}\\}\\n$`);
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} '’-]*$/u;
const ID = /^[a-z][a-z0-9_-]*$/;

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Ask for the face of the table of this page, and show it; say why if there is none.
 * @param {import("./here.js").Way} way */
export async function showFace({ ask, address, tableName }) {
  const answer = await ask(`/t/${tableName()}/face`);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok) wear(told, address);
  else if (told?.error) at("line-state").textContent = told.error;
}

/** Put data where other scripts read it; what is inside a script could not be changed.
 * @param {string} id @param {any} data */
function tell(id, data) {
  const place = document.createElement("data");
  Object.assign(place, { id, hidden: true, textContent: JSON.stringify(data) });
  at(id).replaceWith(place);
}

/** Show a face. @param {Face} face @param {(path: string) => string} address */
export function wear({ id, title, words, rules, has_lessons, inks }, address) {
  if (!ID.test(id)) return;
  document.body.dataset.game = id;
  document.title = `${title} – Parlour`;
  at("title").textContent = title;
  const plain = Object.entries(words).filter(([word]) => WORD.test(word));
  tell("words", Object.fromEntries(plain));
  tell("rules-of-things", rules);
  if (!has_lessons) at("learn")?.remove();
  for (const part of ["five", "rules"]) at(`to-${part}`).href = address(`/games/${id}/${part}`);
  const sheet = new CSSStyleSheet();
  if (INKS.test(inks)) sheet.replaceSync(inks);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
