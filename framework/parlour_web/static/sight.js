// When a decision comes, something that can be chosen is in the window.
// @ts-check

const THINGS = "#choices g.live, #panels g.live, #act .thing:enabled:not(.quiet)";

let decision = ""; // the one that the page shows
let left = ""; // the decision at which the reader has scrolled: they look at what they like

/** Return whether a click on the middle of a thing would reach something to choose. @param {Element} thing */
function isInSight(thing) {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return Boolean(hit?.closest(".live, #act .thing"));
}

/** Scroll to the first thing that can be chosen if none is in sight, until the reader scrolls.
 * @param {string} shown A text that names the position and what is chosen. */
export function bringIntoSight(shown) {
  decision = shown;
  const things = [...document.querySelectorAll(THINGS)];
  if (!things.length || decision === left || things.some(isInSight)) return;
  const folded = things[0].closest("details:not([open])");
  if (folded) folded.toggleAttribute("open", true);
  things[0].scrollIntoView({ block: "center", inline: "center" });
}

for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => { left = decision; }, { passive: true });
