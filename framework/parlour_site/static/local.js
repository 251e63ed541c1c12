// The way of a page to the tables in this browser: a worker runs Python there, and answers as a server would.
// @ts-check

import { SIZE } from "./about.js";
import { keepLinks, linksOf } from "./host.js";
import { say } from "./words.js";

/** @typedef {import("./here.js").Ends} Ends */
/** @typedef {import("./here.js").Line} Line */
/** @typedef {{status: number, body: ArrayBuffer, type: string}} Answer */

const NEW = "new"; // the end of the name of a table that is still to be laid
const ORDER = "parlour.order"; // the name under which the browser keeps the order for it
const LOAD_MILLISECONDS = 30000; // until Python that has come, and does not begin, is ended
const { body } = document;

/** @type {Promise<Worker>|undefined} */ let started;
/** @type {Map<number, Ends>} */ const lines = new Map();
/** @type {Map<number, (answer: Answer|null) => void>} */ const asked = new Map();
let count = 0; // of lines and questions
let isRefused = false; // whether the table of this page could not be laid

// Addresses

/** Return the name of the table of a link, or of this page. @param {string} [link] */
export const tableName = (link) =>
  (link ? link.split("#")[0].split("/")[2] : new URL(location.href).searchParams.get("t")) ?? "";

/** Return the file of this folder for a path of a server. @param {string} path @returns {string} */
export function address(path) {
  const mark = path.includes("#") ? path.slice(path.indexOf("#")) : "";
  const [start, kind, name, part] = path.split("#")[0].split("/");
  if (start) return path; // another site's
  if (kind === "t" && part === "host") return address(linksOf(name).mine ?? "/");
  if (kind === "t") return `${name.replace(/-[^-]*$/, "")}.html?t=${name}${mark}`;
  if (kind === "games") return `${name}.${part}${part.includes(".") ? "" : ".html"}${mark}`;
  return `${kind || "index"}.html${mark}`;
}

// The worker

/** Show on the page how far Python has come. @param {string} words */
function show(words) {
  const place = document.getElementById("turn") ?? document.getElementById("told");
  if (place) place.textContent = words;
}

/** Show on the page what went wrong. @param {string} words */
function complain(words) {
  const place = document.getElementById("line-state") ?? document.getElementById("told");
  if (place) place.textContent = words;
}

/** Return Python's worker, once it takes questions. @returns {Promise<Worker>} */
const python = () => (started ??= new Promise(start));

/** Begin Python; a table that is open in another tab is waited for.
 * @param {(worker: Worker) => void} ready @param {(why: string) => void} failed */
async function start(ready, failed) {
  await alone();
  const worker = new Worker(trusted(new URL("worker.js", import.meta.url).href), { type: "module" });
  /** @type {any} */ let limit;
  const end = (/** @type {string} */ why) => {
    clearTimeout(limit);
    worker.terminate();
    show("");
    complain(why);
    for (const answer of asked.values()) answer(null);
    failed(why);
  };
  worker.onerror = (event) => end(say("stopped", { why: event.message ?? "" }));
  worker.onmessage = ({ data }) => {
    if (data.stage) show(say(data.stage, { size: SIZE }));
    if (data.stage === "starting")
      limit = setTimeout(() => end(say("hangs", { seconds: LOAD_MILLISECONDS / 1000 })), LOAD_MILLISECONDS);
    if (data.failed) end(say("stopped", { why: data.failed }));
    if (data.unsaved) complain(say("unsaved", { why: data.unsaved }));
    if (data.ready) {
      clearTimeout(limit);
      ready(worker);
    }
    if (data.message) lines.get(data.line)?.came(data.message);
    if (data.closed) lines.get(data.line)?.closed();
    if (data.answer) {
      asked.get(data.number)?.(data.answer);
      asked.delete(data.number);
    }
  };
}

/** Return an address as the page's policy wants that of a worker. @param {string} url @returns {any} */
function trusted(url) {
  const types = /** @type {any} */ (window).trustedTypes;
  const own = new URL("worker.js", import.meta.url).href;
  const rule = { createScriptURL: (/** @type {string} */ asked) => (asked === own ? asked : "") };
  return types ? types.createPolicy("parlour-worker", rule).createScriptURL(url) : url;
}

