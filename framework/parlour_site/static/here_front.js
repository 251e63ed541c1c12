// The front page of a site: its languages, matches as files, and what it means that there is no server.
// @ts-check

import "./front.js"; // fills the list of matches
import { LANGUAGES } from "./about.js";
import { make } from "./elements.js";
import { address } from "./here.js";
import { keep } from "./packing.js";
import { content } from "./storage.js";
import { say } from "./words.js";

const { lang } = document.documentElement;
localStorage.setItem("parlour.language", lang);

/** Return links to this page in other languages. */
const languages = () => make("p", { class: "row", id: "languages" }, ...Object.entries(LANGUAGES)
  .filter(([code]) => code !== lang)
  .map(([code, name]) => make("a", { href: `../${code}/index.html`, lang: code, hreflang: code }, name)));

/** Save the record of a match as a file, as far as it has come. @param {string} table */
async function save(table) {
  const record = await content(`${table}.jsonl`);
  if (record) keep(new TextDecoder().decode(record), table);
}

document.querySelector("header.top")?.append(languages());
document.querySelector("main")?.append(make("section", { id: "here" },
  make("p", {}, make("a", { href: address("/me") }, say("how_done"))),
  make("p", { class: "gloss" }, say("alone")),
  make("p", { class: "gloss" }, say("open_hands"))));
/** Add a button to each match that is shown. */
function offerFiles() {
  for (const line of /** @type {any} */ (document.querySelectorAll("#mine [data-table]"))) {
    const { table } = line.dataset;
    line.querySelector(".row").append(make("button", { type: "button", click: () => save(table) }, say("save_file")));
  }
}

offerFiles();
document.getElementById("filter")?.addEventListener("input", offerFiles);
