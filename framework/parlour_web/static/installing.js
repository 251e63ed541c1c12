// The worker that a browser keeps for the pages of a server. The policy of the pages lets one rule name a script
// for it; this is that rule, it knows one address, and no later script can make another.
// @ts-check

const WORKER = `${location.origin}/service_worker.js?${document.documentElement.lang}`;
const types = /** @type {any} */ (window).trustedTypes;
const rule = { createScriptURL: (/** @type {string} */ asked) => (asked === WORKER ? asked : "") };
const script = types ? types.createPolicy("parlour-worker", rule).createScriptURL(WORKER) : WORKER;

// A private window may refuse, and a page without https has no workers.
addEventListener("load", () => navigator.serviceWorker?.register(script, { scope: "/" }).catch(() => {}));
