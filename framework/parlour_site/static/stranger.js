// The way of a page to a game from a link: somebody's program, which runs apart and is read as hostile.
// It begins after a click, in a frame that belongs to no site, and ends when it is silent, talks too much or ends itself.
// @ts-check

import { make } from "./elements.js";
import { unpackedText } from "./packing.js";
import { say } from "./words.js";

/** @typedef {import("./here.js").Ends} Ends */
/** @typedef {{name: string, source: string}} Game */

const PYTHON = new URL("../python/", import.meta.url).href;
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm.gz", "library.zip.gz", "packages.zip.gz", "laws.zip.gz", "lock.json"];
const MAX_SOURCE = 200100; // bytes of a program
const MAX_MESSAGE = 8000000; // bytes of a message, once it is decompressed
const MAX_MESSAGES = 300; // in a second
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const SILENCE_MILLISECONDS = 30000; // until a program that does not answer is ended
const PING_MILLISECONDS = 3000;
const START_MILLISECONDS = 90000; // until a program that has not begun is ended

/** @type {Map<number, Ends>} */ const lines = new Map();
/** @type {Map<number, (answer: any) => void>} */ const asked = new Map();
/** @type {MessagePort|undefined} */ let port;
let count = 0; // of lines and questions
let table = "";

/** Find an element of the page. @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** Return a text of bounded length. @param {any} text @param {number} most */
const bounded = (text, most) => (typeof text === "string" ? text : "").slice(0, most);

/** Return the game in the link of this page, or null. @returns {Promise<Game|null>} */
async function gameInLink() {
  const letters = /^#source=([\w-]+)$/.exec(location.hash)?.[1];
  const text = letters ? await unpackedText(letters, MAX_SOURCE) : null;
  const [first, ...rest] = (text ?? "").split("\n");
  return NAME.test(first) && rest.length ? { name: first, source: rest.join("\n") } : null;
}

/** End the program, and say why. @param {string} why */
function end(why) {
  at("apart")?.remove();
  port?.close();
  port = undefined;
  at("turn").textContent = "";
  at("line-state").textContent = why;
  for (const answer of asked.values()) answer(null);
  asked.clear();
}

/** Wait until the person here wants to run the program. @param {Game} game */
function agreed({ name, source }) {
  at("turn").textContent = "";
  return new Promise((go) => {
    const run = make("button", { type: "button", class: "play thing", id: "run", click: () => { box.remove(); go(undefined); } }, say("run_program"));
    const seen = make("details", {}, make("summary", {}, say("see_program")), make("pre", { class: "program", tabindex: "0" }, source));
    const box = make("section", { id: "warning" },
      make("p", { role: "alert" }, say("program", { name, lines: source.split("\n").length })), make("p", { class: "row" }, run), seen);
    document.querySelector("main")?.before(box);
    run.focus();
  });
}

