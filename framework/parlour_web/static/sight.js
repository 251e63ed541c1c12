// When a decision comes, something that can be chosen is in the window.
// @ts-check

const THINGS = "#choices g.live, #panels g.live, #act .thing:enabled:not(.quiet)";

let decided = ""; // the decision for which this was done

/** Return whether a click on the middle of a thing would reach something to choose. @param {Element} thing */
function isInSight(thing) {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return Boolean(hit?.closest(".live, #act .thing"));
}

/** Scroll to the first thing that can be chosen, once for each decision, if none is in sight.
 * @param {string} decision A text that names the position and what is chosen. */
export function bringIntoSight(decision) {
  const things = [...document.querySelectorAll(THINGS)];
  if (!things.length || decision === decided) return;
  decided = decision;
  if (things.some(isInSight)) return;
  const folded = things[0].closest("details:not([open])");
  if (folded) folded.toggleAttribute("open", true);
  things[0].scrollIntoView({ block: "center", inline: "center" });
}
