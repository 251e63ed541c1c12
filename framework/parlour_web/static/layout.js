// Where the panels of a picture stand in a window: by what they are to the viewer and how large they are, and
// never by when they came.
// @ts-check

/** @typedef {{name: string, role: string, width: number, height: number, folded?: boolean, least?: number, legible?: number}}
 * Sized A panel in its own units; of a folded one only the heading is shown. `least` is its minimum width in pixels, and
 * `legible` the pixels of a unit below which nobody can read it. */
/** @typedef {{x: number, y: number, width: number, height: number, folded?: boolean}} Box In pixels. */
/** @typedef {{score: number, width: number, height: number, boxes: Map<string, Box>}} Packed */

const GAP = 10;
const HEAD = 26, EDGE = 7; // pixels of the heading of a panel, and round its picture
const HEADING = HEAD + 2; // pixels of a heading alone
const ROLES = ["scene", "grown", "mine", "foot", "other", "side"];
/** @type {Record<string, number>} */ const WEIGHTS = { scene: 10, grown: 24, mine: 10, foot: 4, other: 6, side: 0.5 };
/** @type {Record<string, number>} */ const EASY = { scene: 1.3, grown: 1.6, mine: 1.1, foot: 0.9, other: 0.75, side: 0.55 }; // pixels of a unit that are easy to read
/** @type {Record<string, number>} */ const MAX_SCALES = { scene: 2.1, grown: 2.6, mine: 2.4, foot: 1.6, other: 2.4, side: 1.6 };
const BEYOND = 0.3; // what a gain in size counts beyond that, beside 1 below
const MIN_SCALE = 0.75; // pixels of a unit; a panel at the side that would be smaller is folded
/** @type {Record<string, number>} */ const LEGIBLE = { scene: 0.565, mine: 0.6, other: 0.6 }; // pixels of a unit: for letters of 16 units, and of 15
const ILLEGIBLE = 60; // what a panel counts that is smaller than that, times the logarithm
const FILLED = 0.85; // part of the window that panels shall cover
const EMPTY = 60; // what the part counts that is missing
const HIDDEN = 1.5; // what each panel counts that is folded
const TOO_NARROW = 1000; // what a panel counts that is narrower than its minimum
const MIN_OTHER = 0.7; // of the width that others' things would have, before mine get narrower
const MIN_SIDE = 0.4; // of the width that the rest would have, before others' things get narrower
const FOLDED = 112; // pixels of a heading that stands alone
const MAX_KNOWN = 50; // layouts that are remembered: a view changes none
const MAX_SHARED = 8; // panels; each more has about five times as many ways to share columns
const FOOT = 1.1; // pixels of a unit that are enough for what stands at the foot
const FEET = [0.215, 0.17, 0.25, 0.3, 0.33, 0.36, 0.39, 0.42]; // parts of the window's height for what stands at its foot

/** @type {Map<string, Map<string, Box>>} */ const known = new Map();

/** Return the box of each panel in a window of this size; one that is enlarged is never smaller than before.
 * @param {Sized[]} panels @param {number} width @param {number} height @param {string} grown The name of the
 * panel that the viewer has enlarged; may be empty. @returns {Map<string, Box>} */
export function arranged(panels, width, height, grown) {
  const key = JSON.stringify([panels.map((one) => [one.name, one.role, one.width, one.height]), width, height, grown]);
  if (!known.has(key) && known.size >= MAX_KNOWN) known.clear();
  known.set(key, known.get(key) ?? arrangement(panels, width, height, grown));
  return /** @type {Map<string, Box>} */ (known.get(key));
}

/** @param {Sized[]} panels @param {number} width @param {number} height @param {string} grown @returns {Map<string, Box>} */
function arrangement(panels, width, height, grown) {
  const before = grown ? arranged(panels, width, height, "") : new Map(), was = before.get(grown), least = was?.folded ? 0 : was?.width;
  const role = (/** @type {Sized} */ one) => (one.name === grown ? "grown" : one.role);
  const place = (/** @type {Sized} */ one) => ROLES.indexOf(role(one));
  const inOrder = panels.map((one) => ({ ...one, role: role(one), legible: grown ? 0 : LEGIBLE[one.role], least: one.name === grown ? least : 0 }))
    .sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
  const boxes = folded(inOrder, width, height);
  return least > (boxes.get(grown)?.width ?? least) ? before : boxes;
}

