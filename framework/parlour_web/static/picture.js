// Pictures: drawn from the nodes of a game, with outlines of places and pieces that glide.
// No game is in here, and a picture can run no code.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set("g rect circle ellipse polygon polyline path line text tspan".split(" "));
const ATTRIBUTES = new Set(("class d fill points stroke-dasharray stroke-linecap stroke-linejoin text-anchor "
  + "transform font-weight data-at data-key aria-label x y width height cx cy r rx ry x1 y1 x2 y2 font-size "
  + "stroke-width opacity").split(" "));
const MAX_SCALE = 2.6; // maximum pixels of a unit
const GLIDE = { duration: 450, easing: "ease-in-out" };
const MIN_WAY = 0.3; // part of its size that a piece must have moved, so that a new mark on it moves nothing
const MAX_BOLD = 20; // if more places can be chosen, their outlines are lighter
export const WINDOW = matchMedia("(min-width: 900px) and (min-height: 500px)"); // smaller ones scroll
const MIN_FILL = 0.6; // minimum part of a place that its first shape fills if it is the outline

/** Draw a node; tags and attributes that are not on the lists are left out.
 * @param {string} tag @param {Record<string, any>} attributes @param {any[]} inside @returns {any} */
function draw(tag, attributes, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
  for (const one of inside) {
    if (typeof one === "string") made.append(one);
    else if (TAGS.has(one[0])) made.append(draw(one[0], one[1], one[2]), ...(/^(g|text)$/.test(one[0]) ? [" "] : [])); // else words run together
  }
  return made;
}

/** @typedef {import("../messages.js").PicturePanel} Panel */

/** Return a panel as an element; each place keeps its id when it is drawn again.
 * @param {Panel} panel @param {any} [made] The element of an earlier drawing; only what differs is drawn again. */
export function drawing(panel, made = draw("svg", {})) {
  const before = made.panel ?? { nodes: [] }, own = [...made.children].slice(0, before.nodes.length);
  const drawn = /** @type {const} */ (["nodes", "label", "width", "height"]);
  if (drawn.every((name) => before[name] === panel[name])) return made;
  const old = new Map(own.map((one, place) => [before.nodes[place], one]));
  const parts = panel.nodes.map((node) => {
    const kept = old.get(node);
    return old.delete(node) ? kept : draw(node[0], node[1], node[2]);
  });
  for (const gone of own.filter((one) => !parts.includes(one))) {
    for (const spot of [gone, ...spotsIn(gone)]) spot.rim?.remove();
    gone.remove();
  }
  for (const [place, part] of parts.entries())
    if (made.children[place] !== part) made.insertBefore(part, made.children[place] ?? null);
  made.panel = panel;
  made.setAttribute("aria-label", panel.label);
  made.setAttribute("viewBox", `0 0 ${panel.width} ${panel.height}`);
  made.setAttribute("role", "group");
  made.dataset.widest = `${MAX_SCALE * panel.width}px`;
  made.style.maxWidth = made.dataset.widest;
  for (const spot of spotsIn(made)) spot.dataset.id = `${panel.name} ${spot.dataset.at ?? spot.dataset.key}`;
  return made;
}

/** Return the places in an element. @param {ParentNode} root @returns {any[]} */
export const spotsIn = (root) => [...root.querySelectorAll("g.spot")];

/** Return the parts of moves that a place stands for. @param {any} spot @returns {string[]} */
export const addressesOf = (spot) => JSON.parse(spot.dataset.at ?? "[]");

/** Mark the places that can be chosen or are chosen; Tab reaches the first of each panel.
 * @param {Element} frame @param {Set<string>} alive @param {Set<string>} chosen
 * @param {Set<string>} others Addresses that can be chosen instead of those chosen last.
 * @param {Set<string>} cards Addresses that have a card of their own: in a small window a finger
 * takes that, and not a small figure elsewhere. */
export function mark(frame, alive, chosen, others, cards) {
  let stop = "0";
  for (const spot of spotsIn(frame)) {
    const own = addressesOf(spot);
    const has = (/** @type {Set<string>} */ some) => own.some((one) => some.has(one));
    const isTwin = !WINDOW.matches && own.length > 0 && own.every((one) => cards.has(one));
    const isLive = has(alive) && !isTwin;
    const isChosen = has(chosen), isButton = !isTwin && (isLive || isChosen || has(others));
    spot.classList.toggle("live", isLive);
    spot.classList.toggle("chosen", isChosen);
    markButton(spot, isButton, { "tabindex": isLive ? stop : "-1", "aria-pressed": String(isChosen) });
    if (isLive) stop = "-1";
    outline(spot);
  }
  const live = [...frame.querySelectorAll("g.live")];
  for (const spot of spotsIn(frame))
    spot.classList.toggle("spent", spot.matches(".chosen:not(.live)") && live.some((one) => covers(spot, one)));
  frame.classList.toggle("crowded", live.length > MAX_BOLD);
}

/** Let a place be a button with these attributes, or only a part of the picture.
 * @param {any} spot @param {boolean} isButton @param {Record<string, string>} attributes */
function markButton(spot, isButton, attributes) {
  spot.setAttribute("role", isButton ? "button" : "img");
  for (const [name, value] of Object.entries(attributes)) {
    if (isButton) spot.setAttribute(name, value);
    else spot.removeAttribute(name);
  }
  if (isButton) nameAsDrawn(spot);
}

/** Let the name of a button have the words that are drawn on it: whoever speaks to the browser says what they see.
 * @param {any} spot */
