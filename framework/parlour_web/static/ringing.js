// Notices of one's turn while no page is open: the push service of the browser brings them to the worker.
// @ts-check

import { say } from "./words.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @type {any} */ const box = document.getElementById("push");
/** @type {Set<Sitting>} */ const seated = new Set(); // the seats of this page

/** Return an address as a server keeps it. @param {PushSubscription} subscription */
function addressOf(subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return `push:${endpoint.replace(/^https:/, "")}#${keys.p256dh}.${keys.auth}`;
}

/** Return whether an address was made for the key of this server. @param {PushSubscription} subscription */
function isOurs({ options }) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const key = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
  return key === box.dataset.key;
}

/** Return what the browser makes addresses with, once the worker is there. */
const service = async () => (await navigator.serviceWorker.ready).pushManager;

/** Tell the server where to ring for some seats; nowhere if the text is empty.
 * @param {Iterable<Sitting>} seats @param {string} url @param {boolean} quiet */
function tell(seats, url, quiet) {
  for (const one of seats) one.send({ type: "webhook", url, quiet });
}

/** Have the browser make an address; one for another key of a server goes first. @returns {Promise<PushSubscription>} */
async function subscribe() {
  const push = await service(), wanted = { userVisibleOnly: true, applicationServerKey: box.dataset.key };
  try {
    return await push.subscribe(wanted);
  } catch (fault) {
    const former = await push.getSubscription();
    if (!former) throw fault;
    await former.unsubscribe();
    return push.subscribe(wanted);
  }
}

/** Begin to ring, or say why not. */
async function begin() {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return say("push_denied");
  try {
    tell(seated, addressOf(await subscribe()), false);
    return "";
  } catch (fault) {
    return say("push_failed", { why: fault instanceof Error ? fault.message : fault });
  }
}

/** Ring no more: an address that is given up is forgotten at all tables. */
async function end() {
  await (await (await service()).getSubscription())?.unsubscribe();
  tell(seated, "", false);
  return "";
}

/** Ring for the seats of the page if the person has chosen that in this browser, and let them choose.
 * @param {Sitting[]} sittings */
export async function ring(sittings) {
  if (!window.PushManager || !navigator.serviceWorker) return;
  const fresh = sittings.filter((one) => one.view && one.view.seat !== null && !seated.has(one));
  if (!fresh.length) return;
  for (const one of fresh) seated.add(one);
  const former = await (await service()).getSubscription(), place = box.closest("label");
  const isOn = former !== null && isOurs(former) && Notification.permission === "granted";
  if (isOn) tell(fresh, addressOf(former), true);
  if (!place.hidden) return;
  [box.checked, place.hidden] = [isOn, false];
  box.addEventListener("change", async () => {
    const why = await (box.checked ? begin() : end());
    if (why) box.checked = false;
    box.setCustomValidity(why);
    box.reportValidity();
  });
}
