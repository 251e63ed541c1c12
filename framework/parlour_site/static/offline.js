// The site without a network, from the second visit on, where the browser allows it.
// @ts-check

const READING_MILLISECONDS = 1000;
const TABLE_MILLISECONDS = 8000;
const home = new URL("..", import.meta.url).href;
const types = /** @type {any} */ (window).trustedTypes;
const rule = { createScriptURL: (/** @type {string} */ asked) => (asked === `${home}sw.js` ? asked : "") };
const script = types ? types.createPolicy("parlour-offline", rule).createScriptURL(`${home}sw.js`) : `${home}sw.js`;
/** Keep the site; a private window may refuse, and then it needs the network. */
const keep = () => navigator.serviceWorker?.register(script, { scope: home }).catch(() => {});
// Who begins a match at once, or sits at a table, gets Python first.
const wait = document.body.classList.contains("table") ? TABLE_MILLISECONDS : READING_MILLISECONDS;
addEventListener("load", () => setTimeout(keep, wait));