/** Wait until no other tab has the table of this page open; each tab would play on for itself. */
async function alone() {
  const table = tableName();
  if (!table || table.endsWith(`-${NEW}`) || !navigator.locks) return;
  const name = `parlour ${new URL("..", import.meta.url).pathname} ${table}`;
  await new Promise((taken) => {
    const keep = (/** @type {any} */ lock) => {
      if (!lock) return undefined;
      taken(undefined);
      return new Promise(() => {}); // until the tab is closed
    };
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return keep(lock);
      show("");
      complain(say("elsewhere"));
      navigator.locks.request(name, (later) => {
        complain("");
        return keep(later);
      });
      return undefined;
    });
  });
}

// What a page does

/** Open the line to the table of this page; if that was refused, the page goes on to say why.
 * @param {Ends} ends @returns {Line} */
export function line(ends) {
  if (isRefused) return { send: () => false };
  const number = ++count;
  /** @type {Worker|undefined} */ let open;
  lines.set(number, ends);
  python().then((worker) => {
    open = worker;
    worker.postMessage({ open: number, table: tableName() });
    ends.opened();
  }, () => {});
  return { send: (text) => {
    open?.postMessage({ line: number, text });
    return Boolean(open);
  } };
}

/** Ask Python what a server is asked. A new table is laid on the page of its game, where Python begins.
 * @param {string} path @param {string} [method] @param {string} [text] @param {string} [key] */
export async function ask(path, method = "GET", text = undefined, key = "") {
  if (path === "/house") return Response.json({ is_host: false, may_create: true, matches: [], notes: [], uses: [], name: "", level: "hard" });
  if (document.getElementById("start") && method === "POST") return postponed(path, text ?? "");
  return answered({ path, method, body: text ?? "", key });
}

/** Ask Python. @param {{path: string, method: string, body: string, key: string}} question */
async function answered(question) {
  const worker = await python().catch(() => null), number = ++count;
  if (!worker) return null;
  /** @type {Answer|null} */
  const answer = await new Promise((take) => {
    asked.set(number, take);
    worker.postMessage({ number, ...question, language: document.documentElement.lang });
  });
  return answer && new Response(answer.body, { status: answer.status, headers: { "Content-Type": answer.type } });
}

/** Keep an order for the page of its game, and return the link there. @param {string} path @param {string} order */
function postponed(path, order) {
  try {
    const { game } = JSON.parse(order.split("\n")[0]), table = `${game}-${NEW}`;
    if (!document.querySelector(`input[name=game][value="${CSS.escape(game)}"]`))
      return Response.json({ error: say("no_game", { game }) }, { status: 400 });
    sessionStorage.setItem(ORDER, JSON.stringify({ path, body: order }));
    const links = path === "/tables" ? [{ seat: 0, who: "me", url: `/t/${table}#${NEW}` }] : [];
    return Response.json({ table, links }, { status: 201 });
  } catch {
    return Response.json({ error: say("no_replay") }, { status: 400 });
  }
}

/** Say why this page gets no table. @param {string} why */
function refuse(why) {
  isRefused = true;
  show("");
  complain(why);
}

/** Lay the table that was ordered, and give the page its address. */
async function lay() {
  const order = sessionStorage.getItem(ORDER);
  sessionStorage.removeItem(ORDER);
  if (!order) return refuse(say("no_order"));
  const answer = await answered({ method: "POST", key: "", ...JSON.parse(order) });
  const made = await answer?.json();
  if (!answer?.ok) return made && refuse(made.error);
  const mine = made.links.filter((/** @type {any} */ one) => one.who === "me");
  const keys = mine.map((/** @type {any} */ one) => one.url.split("#")[1]).join(",");
  const link = `/t/${made.table}${keys && `#${keys}`}`;
  if (keys) keepLinks(made.table, { mine: link });
  history.replaceState(null, "", address(link));
  started = started?.then(async (worker) => (await alone(), worker));
  return undefined;
}

if (body.classList.contains("table") && tableName().endsWith(`-${NEW}`)) await lay();
