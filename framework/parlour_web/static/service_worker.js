// The worker of a server's pages: if the server cannot be reached, it shows a page that says so.
// It also shows the notices of a push service. It keeps nothing: its words stand in SAID, which is written above
// when the worker is sent.
// @ts-check

/** @typedef {{page: string, policy: string, turn: string, icon: string}} Said */
/** @typedef {{table: string, game: string, name: string}} Turn See TurnNotice in parlour_web/specifications.py. */
/** @typedef {{waitUntil: (done: any) => void, respondWith: (answer: Promise<Response>) => void, request: Request,
 *   preloadResponse: Promise<Response|undefined>, data: {json: () => any}|null, notification: Notification}} WorkerEvent
 *   Of any kind; the types of pages have none of them. */

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

/** Show that it is somebody's turn; a later notice of the same table takes the place of an earlier one.
 * @param {Turn} turn */
const showTurn = ({ table, game, name }) =>
  worker.registration.showNotification(`${said.turn} – ${game}`, { body: name, tag: table, data: table, icon: said.icon });

/** Show the page of a table: the one that is open, or a new one, which finds the seat. @param {string} table */
async function showTable(table) {
  const path = `/t/${encodeURIComponent(table)}`;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((/** @type {any} */ one) => new URL(one.url).pathname === path);
  return shown ? shown.focus() : worker.clients.openWindow(`${path}?turn`);
}

worker.addEventListener("push", (/** @type {WorkerEvent} */ event) => event.waitUntil(showTurn(event.data?.json() ?? {})));
worker.addEventListener("notificationclick", (/** @type {WorkerEvent} */ event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data));
});
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) =>
  event.waitUntil(worker.registration.navigationPreload?.enable()));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(answer(event));
});
