// Python for a game from a link. It runs in a frame that belongs to no site, behind a policy that lets it
// connect to nothing: all that it needs has come with its first message. The page reads what it sends as hostile.
// @ts-check

const MAX_PAGES = 6144; // of 64 KB: Python may take so much memory

/** Return whether something fails, as the policy wants it. @param {() => Promise<any>} attempt */
const isRefused = (attempt) => attempt().then(() => false, () => true);

/** Return whether the policy of the frame holds here: a worker without it could send what it likes anywhere. */
const isApart = async () => self.origin === "null"
  && await isRefused(() => fetch("data:,"))
  && await isRefused(() => import(/** @type {any} */ ("data:text/javascript,")));

/** Return an address of some bytes. @param {BlobPart} bytes @param {string} type */
const addressOf = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));

/** Return the line of an error that says what went wrong. @param {any} fault */
const lastOf = (fault) => String(fault.message ?? fault).trim().split("\n").filter((line) => /^[\w.]+(Error|Problem|Game|Exit)\b|^\w+: /.test(line)).pop() ?? String(fault);

/** Let memory grow no further than it may. */
function boundMemory() {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function bounded(pages) {
    if (this.buffer.byteLength / 65536 + pages > MAX_PAGES) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
}

/** Begin Python with a game. @param {any} given @param {MessagePort} port */
async function begin({ files, name, source, pace }, port) {
  const script = (/** @type {string} */ file) => addressOf(files[file], "text/javascript");
  const unzipped = (/** @type {string} */ file, type = "") =>
    new Response(new Blob([files[file]]).stream().pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
  const { loadPyodide } = await import(script("pyodide.mjs"));
  const { default: createPyodideModule } = await import(script("pyodide.asm.mjs"));
  self.fetch = async (/** @type {any} */ asked) => {
    if (String(asked).endsWith(".wasm")) return unzipped("pyodide.asm.wasm.gz", "application/wasm");
    if (String(asked).endsWith("/library.zip")) return unzipped("library.zip.gz");
    throw new TypeError("nothing to connect to");
  };
  boundMemory();
  const python = await loadPyodide({
    indexURL: "https://nowhere.invalid/",
    stdLibURL: "https://nowhere.invalid/library.zip",
    lockFileContents: new TextDecoder().decode(files["lock.json"]),
    createPyodideModule,
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PARLOUR_PATH: `/game/${name}.py` },
  });
  for (const folder of ["/game", "/matches"]) python.FS.mkdirTree(folder);
  python.FS.writeFile(`/game/${name}.py`, source);
  for (const archive of ["packages", "laws"])
    if (files[`${archive}.zip.gz`]) python.FS.writeFile(`/${archive}.zip`, new Uint8Array(await (await unzipped(`${archive}.zip.gz`)).arrayBuffer()));
  python.runPython(`
import sys
from pathlib import Path
from zipfile import ZipFile

for archive in sorted(Path("/").glob("*.zip")):
    ZipFile(archive).extractall("/site")
    archive.unlink()
sys.path.insert(0, "/site")
`);
  const tell = (/** @type {number} */ line, /** @type {any} */ message) => {
    const copy = message.toJs();
    message.destroy();
    port.postMessage({ line, message: copy.buffer }, [copy.buffer]);
  };
  const close = (/** @type {number} */ line) => port.postMessage({ line, closed: true });
  return python.pyimport("parlour_site.stranger").Stranger(`/game/${name}.py`, "/matches", tell, close, pace);
}

self.onmessage = async ({ data, ports: [port] }) => {
  self.onmessage = null;
  port.onmessage = null;
  if (!(await isApart())) return port.postMessage({ failed: "apart" });
  /** @type {any} */ let host;
  const begun = begin(data, port).then((made) => { host = made; });
  begun.then(() => port.postMessage({ ready: true }), (fault) => port.postMessage({ failed: lastOf(fault) }));
  port.onmessage = async ({ data: asked }) => {
    if (asked.ping) return port.postMessage({ pong: asked.ping });
    await begun;
    if (asked.open) return host.open(asked.open, asked.table);
    if (asked.line) return host.hear(asked.line, asked.text);
    const answer = await host.ask(asked.method, asked.path, asked.key, asked.body, asked.language);
    const [status, type, content] = answer.toJs();
    answer.destroy();
    return port.postMessage({ number: asked.number, answer: { status, type, body: content } });
  };
  return undefined;
};

