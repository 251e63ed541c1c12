// The site without a network, from the second visit on, where the browser allows it.
// @ts-check

const home = new URL("..", import.meta.url).href;
const types = /** @type {any} */ (window).trustedTypes;
const rule = { createScriptURL: (/** @type {string} */ asked) => (asked === `${home}sw.js` ? asked : "") };
const script = types ? types.createPolicy("parlour-offline", rule).createScriptURL(`${home}sw.js`) : `${home}sw.js`;
// A private window may refuse; then the site needs the network.
addEventListener("load", () => navigator.serviceWorker?.register(script, { scope: home }).catch(() => {}));
