// The site without a network: each file is kept when it has come, and comes from there.
// FILES holds the digest of each; it is written above when the site is made.
// @ts-check

/** @typedef {{waitUntil: (done: any) => void, respondWith: (answer: Promise<Response>) => void, request: Request}} WorkerEvent
 *   Of any kind; the types of pages have none of them. */

const worker = /** @type {any} */ (self);
const HOME = new URL("./", self.location.href).href;
const KEPT = `parlour ${new URL(HOME).pathname}`;
const ALONE = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};
const WORKER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The name under which a version of a file is kept. @param {string} path */
const versioned = (path) => `${HOME}${path}?kept=${FILES[path]}`;

/** Bring a file, and keep it. @param {string} path */
async function bring(path) {
  const cache = await caches.open(KEPT);
  if (await cache.match(versioned(path))) return;
  const came = await fetch(HOME + path, { cache: "no-cache" });
  if (!came.ok) throw new Error(`${path}: ${came.status}`);
  const headers = new Headers({ ...ALONE, "Content-Type": came.headers.get("Content-Type") ?? "" });
  if (path.endsWith(".js") || path.endsWith(".mjs")) headers.set("Content-Type", "text/javascript");
  if (path.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  if (path === "static/worker.js") headers.set("Content-Security-Policy", WORKER);
  await cache.put(versioned(path), new Response(came.body, { headers }));
}

/** Forget versions that are no more. */
async function forget() {
  const cache = await caches.open(KEPT), known = new Set(Object.keys(FILES).map(versioned));
  for (const request of await cache.keys()) if (!known.has(request.url)) await cache.delete(request);
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(versioned(path))) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(Promise.all(Object.keys(FILES).map(bring)).then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) =>
  event.waitUntil(forget().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const url = new URL(event.request.url), address = url.origin + url.pathname;
  const path = address.startsWith(HOME) ? address.slice(HOME.length).replace(/(^|\/)$/, "$1index.html") : "";
  if (event.request.method === "GET" && path in FILES) event.respondWith(answer(path, event.request));
});
