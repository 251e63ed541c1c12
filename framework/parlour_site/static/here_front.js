// The front page of a site: its languages, matches from and to files, and what it means that there is no server.
// @ts-check

import { LANGUAGES } from "./about.js";
import { make } from "./elements.js";
import { address } from "./here.js";
import { postponed } from "./local.js";
import { content } from "./storage.js";
import { say } from "./words.js";

const { lang } = document.documentElement;
const main = /** @type {any} */ (document.querySelector("main"));
localStorage.setItem("parlour.language", lang);

/** Return links to this page in other languages. */
const languages = () => make("p", { class: "row", id: "languages" }, ...Object.entries(LANGUAGES)
  .filter(([code]) => code !== lang)
  .map(([code, name]) => make("a", { href: `../${code}/index.html`, lang: code, hreflang: code }, name)));

/** Begin a table with the record in a file. @param {File|undefined} file */
async function bring(file) {
  if (!file) return;
  const record = await file.text();
  const told = /** @type {any} */ (document.getElementById("told"));
  try {
    const { game } = JSON.parse(record.split("\n")[0]);
    if (!document.querySelector(`input[name=game][value="${CSS.escape(game)}"]`)) throw new Error(game);
    const { links } = postponed(JSON.stringify({ game, record }));
    location.assign(address(links[0].url));
  } catch {
    told.textContent = say("no_record", { file: file.name });
  }
}

/** Save the record of a match as a file. @param {string} table */
async function save(table) {
  const file = `${table}.jsonl`, record = await content(file);
  if (!record) return;
  const href = URL.createObjectURL(new Blob([/** @type {any} */ (record)], { type: "application/jsonl" }));
  make("a", { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const chosen = make("input", { type: "file", id: "record", accept: ".jsonl", change: () => bring(chosen.files[0]) });
document.querySelector("header.top")?.append(languages());
main.append(make("section", { id: "here" },
  make("p", {}, make("label", { for: "record" }, `${say("bring")} `), chosen),
  make("p", {}, make("a", { href: address("/me") }, say("how_done"))),
  make("p", { class: "gloss" }, say("alone")),
  make("p", { class: "gloss" }, say("open_hands"))));
for (const link of document.querySelectorAll("#mine li > a")) {
  const table = new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get("t");
  if (table) link.parentElement?.append(" · ", make("button", { type: "button", click: () => save(table) }, say("save_file")));
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  bring(event.dataTransfer?.files[0]);
});
