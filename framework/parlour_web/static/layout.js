// Where the panels of a picture stand in a window: by what they are to the viewer and how large they are, and
// never by when they came.
// @ts-check

/** @typedef {{name: string, role: string, width: number, height: number, folded?: boolean}} Sized A panel in its own
 * units; of a folded one only the heading is shown. */
/** @typedef {{x: number, y: number, width: number, height: number, folded?: boolean}} Box In pixels. */
/** @typedef {{score: number, width: number, height: number, boxes: Map<string, Box>}} Packed */

const GAP = 10;
const HEAD = 26, EDGE = 7; // pixels of the heading of a panel, and round its picture
const ROLES = ["scene", "grown", "mine", "foot", "other", "side"];
/** @type {Record<string, number>} */ const WEIGHTS = { scene: 10, grown: 12, mine: 10, foot: 4, other: 6, side: 0.5 };
/** @type {Record<string, number>} */ const EASY = { scene: 1.3, grown: 1.6, mine: 1.1, foot: 0.9, other: 0.75, side: 0.55 }; // pixels of a unit that are easy to read
/** @type {Record<string, number>} */ const MAX_SCALES = { scene: 2.4, grown: 2.6, mine: 2.4, foot: 1.6, other: 2.4, side: 1.6 };
const BEYOND = 0.3; // what a gain in size counts beyond that, beside 1 below
const MIN_SCALE = 0.6; // pixels of a unit; a panel at the side that would be smaller is folded
const MIN_OTHER = 0.7; // of the width that others' things and the rest would have, before mine get narrower
const FOLDED = 120; // pixels of a heading that stands alone
const MAX_SHARED = 8; // panels; each more has about five times as many ways to share columns
const FEET = [0.21, 0.17, 0.25, 0.3, 0.36, 0.42]; // parts of the window's height for what stands at its foot

/** Return the box of each panel in a window of this size.
 * @param {Sized[]} panels @param {number} width @param {number} height @param {string} grown The name of the
 * panel that the viewer has enlarged; may be empty. @returns {Map<string, Box>} */
export function arranged(panels, width, height, grown) {
  const role = (/** @type {Sized} */ one) => (one.name === grown ? "grown" : one.role);
  const place = (/** @type {Sized} */ one) => ROLES.indexOf(role(one));
  const inOrder = panels.map((one) => ({ ...one, role: role(one) }))
    .sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
  return folded(inOrder, width, height);
}

/** Return the box of each panel; those at the side that would be too small are folded.
 * @param {Sized[]} inOrder @param {number} width @param {number} height @returns {Map<string, Box>} */
function folded(inOrder, width, height) {
  const boxes = boxesOf(inOrder, width, height);
  const isSmall = (/** @type {Sized} */ one) => (boxes.get(one.name)?.width ?? 0) - 2 * EDGE < MIN_SCALE * one.width;
  const isFolding = (/** @type {Sized} */ one) => one.role === "side" && !one.folded && isSmall(one);
  if (!inOrder.some(isFolding)) return boxes;
  return folded(inOrder.map((one) => (isFolding(one) ? { ...one, folded: true } : one)), width, height);
}

/** Return the box of each panel.
 * @param {Sized[]} inOrder @param {number} width @param {number} height @returns {Map<string, Box>} */
function boxesOf(inOrder, width, height) {
  const isAbove = (/** @type {Sized} */ one) => ["scene", "grown", "mine"].includes(one.role);
  const above = inOrder.filter(isAbove), below = inOrder.filter((one) => !isAbove(one));
  if (!above.length || !below.length) return packed(inOrder, width, height).boxes;
  const feet = below.some((one) => one.role === "foot") ? FEET.slice(0, 1) : FEET;
  const ways = feet.map((part) => withFoot(above, below, width, height, part * height));
  if (feet === FEET && inOrder.length <= MAX_SHARED) ways.push(packed(inOrder, width, height));
  return ways.reduce((best, one) => (one.score > best.score ? one : best)).boxes;
}

/** @param {Sized[]} above @param {Sized[]} below @param {number} width @param {number} height @param {number} foot
 * @returns {Packed} */
function withFoot(above, below, width, height, foot) {
  const upper = packed(above, width, height - foot - GAP);
  const lower = packed(below, width, foot);
  const down = height - lower.height;
  const moved = [...lower.boxes].map(([name, box]) => /** @type {const} */ ([name, { ...box, y: box.y + down }]));
  const spare = (height - foot - GAP - upper.height) / 2;
  const raised = [...upper.boxes].map(([name, box]) => /** @type {const} */ ([name, { ...box, y: box.y + spare }]));
  return { score: upper.score + lower.score, width, height, boxes: new Map([...raised, ...moved]) };
}

/** Return the best way to set panels into columns; each column keeps their order, and folded ones are the last.
 * @param {Sized[]} panels @param {number} width @param {number} height @returns {Packed} */
function packed(panels, width, height) {
  const drawn = panels.filter((one) => !one.folded), folded = panels.filter((one) => one.folded);
  const last = folded.length ? [folded] : [];
  const shares = drawn.length ? columnsOf(drawn) : [[]];
  const ways = shares.map((columns) => placed([...columns, ...last], width, height));
  return ways.reduce((best, one) => (one.score > best.score ? one : best));
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
  const wanted = columns.map((column) => {
    const room = height - column.length * (HEAD + EDGE) - (column.length - 1) * GAP;
    const slope = column.reduce((sum, one) => sum + one.height / one.width, 0);
    return column[0].folded ? FOLDED : Math.max(1, Math.min(room / slope, ...column.map(widest)));
  });
  narrow(columns, wanted, width - (columns.length - 1) * GAP - columns.length * 2 * EDGE);
  const boxes = new Map();
  let score = 0, x = 0, deepest = 0;
  for (const [place, column] of columns.entries()) {
    const inner = wanted[place];
    let y = 0;
    for (const one of column) {
      const tall = one.folded ? HEAD + 2 : inner * one.height / one.width + HEAD + EDGE;
      boxes.set(one.name, { x, y, width: inner + 2 * EDGE, height: tall, folded: one.folded });
      score += one.folded ? 0 : WEIGHTS[one.role] * worth(inner / one.width / EASY[one.role]);
      y += tall + GAP;
    }
    deepest = Math.max(deepest, y - GAP);
    x += inner + 2 * EDGE + GAP;
  }
  const aside = (width - (x - GAP)) / 2;
  for (const box of boxes.values()) box.x += aside;
  return { score, width: x - GAP, height: deepest, boxes };
}

/** Make columns narrower until they have room: first those of others' things and the rest, and then all but headings.
 * @param {Sized[][]} columns @param {number[]} widths @param {number} room */
function narrow(columns, widths, room) {
  const isOther = (/** @type {Sized[]} */ [first]) => ["other", "side"].includes(first.role) && !first.folded;
  for (const [isNarrowed, least] of /** @type {const} */ ([[isOther, MIN_OTHER], [(/** @type {Sized[]} */ [first]) => !first.folded, 0]])) {
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
