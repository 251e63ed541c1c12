// Markdown of the rules, as elements: headings, lists, tables as they are typed, bold, italics and code.
// @ts-check

import { make } from "./elements.js";

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const LIST = /^(?:[-*]|\d+\.) /;

/** Return the parts of a text with their marks. @param {string} text */
function inline(text) {
  return text.split(MARKS).map((part) => {
    if (part.startsWith("**")) return make("b", {}, part.slice(2, -2));
    if (part.length > 2 && part.startsWith("*")) return make("i", {}, part.slice(1, -1));
    return part.length > 2 && part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : part;
  });
}

/** Return the element of some lines without an empty one among them. @param {string[]} lines */
function block(lines) {
  const [first] = lines;
  if (first.startsWith("|")) return make("pre", {}, lines.join("\n"));
  if (first.startsWith("#")) return make("h3", {}, ...inline(lines.join(" ").replace(/^#+ /, "")));
  if (!LIST.test(first)) return make("p", {}, ...inline(lines.join(" ")));
  /** @type {string[]} */ const items = [];
  for (const line of lines)
    if (LIST.test(line)) items.push(line.replace(LIST, ""));
    else items.push(`${items.pop()} ${line.trim()}`);
  return make("ul", {}, ...items.map((item) => make("li", {}, ...inline(item))));
}

/** Return the elements of a text. @param {string[]} lines */
export function markdown(lines) {
  const blocks = lines.join("\n").split(/\n\s*\n|\n(?=#)/).map((one) => one.split("\n").filter((line) => line.trim()));
  return make("div", { class: "drawn" }, ...blocks.filter((one) => one.length).map(block));
}