/** Return the box of each panel; those at the side that would be too small are folded, or all of them for the others' good.
 * @param {Sized[]} inOrder @param {number} width @param {number} height @returns {Map<string, Box>} */
function folded(inOrder, width, height) {
  const all = inOrder.map((one) => (one.role === "side" ? { ...one, folded: true } : one));
  const ways = [foldedSmall(inOrder, width, height), bestOf(all, width, height)];
  const sum = (/** @type {Packed} */ way) => way.score - HIDDEN * [...way.boxes.values()].filter((box) => box.folded).length;
  return ways.reduce((best, one) => (sum(one) > sum(best) ? one : best)).boxes;
}

/** Return the best layout in which no panel at the side is too small: such are folded, one after another.
 * @param {Sized[]} inOrder @param {number} width @param {number} height @returns {Packed} */
function foldedSmall(inOrder, width, height) {
  const way = bestOf(inOrder, width, height);
  const isSmall = (/** @type {Sized} */ one) => (way.boxes.get(one.name)?.width ?? 0) - 2 * EDGE < MIN_SCALE * one.width;
  const isFolding = (/** @type {Sized} */ one) => one.role === "side" && !one.folded && isSmall(one);
  const last = inOrder.findLast(isFolding);
  if (!last) return way;
  return foldedSmall(inOrder.map((one) => (one === last ? { ...one, folded: true } : one)), width, height);
}

/** Return the best layout.
 * @param {Sized[]} inOrder @param {number} width @param {number} height @returns {Packed} */
function bestOf(inOrder, width, height) {
  const isAbove = (/** @type {Sized} */ one) => ["scene", "grown", "mine"].includes(one.role);
  const above = inOrder.filter(isAbove), below = inOrder.filter((one) => !isAbove(one));
  if (!above.length || !below.length) return packed(inOrder, width, height);
  const lowest = Math.max(...below.map((one) => (one.role === "foot" ? one.height : 0)));
  const isFixed = lowest > 0 && !above.some((one) => one.role === "grown");
  const feet = isFixed ? [Math.min(FEET[0], (FOOT * lowest + HEAD + EDGE) / height)] : FEET;
  const ways = feet.map((part) => withFoot(above, below, width, height, part * height));
  if (!isFixed && inOrder.length <= MAX_SHARED) ways.push(packed(inOrder, width, height));
  return ways.reduce((best, one) => (one.score > best.score ? one : best));
}

/** @param {Sized[]} above @param {Sized[]} below @param {number} width @param {number} height @param {number} foot
 * @returns {Packed} */
function withFoot(above, below, width, height, foot) {
  const upper = packed(above, width, height - foot - GAP, height);
  const lower = packed(below, width, foot, height);
  const down = height - lower.height;
  const moved = [...lower.boxes].map(([name, box]) => /** @type {const} */ ([name, { ...box, y: box.y + down }]));
  const spare = (height - foot - GAP - upper.height) / 2;
  const raised = [...upper.boxes].map(([name, box]) => /** @type {const} */ ([name, { ...box, y: box.y + spare }]));
  return { score: upper.score + lower.score, width, height, boxes: new Map([...raised, ...moved]) };
}

/** Return the best way to set panels into columns; each column keeps their order, and the headings of folded ones stand
 * in a column or under one.
 * @param {Sized[]} panels @param {number} width @param {number} height @param {number} [whole] Height of the window.
 * @returns {Packed} */
function packed(panels, width, height, whole = height) {
  const drawn = panels.filter((one) => !one.folded), folded = panels.filter((one) => one.folded);
  const shares = drawn.length ? columnsOf(drawn) : [[]];
  const ways = shares.flatMap((columns) => withHeadings(columns, folded)).map((columns) => {
    const way = placed(columns, width, height), area = [...way.boxes.values()].reduce((sum, box) => sum + box.width * box.height, 0);
    if (panels.some((one) => one.role === "grown")) return way;
    return { ...way, score: way.score - EMPTY * Math.max(0, FILLED - area / (width * height)) * height / whole };
  });
  return ways.reduce((best, one) => (one.score > best.score ? one : best));
}

