// The host's key: the link that the server prints brings it, and this browser keeps it.
// @ts-check

const STORED_AS = "parlour.host"; // the name under which the browser keeps it
const PREFIX = "house-"; // its beginning; keys of seats have none

/** Take the host's key out of the address if it is there, and return the keys of seats in it. */
export function keysInAddress() {
  const keys = location.hash.slice(1).split(","), own = keys.find((key) => key.startsWith(PREFIX));
  const seats = keys.filter((key) => key !== own);
  if (own) {
    localStorage.setItem(STORED_AS, own);
    history.replaceState(null, "", seats.length ? `#${seats}` : location.pathname);
  }
  return seats.length ? seats : [""];
}

export const hostKey = () => localStorage.getItem(STORED_AS) ?? "";

/** Return the header of a request that shows the host's key. @returns {Record<string, string>} */
export const asHost = () => (hostKey() ? { Authorization: `Bearer ${hostKey()}` } : {});
