// The worker of a server's pages: if the server cannot be reached, it shows a page that says so.
// It keeps nothing: that page stands in SAID, which is written above when the worker is sent.
// @ts-check

/** @typedef {{page: string, policy: string}} Said */
/** @typedef {{waitUntil: (done: any) => void, respondWith: (answer: Promise<Response>) => void, request: Request,
 *   preloadResponse: Promise<Response|undefined>}} WorkerEvent Of any kind; the types of pages have none of them. */

const said = /** @type {Said} */ (/** @type {any} */ (self).SAID), worker = /** @type {any} */ (self);
const NOT_THERE = [502, 504]; // what a proxy answers whose server is away; Parlour never does
const HEADERS = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": said.policy, "Cache-Control": "no-store" };

/** Return the page that says that the server is away. */
const away = () => new Response(said.page, { status: 503, headers: HEADERS });

/** Answer with the page of the server, or say that it is away. @param {WorkerEvent} event */
async function answer(event) {
  try {
    const came = (await event.preloadResponse) ?? (await fetch(event.request));
    return NOT_THERE.includes(came.status) ? away() : came;
  } catch {
    return away();
  }
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) =>
  event.waitUntil(worker.registration.navigationPreload?.enable()));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(answer(event));
});