/** Return the ways to add headings to columns. @param {Sized[][]} columns @param {Sized[]} folded @returns {Sized[][][]} */
function withHeadings(columns, folded) {
  if (!folded.length) return [columns];
  const under = columns.map((_, into) => columns.map((column, place) => (place === into ? [...column, ...folded] : column)));
  return [[...columns, folded], ...under];
}

/** Return all ways to share panels out among columns. @param {Sized[]} panels @returns {Sized[][][]} */
function columnsOf([first, ...others]) {
  /** @type {Sized[][][]} */ let ways = [[[first]]];
  for (const one of others)
    ways = ways.flatMap((columns) => [
      [...columns, [one]],
      ...columns.map((_, into) => columns.map((column, place) => (place === into ? [...column, one] : column))),
    ]);
  return ways;
}

/** Return columns of panels side by side, each as wide as its height allows.
 * @param {Sized[][]} columns @param {number} width @param {number} height @returns {Packed} */
function placed(columns, width, height) {
  const wanted = columns.map((column) => widthOf(column, height));
  narrow(columns, wanted, width - (columns.length - 1) * GAP - columns.length * 2 * EDGE);
  const boxes = new Map();
  let score = 0, x = 0, deepest = 0;
  for (const [place, column] of columns.entries()) {
    const inner = wanted[place];
    let y = 0;
    for (const one of column) {
      const tall = one.folded ? HEADING : inner * one.height / one.width + HEAD + EDGE;
      boxes.set(one.name, { x, y, width: inner + 2 * EDGE, height: tall, folded: one.folded });
      score += one.folded ? 0 : counted(one, inner);
      y += tall + GAP;
    }
    deepest = Math.max(deepest, y - GAP);
    x += inner + 2 * EDGE + GAP;
  }
  const aside = (width - (x - GAP)) / 2;
  for (const box of boxes.values()) box.x += aside;
  return { score, width: x - GAP, height: deepest, boxes };
}

/** Return the width of the pictures of a column that is as wide as its height allows. @param {Sized[]} column @param {number} height */
function widthOf(column, height) {
  const drawn = column.filter((one) => !one.folded), headings = column.length - drawn.length;
  if (!drawn.length) return FOLDED;
  const room = height - drawn.length * (HEAD + EDGE) - headings * HEADING - (column.length - 1) * GAP;
  const slope = drawn.reduce((sum, one) => sum + one.height / one.width, 0);
  return Math.max(1, Math.min(room / slope, ...drawn.map(widest)));
}

/** Return what a panel counts whose picture is so wide. @param {Sized} panel @param {number} inner */
function counted({ role, width, legible = 0, least = 0 }, inner) {
  const scale = inner / width, missing = legible > scale ? ILLEGIBLE * Math.log(scale / legible) : 0;
  return WEIGHTS[role] * worth(scale / EASY[role]) + missing - (inner + 2 * EDGE < least - 0.5 ? TOO_NARROW : 0);
}

/** Make columns narrower until they have room: first those of the rest, then of others' things, then all but headings.
 * @param {Sized[][]} columns @param {number[]} widths @param {number} room */
function narrow(columns, widths, room) {
  const isSide = (/** @type {Sized[]} */ [first]) => first.role === "side" && !first.folded;
  const isOther = (/** @type {Sized[]} */ [first]) => first.role === "other" || isSide([first]);
  for (const [isNarrowed, least] of /** @type {const} */ ([[isSide, MIN_SIDE], [isOther, MIN_OTHER], [(/** @type {Sized[]} */ [first]) => !first.folded, 0]])) {
    const some = [...columns.keys()].filter((place) => isNarrowed(columns[place]));
    const sum = (/** @type {number[]} */ all) => all.reduce((total, one) => total + one, 0);
    const over = Math.max(0, sum(widths) - room), factor = Math.max(least, 1 - over / sum(some.map((place) => widths[place])));
    for (const place of some) widths[place] *= factor;
  }
}

/** Return what a scale counts; 1 is easy to read. @param {number} scale */
const worth = (scale) => Math.log(scale) * (scale < 1 ? 1 : BEYOND);

/** Return the maximum width of a panel's picture in pixels. @param {Sized} panel */
const widest = ({ role, width }) => MAX_SCALES[role] * width;
