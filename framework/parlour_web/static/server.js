// The way of a page to the server. No other script knows its addresses.
// @ts-check

/** @typedef {import("./here.js").Ends} Ends */
/** @typedef {import("./here.js").Line} Line */

/** Open the socket of the table that this page shows. @param {Ends} ends @returns {Line} */
export function line({ opened, came, closed }) {
  const socket = new WebSocket(`${location.href.replace(/^http/, "ws").split("#")[0]}/socket`);
  socket.binaryType = "arraybuffer";
  socket.onopen = opened;
  socket.onmessage = ({ data }) => came(data);
  socket.onclose = closed;
  const send = (/** @type {string} */ text) => {
    const isOpen = socket.readyState === WebSocket.OPEN;
    if (isOpen) socket.send(text);
    return isOpen;
  };
  return { send };
}

/** Ask the server, with a key if there is one.
 * @param {string} path @param {string} [method] @param {string} [body] @param {string} [key] */
export function ask(path, method = "GET", body = undefined, key = "") {
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  return fetch(path, { method, headers, body }).catch(() => null);
}

/** Return the link to a path, which is its own link here. @param {string} path */
export const address = (path) => path;

/** Return the name of the table of a link, or of this page. @param {string} [link] */
export const tableName = (link) =>
  (link ? new URL(link, location.href).pathname.split("/").pop() : document.body.dataset.table) ?? "";
