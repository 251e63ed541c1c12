// How this page reaches its tables: by the script that an attribute of <body> names, and by no other.
// server.js asks a server; a script beside it with the same four functions may ask something else.
// @ts-check

/** @typedef {{opened: () => void, came: (message: ArrayBuffer) => void, closed: () => void}} Ends
 *   What happens at the page's end of a line. */
/** @typedef {{send: (text: string) => boolean}} Line `send` returns whether the line is open. */
/** @typedef {(path: string, method?: string, body?: string, key?: string) => Promise<Response|null>} Ask
 *   Asks outside the line; there may be no answer. Paths are those of the server: parlour_web/page_acts.py. */
/** @typedef {{line: (ends: Ends) => Line, ask: Ask, address: (path: string) => string,
 *   tableName: (link?: string) => string}} Way `line` opens the line to the table of this page, `address` returns
 *   the link to what has a path or a link at the server, `tableName` the table of a link, or of this page. */

const { dataset, classList } = document.body;
/** @type {Way} */ const way = await import(`./${dataset.line ?? "server"}.js`);
export const { line, ask, address, tableName } = way;

if (classList.contains("table") && !dataset.game) await (await import("./face.js")).showFace(way);
