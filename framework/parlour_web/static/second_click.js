// A second click on the place of a button that has just sent something means nothing.
// @ts-check

const MILLISECONDS = 400; // in which a second click comes that was not meant

/** @type {{since: number, box: DOMRect|undefined}} */ const sent = { since: 0, box: undefined };

/** Return whether a click comes shortly after one on a button of the bar, at the place where that button stood, and
 * none elsewhere came between. The time is the click's own. A key repeats nothing. @param {any} event */
export function isSecond(event) {
  const { timeStamp, clientX: x, clientY: y } = event, { since, box } = sent;
  const isThere = box && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  if (isThere && event.detail > 0 && timeStamp - since < MILLISECONDS) return true;
  const pressed = event.target.closest("#bar button:not([data-id=back])");
  [sent.since, sent.box] = [timeStamp, pressed?.getBoundingClientRect()];
  return false;
}