/** Return the bytes of a file of Python. @param {string} name */
async function bytes(name) {
  const answer = await fetch(PYTHON + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Begin the program in the frame, and watch it. @param {Game} game @returns {Promise<void>} */
async function start(game) {
  at("turn").textContent = say("loading_program");
  const all = await Promise.all(FILES.map(bytes));
  const script = await (await fetch(new URL("apart.js", import.meta.url))).text();
  const files = Object.fromEntries(FILES.map((name, place) => [name, all[place]]));
  const { port1, port2 } = new MessageChannel();
  port = port1;
  const frame = at("apart").contentWindow;
  addEventListener("message", ({ source, data }) => { if (source === frame && data === "stopped") end(ended(say("program_stopped"))); });
  frame.postMessage({ script, files, ...game, pace: 0.5 }, "*", [port2, ...all]);
  await new Promise((ready) => watch(port1, ready));
}

/** Return the words for a program that has ended. @param {string} why */
const ended = (why) => say("program_ended", { why });

/** Return why the program ends by what it says; empty if it does not. @param {any} data */
function faultOf(data) {
  if (data?.failed === "apart") return say("not_apart");
  return data?.failed ? ended(bounded(data.failed, 300)) : "";
}

/** Pass on what the program says. @param {any} data */
async function pass(data) {
  if (data?.message instanceof ArrayBuffer) await hear(data);
  else if (data?.closed) lines.get(data.line)?.closed();
  else if (data?.answer) {
    asked.get(data.number)?.(data.answer);
    asked.delete(data.number);
  }
}

/** Hear the program, and end it once it breaks a limit. @param {MessagePort} heard @param {(value: any) => void} ready */
function watch(heard, ready) {
  let last = Date.now(), isReady = false, second = 0, inSecond = 0;
  const watching = setInterval(() => {
    heard.postMessage({ ping: 1 });
    if (Date.now() - last < (isReady ? SILENCE_MILLISECONDS : START_MILLISECONDS) && port === heard) return;
    clearInterval(watching);
    if (port === heard) end(ended(say("program_silent")));
  }, PING_MILLISECONDS);
  heard.onmessage = async ({ data }) => {
    const now = Date.now();
    last = isReady ? now : last;
    [second, inSecond] = now - second < 1000 ? [second, inSecond + 1] : [now, 1];
    const fault = inSecond > MAX_MESSAGES ? ended(say("program_floods")) : faultOf(data);
    if (fault) end(fault);
    else if (data?.ready && !isReady) ready(isReady = true);
    else await pass(data);
  };
}

/** Pass a message on to the page, unless it is longer than any that a table sends. @param {any} data */
async function hear({ line: number, message }) {
  const stream = new Blob([message]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let size = 0;
  const reader = stream.getReader();
  for (let step = await reader.read().catch(() => null); step && !step.done; step = await reader.read().catch(() => null)) {
    size += step.value.length;
    if (size > MAX_MESSAGE) return end(ended(say("program_floods")));
  }
  return lines.get(number)?.came(message);
}

// What a page does

export const tableName = () => table;

/** Return a link of this site; a link that the program names leads nowhere but to this page. @param {string} path */
export const address = (path) => (path === "/" ? "index.html" : "#");

/** Open the line to the table. @param {Ends} ends */
export function line(ends) {
  const number = ++count;
  lines.set(number, ends);
  port?.postMessage({ open: number, table });
  setTimeout(() => port && ends.opened());
  return { send: (/** @type {string} */ text) => {
    port?.postMessage({ line: number, text });
    return Boolean(port);
  } };
}

/** Ask the program. @param {string} path @param {string} [method] @param {string} [text] @param {string} [key] */
export async function ask(path, method = "GET", text = undefined, key = "") {
  if (!port) return null;
  const number = ++count, language = document.documentElement.lang;
  const answer = await new Promise((take) => {
    asked.set(number, take);
    port?.postMessage({ number, path, method, body: text ?? "", key, language });
  });
  const { status, body } = answer ?? {};
  const isPlain = Number.isInteger(status) && status >= 200 && status < 600 && body?.byteLength < MAX_MESSAGE;
  return isPlain ? new Response(body, { status }) : null;
}

/** Show what the laws say of the game: that is the word of the program. */
async function tellLaws() {
  const box = make("section", { id: "laws", class: "gloss", role: "status" }, say("checking_laws"));
  at("said").parentElement.append(box);
  const answer = await ask("/laws", "POST"), told = await answer?.json().catch(() => null);
  if (!answer?.ok || !Array.isArray(told?.broken)) return box.replaceChildren(bounded(told?.error, 300) || say("no_laws"));
  const head = say(told.broken.length ? "laws_broken" : "laws_kept", { matches: Number(told.matches), laws: Number(told.laws) });
  const broken = told.broken.slice(0, 20).map((/** @type {any} */ one) => make("li", {}, `${bounded(one?.name, 80)}: ${bounded(one?.detail, 300)}`));
  return box.replaceChildren(make("p", {}, head), ...(broken.length ? [make("ul", {}, ...broken)] : []));
}

const game = await gameInLink();
if (!game) end(say("no_program"));
else {
  await agreed(game);
  await start(game).catch((fault) => end(ended(bounded(fault.message, 300))));
  const answer = await ask("/game", "POST"), laid = await answer?.json().catch(() => null);
  if (answer?.ok && NAME.test(String(laid?.table).replace(/-/g, "_"))) {
    table = laid.table;
    const keys = laid.links.filter((/** @type {any} */ one) => one.who === "me").map((/** @type {any} */ one) => one.url.split("#")[1]);
    document.body.dataset.keys = keys.join(",");
    for (const id of ["to-five", "to-rules"]) at(id).hidden = true;
    setTimeout(tellLaws, 1000);
  } else if (port) end(ended(bounded(laid?.error, 300) || say("no_answer")));
}
