// The page of one person: how they have done, from the records of this server.
// @ts-check

import { make } from "./elements.js";
import { ask } from "./here.js";
import { hostKey } from "./host.js";
import { say } from "./words.js";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Return a table with its heads. @param {{heads: string[], rows: string[][]}} given */
function table({ heads, rows }) {
  const head = make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)));
  const row = (/** @type {string[]} */ [first, ...rest]) => make(
    "tr", {}, make("th", { scope: "row" }, first), ...rest.map((one) => make("td", {}, one)),
  );
  const pane = make("table", {}, make("caption", {}, say("by", { head: heads[0] })), head, ...rows.map(row));
  return make("div", { class: "pane" }, pane);
}

async function show() {
  const asked = `/figures?name=${encodeURIComponent(at("name").value.trim())}`;
  const answer = await ask(asked, "GET", undefined, hostKey());
  const found = await answer?.json().catch(() => null);
  const none = found?.error ?? say("no_answer");
  const tables = answer?.ok ? found.tables : [];
  at("told").textContent = answer?.ok ? (tables[0].rows.length ? "" : say("none_over")) : none;
  at("figures").replaceChildren(...tables.filter((/** @type {any} */ one) => one.rows.length).map(table));
}

at("name").value = localStorage.getItem("parlour.name") ?? "";
at("asking").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  show();
});
show();