function nameAsDrawn(spot) {
  spot.named ??= spot.getAttribute("aria-label") ?? "";
  const drawn = [...spot.querySelectorAll("text")].map((one) => one.textContent).join(" ");
  spot.setAttribute("aria-label", spot.named.includes(drawn) ? spot.named : `${spot.named}; ${drawn}`);
}

/** Return whether the middle of a place lies under another. @param {Element} upper @param {Element} lower */
function covers(upper, lower) {
  const one = upper.getBoundingClientRect(), other = lower.getBoundingClientRect();
  const x = other.left + other.width / 2, y = other.top + other.height / 2;
  return one.left < x && x < one.right && one.top < y && y < one.bottom;
}

/** Show the state of a place by an outline over the whole picture, so that no neighbour covers it.
 * The outline has the form of the place's first shape if that is about as large.
 * @param {any} spot */
function outline(spot) {
  if (!spot.rim && !spot.matches(".live, .chosen, .changed, .pointed, [role=button]")) return;
  spot.rim ??= rimOf(spot);
  const states = ["live", "chosen", "changed", "pointed"].filter((one) => spot.classList.contains(one));
  if (spot.matches(":focus-visible")) states.push("focus");
  spot.rim?.setAttribute("class", ["halo", ...states.map((one) => `halo-${one}`)].join(" "));
}

/** @param {any} spot */
function rimOf(spot) {
  const svg = spot.ownerSVGElement, box = spot.getBBox(), first = spot.firstElementChild;
  if (!box.width) return undefined;
  const own = first.matches("g, text") ? { width: 0, height: 0 } : first.getBBox();
  const isOutline = own.width * own.height > MIN_FILL * box.width * box.height;
  const { x, y, width, height } = box;
  const reach = isOutline ? first.cloneNode() : draw("rect", { x, y, width, height, rx: "4" });
  for (const name of ["fill", "opacity", "stroke-width", "stroke-dasharray"]) reach.removeAttribute(name);
  reach.setAttribute("class", "reach");
  const rim = reach.cloneNode();
  let matrix = svg.createSVGMatrix();
  for (let one = isOutline ? first : spot; one !== svg; one = one.parentNode)
    matrix = (one.transform.baseVal.consolidate()?.matrix ?? svg.createSVGMatrix()).multiply(matrix);
  const { a, b, c, d, e, f } = matrix;
  rim.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  spot.append(reach);
  svg.append(rim);
  return rim;
}

/** Mark the pieces of a line that somebody points at, and the places of a plan or a hint.
 * @param {Element} root @param {string[]} keys @param {string[]} places */
export function pointOut(root, keys, places) {
  for (const spot of spotsIn(root)) {
    const isPlace = places.length > 0 && addressesOf(spot).some((one) => places.includes(one));
    spot.classList.toggle("pointed", isPlace || keys.includes(spot.dataset.key));
    outline(spot);
  }
}

/** Show which place has the focus. @param {any} event */
export function showFocus(event) {
  const spot = event.target.closest("g.spot");
  if (spot) outline(spot);
}

/** @typedef {{spot: any, box: DOMRect, svg: any, frame: DOMRect}} Stand A piece and its place on the screen. */

/** Return where each piece stands. @param {Element[]} frames @returns {Map<string, Stand>} */
export function standsIn(frames) {
  const found = new Map();
  for (const svg of frames.flatMap((one) => [...one.querySelectorAll("svg")])) {
    const frame = svg.getBoundingClientRect();
    for (const spot of spotsIn(svg))
      if (spot.dataset.key) found.set(spot.dataset.key, { spot, box: spot.getBoundingClientRect(), svg, frame });
  }
  return found;
}

/** Let pieces glide from where they stood, and new ones appear; this does not wait. A piece that is gone and
 * a new one that is drawn in the same way are one piece.
 * @param {Element[]} frames @param {Map<string, Stand>} before */
export function glide(frames, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const now = standsIn(frames);
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, stand]) => stand);
  for (const [key, stand] of now) {
    const own = before.get(key), from = own ?? takeAlike(gone, stand.spot);
    if (from) move(stand, from);
    else stand.spot.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
  }
}

/** Take out of a list the piece that is drawn in the same way. @param {Stand[]} gone @param {any} spot */
function takeAlike(gone, spot) {
  const look = lookOf(spot), place = gone.findIndex((one) => look && lookOf(one.spot) === look);
  return place < 0 ? undefined : gone.splice(place, 1)[0];
}

/** Return the shapes of a piece, as a text. @param {any} spot */
const lookOf = (spot) => [...spot.querySelectorAll("path")].map((one) => `${one.getAttribute("class")} ${one.getAttribute("d")}`).join();

/** Move a piece from where it stood; a panel that has moved meanwhile takes its pieces along.
 * @param {Stand} to @param {Stand} from */
function move({ spot, box, svg, frame }, from) {
  if (!from.box.width || !box.width) return;
  const isSame = from.svg === svg, scale = isSame ? frame.width / from.frame.width : 1;
  const [left, top] = isSame ? [frame.x - from.frame.x * scale, frame.y - from.frame.y * scale] : [0, 0];
  const x = left + from.box.x * scale - box.x, y = top + from.box.y * scale - box.y;
  if (Math.hypot(x, y) < MIN_WAY * Math.min(box.width, box.height)) return;
  const unit = spot.parentNode.getScreenCTM().inverse();
  const way = `translate(${unit.a * x + unit.c * y}px, ${unit.b * x + unit.d * y}px)`;
  spot.animate([{ transform: way }, { transform: "none" }], GLIDE);
}
