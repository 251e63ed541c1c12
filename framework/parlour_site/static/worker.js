// Python in the browser: it plays the tables of this page, and keeps their matches.
// @ts-check

import { loadPyodide } from "../python/pyodide.mjs";
import { load, save } from "./storage.js";

const PYTHON = new URL("../python/", import.meta.url).href;
const FOLDER = "/matches";

/** @type {any} */ let host;
/** @type {any} */ let files;
let isSaving = true; // until the browser refuses

/** Return a file that was compressed when the site was made. @param {string} name @param {string} [type] */
async function unpacked(name, type = "") {
  const answer = await fetch(PYTHON + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body?.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

/** Keep what has changed in the browser, before anybody is told that it is kept. */
async function keep() {
  try {
    if (isSaving) await save(files, FOLDER);
  } catch (fault) {
    isSaving = false;
    postMessage({ unsaved: String(fault) });
  }
}

async function begin() {
  postMessage({ stage: "loading" });
  const wasm = unpacked("pyodide.asm.wasm.gz", "application/wasm");
  const packages = unpacked("packages.zip.gz").then((answer) => answer.arrayBuffer());
  const library = unpacked("library.zip.gz");
  const lock = await (await fetch(`${PYTHON}lock.json`)).text();
  const { fetch: real } = self;
  self.fetch = (...given) => {
    if (String(given[0]).endsWith("/library.zip")) return library;
    return String(given[0]).endsWith("/pyodide.asm.wasm") ? wasm : real(...given);
  };
  const python = await loadPyodide({
    indexURL: PYTHON,
    stdLibURL: `${PYTHON}library.zip`,
    lockFileContents: lock,
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
  });
  self.fetch = real;
  postMessage({ stage: "starting" });
  files = python.FS;
  files.mkdirTree(FOLDER);
  files.writeFile("/packages.zip", new Uint8Array(await packages));
  await load(files, FOLDER).catch((fault) => {
    isSaving = false;
    postMessage({ unsaved: String(fault) });
  });
  python.runPython(`
import sys
from zipfile import ZipFile

ZipFile("/packages.zip").extractall("/site")
sys.path.insert(0, "/site")
`);
  files.unlink("/packages.zip");
  host = python.pyimport("parlour_site.host").Host(FOLDER, keep, tell, close);
}

/** @param {number} line @param {any} message */
function tell(line, message) {
  const copy = message.toJs ? message.toJs() : message;
  message.destroy?.();
  postMessage({ line, message: copy.buffer }, { transfer: [copy.buffer] });
}

/** @param {number} line */
const close = (line) => postMessage({ line, closed: true });

const begun = begin().then(() => postMessage({ ready: true }), (fault) => postMessage({ failed: String(fault.message ?? fault).trim().split("\n").pop() }));

self.onmessage = async ({ data }) => {
  await begun;
  if (data.open) host.open(data.open, data.table);
  else if (data.line) host.hear(data.line, data.text);
  else {
    const answer = await host.ask(data.method, data.path, data.key, data.body, data.language);
    const [status, type, content] = answer.toJs();
    answer.destroy();
    postMessage({ number: data.number, answer: { status, type, body: content } });
  }
};
