// The table in a browser: it shows what a seat sees, and turns clicks and keys into typed lines.
// No game is in here: a move comes with the addresses of its parts, a picture with those of its places.
// @ts-check

/** @typedef {{text: string, form: string, at: string[], gloss?: string, offer?: boolean}} Move */
/** @typedef {{at: string[], field?: string}} Step A choice: a move must have one of the addresses. */
/** @typedef {[string, Record<string, string>, any[]]} PictureNode A tag, its attributes, what is inside. */
/** @typedef {Record<string, any>} Message The fields are those of parlour/web/messages.py. */

const LIST = 12; // moves or values beyond this number are a list, and no row of buttons
const TARGET = 44; // pixels of a target for a finger
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set("g rect circle ellipse polygon polyline path line text tspan".split(" "));
const ATTRIBUTES = new Set(("class d fill points stroke-dasharray stroke-linecap stroke-linejoin text-anchor "
  + "transform font-weight data-at data-key aria-label x y width height cx cy r rx ry x1 y1 x2 y2 font-size "
  + "stroke-width opacity").split(" "));

/** Find an element of the page by its id. @returns {any} */
const at = (/** @type {string} */ id) => document.getElementById(id);

/** Make an element: functions become listeners, and texts text, never markup.
 * @param {string} tag @param {Record<string, any>} [given] @param {any[]} inside @returns {any} */
function make(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given))
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...inside.filter(Boolean));
  return made;
}

/** Make a button that is found again by `id` after the page was redrawn.
 * @param {string} id @param {any} words @param {Function} click @param {Record<string, any>} [more] */
const button = (id, words, click, more) => make("button", { type: "button", "data-id": id, click, ...more }, words);

/** Draw a node of a picture; what is not on the lists is left out.
 * @param {string} tag @param {Record<string, any>} attributes @param {any[]} inside @returns {any} */
function draw(tag, attributes, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
  for (const one of inside) if (typeof one === "string") made.append(one); else if (TAGS.has(one[0])) made.append(draw(...one));
  return made;
}

// What is chosen

/** @param {Move[]} moves @param {Step[]} chosen */
const remaining = (moves, chosen) => moves.filter((move) => chosen.every((step) => step.at.some((one) => move.at.includes(one))));

/** Return the addresses that some of the moves have, and not all; of a single legal move, all.
 * @param {Move[]} moves @param {boolean} isBegun */
function liveAmong(moves, isBegun) {
  const all = [...new Set(moves.flatMap((move) => move.at))];
  return new Set(!isBegun && moves.length === 1 ? all : all.filter((one) => !moves.every((move) => move.at.includes(one))));
}

/** Return the texts of a move's fields by name. @param {Move} move */
const fieldsOf = (move) => move.at.map(parted).filter(([name]) => name !== "form" && name !== "move");
/** @param {string} address */
const parted = (address) => { const place = address.indexOf("="); return [address.slice(0, place), address.slice(place + 1)]; };

/** A seat at which this page sits, with what it sees and what is chosen there. */
class Sitting {
  sight = /** @type {any} */ (null);
  past = /** @type {any} */ (null); // what was seen at an earlier position, while one looks back
  preview = /** @type {any} */ (null);
  reply = /** @type {any} */ (null);
  moves = /** @type {Move[]} */ ([]);
  live = /** @type {string[]} */ ([]); // what can be chosen, where the moves are too many to be here
  chosen = /** @type {Step[]} */ ([]);
  asked = ""; // the move whose preview was asked for
  sentAt = -1; // the position at which a line was sent
  pause = 250; // milliseconds until the next try to connect
  looking = false; // whether a position was asked for that has not come yet
  isOut = false;

  /** @param {string} key */
  constructor(key) {
    this.key = key;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`${location.href.replace(/^http/, "ws").split("#")[0]}/socket`);
    this.socket.onopen = () => this.send({ type: "sit", key: this.key });
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.isOut) return;
      say("The connection is lost. Trying again …");
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, 15000);
    };
  }

  /** @param {Message} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} [text] */
  enter(text) {
    if (!text || !this.sight) return;
    this.sentAt = this.sight.position;
    this.reply = null;
    this.send({ type: "enter", text, position: this.sight.position });
  }

  /** @param {Message} message */
  take(message) {
    if (message.type === "sight") return this.see(message);
    if (message.type === "past") [this.past, this.looking] = [message, false];
    else if (message.type === "moves") this.setMoves(message.moves, message.moves.length ? [] : message.live);
    else if (message.type === "reply") this.reply = message;
    else if (message.type === "forked") this.reply = { lines: ["A table of your own begins there."], link: message.url };
    else if (message.type === "preview" && message.text === this.asked) this.preview = message;
    else if (message.type === "bye") [this.isOut] = [!message.again, say(message.why)];
    if (this.isQuick) this.enter(this.proposal?.text);
    if (this === shown) render();
  }

  /** @param {Message} sight */
  see(sight) {
    const wasMine = this.sight?.turn.mine;
    if (this.sentAt >= 0 && this.sentAt !== sight.position) this.chosen = [];
    [this.sight, this.pause, this.sentAt, this.preview, this.asked] = [sight, 250, -1, null, ""];
    say("");
    this.setMoves(sight.moves);
    if (sight.too_many) this.narrow();
    if (sight.turn.mine && !wasMine) notify(sight);
    remember(sight);
    seatSomebody();
  }

  /** Take the moves that there are; choices that fit none of them are dropped.
   * @param {Move[]} moves @param {string[]} live */
  setMoves(moves, live = []) {
    this.moves = moves.map((move) => ({ ...move, at: [...move.at, `move=${move.text}`] }));
    this.live = live;
    while (this.moves.length && this.chosen.length && !this.rest.length) this.chosen.pop();
    this.ask();
  }

  narrow() { this.send({ type: "narrow", chosen: this.chosen.map((step) => step.at[0]) }); }
  get rest() { return remaining(this.moves, this.chosen); }
  get alive() { return this.live.length ? new Set(this.live) : liveAmong(this.rest, this.chosen.length > 0); }

  /** The move that is meant: the only one left, or the one that all others make longer. */
  get proposal() {
    const rest = this.chosen.length ? this.rest : this.moves.filter((move) => !move.offer);
    if (rest.length < 2 || !this.chosen.length) return rest.length === 1 ? rest[0] : undefined;
    return rest.find((one) => rest.every((other) => `${other.text} `.startsWith(`${one.text} `)));
  }

  /** Whether what was chosen is to be played at once: it is shown, and could be taken back. */
  get isQuick() {
    return at("quick").checked && this.preview && !this.preview.why_not && this.chosen.length && this.rest.length === 1;
  }

  /** Choose; what was chosen last gives way where both cannot be. @param {Step} step */
  choose(step) {
    if (step.field) this.chosen = this.chosen.filter((one) => one.field !== step.field);
    else while (this.chosen.length && !step.at.some((one) => this.alive.has(one))) this.chosen.pop();
    const found = step.field ? step.at : step.at.filter((one) => this.alive.has(one));
    if (found.length) this.chosen.push({ ...step, at: found });
    this.decided();
  }

  back() {
    this.chosen.pop();
    this.decided();
  }

  decided() {
    if (this.sight?.too_many) this.narrow();
    this.ask();
    render();
  }

  /** Ask what the move that is meant would lead to. */
  ask() {
    const text = (this.chosen.length && this.proposal?.text) || "";
    if (text === this.asked) return;
    [this.asked, this.preview] = [text, null];
    if (text) this.send({ type: "preview", text });
  }

  /** Look back at a position; null is now. @param {number|null} position */
  look(position) {
    if (position === null) this.past = null;
    else if (!this.looking) {
      this.looking = true;
      this.send({ type: "review", at: position, ...(at("as").value && { seat: Number(at("as").value) }) });
    }
    render();
  }

  /** The positions at which the table changed. @returns {number[]} */
  get stops() { return this.past?.stops ?? [...new Set([0, ...this.sight.log.map((/** @type {any} */ one) => one.at), this.sight.position])]; }

  /** @param {number} place The number of a stop; the last is now. */
  lookAt(place) { this.look(place >= this.stops.length - 1 && !at("as").value ? null : this.stops[Math.max(place, 0)]); }
}

let sittings = /** @type {Sitting[]} */ ([]);
let shown = /** @type {Sitting|null} */ (null); // whose sight is on the page; nobody's behind the curtain

/** Show the seat that is asked for something; where seats hide something, a curtain falls in between. */
function seatSomebody() {
  const due = sittings.find((one) => one.sight?.turn.mine), some = sittings.find((one) => one.sight);
  const isDiscreet = sittings.length > 1 && some?.sight.game.hides && !some.sight.is_over;
  if (!isDiscreet) shown = due ?? shown ?? some ?? null;
  else if (!shown && due) lower(due);
  render();
}

/** Hide everything until the next person sits here. @param {Sitting} next */
function lower(next) {
  shown = null;
  for (const id of ["panels", "act", "described", "log", "news", "score", "seats", "texts"]) at(id).replaceChildren();
  at("curtain-name").textContent = next.sight.names[next.sight.seat];
  at("curtain-open").onclick = () => {
    shown = next;
    at("curtain").close();
    render();
  };
  if (!at("curtain").open) at("curtain").showModal();
}

// What the page shows

/** Say something of the connection. @param {string} words */
const say = (words) => { at("line-state").textContent = words; };

/** Show all that there is to see for whoever sits here; the focus stays where it was. */
function render() {
  if (!shown?.sight) return;
  const { sight, past, preview } = shown, seen = past ?? sight, told = preview?.why_not ? null : preview;
  const focused = document.activeElement?.getAttribute("data-id");
  document.body.classList.toggle("past", Boolean(past));
  at("turn").textContent = past ? `Looking back: position ${past.at} of ${past.last}` : sight.turn.text;
  at("turn").classList.toggle("mine", sight.turn.mine && !past);
  at("status").textContent = seen.status;
  renderPanels((past ? null : told?.picture) ?? seen.picture, told?.panels.length && !past ? told.panels : seen.text, seen);
  at("described").replaceChildren(...((past ? null : told) ?? seen).described.map((/** @type {any} */ one) => make("p", {}, one)));
  at("hand").inert = Boolean(past);
  mark(shown);
  at("act").replaceChildren(...(past ? [] : actions(shown)));
  renderSide(shown);
  renderTools(shown);
  if (focused) refocus(focused, shown);
}

/** Draw the panels; pieces glide from where they were, and nothing waits for that.
 * @param {Message|null} picture @param {Message[]} texts @param {Message} seen */
function renderPanels(picture, texts, seen) {
  const before = new Map(spotsIn(at("panels")).map((one) => [one.dataset.key, one.getBoundingClientRect()]));
  const standing = new Map([...at("panels").children].map((one) => [one.dataset.name, one]));
  const frames = (picture?.panels ?? texts).map((/** @type {any} */ panel) => {
    const isOpen = panel.needed || matchMedia("(min-width: 700px)").matches;
    const frame = standing.get(panel.name) ?? make("details", { class: "panel", "data-name": panel.name, open: isOpen },
      make("summary", {}, make("h2")), make("div", { class: "pane", tabindex: "0" }));
    const [summary, pane] = frame.children, ink = JSON.stringify(panel);
    summary.firstChild.textContent = panel.title;
    pane.setAttribute("aria-label", panel.title);
    if (frame.dataset.ink !== ink) pane.replaceChildren(panel.nodes ? drawing(panel) : make("pre", {}, panel.lines.join("\n")));
    frame.dataset.ink = ink;
    for (const spot of spotsIn(frame)) spot.classList.toggle("changed", seen.changed.includes(spot.dataset.key));
    return frame;
  });
  if (frames.length !== at("panels").children.length || frames.some((/** @type {any} */ one, /** @type {number} */ place) => one !== at("panels").children[place]))
    at("panels").replaceChildren(...frames);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) for (const spot of spotsIn(at("panels"))) glide(spot, before.get(spot.dataset.key));
}

/** @param {any} panel */
function drawing(panel) {
  const made = draw("svg", { "aria-label": panel.label }, panel.nodes);
  made.setAttribute("viewBox", `0 0 ${panel.width} ${panel.height}`);
  made.setAttribute("role", "group");
  made.style.maxWidth = `${2 * panel.width}px`;
  for (const spot of spotsIn(made)) spot.dataset.id = `${panel.name}/${spot.dataset.at ?? spot.dataset.key}`;
  return made;
}

/** @param {ParentNode} root @returns {any[]} */
const spotsIn = (root) => [...root.querySelectorAll("g.spot")];
/** @param {any} spot @returns {string[]} */
const addressesOf = (spot) => JSON.parse(spot.dataset.at ?? "[]");

/** Let a piece glide from where it was. @param {any} spot @param {DOMRect} [from] */
function glide(spot, from) {
  const to = spot.getBoundingClientRect();
  if (!spot.dataset.key || !from?.width || !to.width || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 2) return;
  const unit = spot.parentNode.getScreenCTM().inverse(), [x, y] = [from.x - to.x, from.y - to.y];
  const way = `translate(${unit.a * x + unit.c * y}px, ${unit.b * x + unit.d * y}px)`;
  spot.animate([{ transform: way }, { transform: "none" }], { duration: 200, easing: "ease-out" });
}

/** Mark what can be chosen. @param {Sitting} sitting */
function mark(sitting) {
  const isOpen = !sitting.past && !sitting.sight.question, begun = sitting.chosen.length > 0;
  const alive = isOpen ? sitting.alive : new Set(), chosen = new Set(sitting.chosen.flatMap((step) => step.at));
  const others = isOpen && begun ? liveAmong(sitting.moves, true) : alive;
  for (const frame of at("panels").children) {
    let stop = "0";
    for (const spot of spotsIn(frame)) {
      const addresses = addressesOf(spot), isLive = addresses.some((one) => alive.has(one));
      const isChosen = isOpen && addresses.some((one) => chosen.has(one));
      const isButton = isLive || isChosen || addresses.some((one) => others.has(one));
      spot.classList.toggle("live", isLive);
      spot.classList.toggle("chosen", isChosen);
      spot.setAttribute("role", isButton ? "button" : "img");
      for (const [name, value] of [["tabindex", isLive || isChosen ? stop : "-1"], ["aria-pressed", String(isChosen)]])
        if (isButton) spot.setAttribute(name, value); else spot.removeAttribute(name);
      if (isLive) stop = "-1";
      if (isButton || spot.classList.contains("changed")) outline(spot);
    }
    enlarge(frame);
  }
}

/** Put an outline round a place: in the form of its first shape, if that is about as large.
 * @param {any} spot */
function outline(spot) {
  const box = spot.getBBox(), first = spot.firstElementChild;
  if (!box.width || spot.lastElementChild.matches(".halo")) return;
  const own = first.tagName === "g" || first.tagName === "text" ? { width: 0, height: 0 } : first.getBBox();
  const isAlike = own.width * own.height > 0.6 * box.width * box.height;
  const rim = isAlike ? first.cloneNode() : draw("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: "4" });
  for (const name of ["fill", "opacity", "stroke-width", "stroke-dasharray"]) rim.removeAttribute(name);
  rim.setAttribute("class", "halo");
  spot.append(rim);
}

/** On a phone, let a panel grow until what can be chosen suits a finger. @param {any} frame */
function enlarge(frame) {
  const made = frame.querySelector("svg");
  if (!made || !matchMedia("(max-width: 699px)").matches) return;
  const sides = [...frame.querySelectorAll(".live")].map((one) => one.getBoundingClientRect()).flatMap((box) => [box.width, box.height]);
  const factor = Number(frame.dataset.zoom ?? 1) * Math.max(1, TARGET / Math.min(...sides.filter(Boolean), TARGET));
  frame.dataset.zoom = String(Math.min(factor, 6));
  made.style.width = `${100 * Math.min(factor, 6)}%`;
}

/** Return what can be pressed: the move in the making, and parts of moves that are not drawn.
 * @param {Sitting} sitting @returns {any[]} */
function actions(sitting) {
  const { sight, chosen, proposal, preview, reply } = sitting, parts = sight.notes.map((/** @type {any} */ one) => make("p", { class: "gloss" }, one));
  const next = sittings.find((one) => one !== sitting && one.sight?.turn.mine), question = sight.question || reply?.question;
  for (const line of reply?.lines ?? []) parts.push(make("p", { class: reply.refused ? "refused" : "reply" }, line));
  if (reply?.rule) parts.push(make("a", { href: `/games/${sight.game.id}/rules#r${reply.rule}`, target: "_blank" }, `Rule ${reply.rule}`));
  if (reply?.link) parts.push(make("a", { href: reply.link, target: "_blank" }, "Open it"));
  if (sight.is_over) parts.push(...sight.result.map((/** @type {any} */ one) => make("p", { class: "result" }, one)));
  if (next && !sight.turn.mine) parts.push(button("pass", `Pass to ${next.sight.names[next.sight.seat]}`, () => lower(next), { class: "play" }));
  if (question) {
    const answers = ["Yes", "No"].map((one) => button(one, one, () => sitting.enter(one.toLowerCase()), { class: "thing" }));
    return [...parts, make("p", { class: "question", role: "alert" }, question), make("p", { class: "row" }, ...answers)];
  }
  const back = chosen.length > 0 && button("back", "Back (Esc)", () => sitting.back(), { class: "thing" });
  if (proposal) {
    const play = button("play", "Play ", () => sitting.enter(proposal.text), { class: `play thing ${preview?.why_not ? "final" : ""}` });
    play.append(make("b", {}, proposal.text));
    parts.push(make("p", { class: "row" }, play, back), make("p", { class: "gloss" }, proposal.gloss));
    if (preview?.why_not) parts.push(make("p", { class: "final" }, `For good: ${preview.why_not}`));
  } else if (back) parts.push(make("p", { class: "row" }, make("b", {}, `${chosen.map((step) => parted(step.at[0])[1]).join(" · ")} …`), back));
  return [...parts, ...offered(sitting)];
}

/** Return controls for the parts of moves that no place on the table stands for.
 * @param {Sitting} sitting @returns {any[]} */
function offered(sitting) {
  const drawn = new Set(spotsIn(at("panels")).flatMap(addressesOf));
  if (sitting.live.length) {
    const names = new Set(sitting.live.filter((one) => !drawn.has(one)).map((one) => parted(one)[0]));
    return [...names].map((name) => fieldControl(sitting, name, sitting.live.filter((one) => parted(one)[0] === name).map((one) => parted(one)[1])));
  }
  const base = remaining(sitting.moves, sitting.chosen.filter((step) => !step.field)), alive = liveAmong(base, sitting.chosen.length > 0);
  const hidden = base.length < 2 ? [] : base.filter((move) => !move.at.some((one) => alive.has(one) && drawn.has(one)));
  const forms = [...new Set(hidden.map((move) => move.form))];
  const names = [...new Set(hidden.flatMap(fieldsOf).map(([name]) => name))].filter((name) => valuesOf(hidden, name).length > 1);
  if (forms.length === 1 && (hidden.length > LIST || (names.length > 1 && names.some((name) => isNumeric(valuesOf(hidden, name))))))
    return names.map((name) => fieldControl(sitting, name, valuesOf(remaining(hidden, sitting.chosen.filter((step) => step.field && step.field !== name)), name)));
  const choice = (/** @type {string} */ address, /** @type {string} */ words, /** @type {any} */ note) =>
    button(address, make("span", {}, words), () => sitting.choose({ at: [address] }), { class: "thing", "data-note": note ?? "" });
  const single = (/** @type {Move} */ move) => choice(`move=${move.text}`, move.text, move.gloss);
  const grouped = (/** @type {string} */ form) => {
    const moves = hidden.filter((move) => move.form === form);
    return moves.length === 1 ? single(moves[0]) : choice(`form=${form}`, `${form.replace(/\[.*?\]/g, "").toLowerCase()} …`, `${moves.length} moves`);
  };
  return [make("div", { class: "row" }, ...(hidden.length > LIST ? forms.map(grouped) : hidden.map(single)))];
}

/** @param {Move[]} moves @param {string} name */
const valuesOf = (moves, name) => [...new Set(moves.flatMap(fieldsOf).filter(([one]) => one === name).map(([, value]) => value))];
/** @param {string[]} values */
const isNumeric = (values) => values.length > 2 && values.every((one) => /^\d+( |$)/.test(one));

/** Return a stepper, a list or a row of buttons for the values of a field.
 * @param {Sitting} sitting @param {string} name @param {string[]} values */
function fieldControl(sitting, name, values) {
  const now = sitting.chosen.map((step) => parted(step.at[0])).find(([one]) => one === name)?.[1];
  const choose = (/** @type {string} */ value) => sitting.choose({ at: [`${name}=${value}`], field: name });
  const given = { class: "stepper", role: "group", "aria-label": name };
  if (isNumeric(values)) {
    values.sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
    const place = values.indexOf(now ?? "");
    const step = (/** @type {number} */ to, /** @type {string} */ sign, /** @type {string} */ word) => button(`${word} ${name}`, sign,
      () => choose(values[to]), { class: "thing", "aria-label": `${word} ${name}`, disabled: to < 0 || to >= values.length });
    return make("p", given, make("span", {}, name), step(place - 1, "−", "fewer"), make("output", {}, now ?? "…"), step(place + 1, "+", "more"));
  }
  if (values.length > LIST) {
    const list = make("select", { class: "thing", "data-id": `list ${name}`, "aria-label": name, change: (/** @type {any} */ event) => choose(event.target.value) });
    fill(list, [["", `${name} …`], ...values.map((one) => [one, one || "none"])]);
    list.value = now ?? "";
    return make("p", given, list);
  }
  return make("p", given, make("span", {}, name), ...values.map((one) =>
    button(`${name}=${one}`, one || "none", () => choose(one), { class: "thing", "aria-pressed": String(one === now) })));
}

/** @param {any} list @param {string[][]} options */
function fill(list, options) {
  if (list.dataset.filled !== JSON.stringify(options)) list.replaceChildren(...options.map(([value, words]) => make("option", { value }, words)));
  list.dataset.filled = JSON.stringify(options);
}

/** Show the seats, the score, and what happened. @param {Sitting} sitting */
function renderSide({ sight, past, stops }) {
  const totals = sight.score.filter((/** @type {any} */ line) => line.total).pop(), score = (past ?? sight).score, news = (past ?? sight).news;
  at("seats").replaceChildren(...sight.names.map((/** @type {string} */ name, /** @type {number} */ seat) => make("li", { "aria-current": String(sight.turn.seats.includes(seat)) },
    make("span", { class: `chip seat-${seat % 6}` }, String(seat + 1)), make("span", { class: "name" }, name), sight.clocks[seat] && make("small", {}, `${sight.clocks[seat]} s`),
    sight.places[seat] && make("small", {}, `place ${sight.places[seat]}`), totals && make("b", {}, String(totals.points[seat] ?? "?")))));
  at("score-box").hidden = !score.length;
  at("score").replaceChildren(make("tr", {}, make("th", {}, sight.is_over ? "Points" : "If it ended now"), ...sight.names.map((/** @type {string} */ one) => make("th", { scope: "col" }, one))),
    ...score.map((/** @type {any} */ line) => make("tr", { class: line.total ? "total" : "" }, make("th", { scope: "row" }, line.label),
      ...line.points.map((/** @type {number|null} */ one) => make("td", {}, String(one ?? "?"))))));
  at("news-title").textContent = past ? "What led here" : "Since your last turn";
  at("news-box").hidden = !news.length;
  at("news").replaceChildren(...news.map((/** @type {any} */ one) => make("li", {}, one.sentence)));
  at("step-through").hidden = Boolean(past);
  const log = at("log"), isSame = [...log.children].every((one, place) => one.textContent === sight.log[place]?.sentence);
  if (!isSame) log.replaceChildren();
  for (const [place, one] of [...sight.log.entries()].slice(log.children.length)) {
    log.append(make("li", { class: one.mine ? "mine" : "" }, button(`log ${place}`, one.sentence, () => shown?.look(one.at))));
    log.scrollTop = log.scrollHeight;
  }
  for (const [place, one] of [...log.children].entries()) one.classList.toggle("here", sight.log[place].at === past?.at);
  at("scrubber").max = String(stops.length - 1);
  if (!shown?.looking) at("scrubber").value = String(past ? stops.indexOf(past.at) : stops.length - 1);
  at("scrubber").setAttribute("aria-valuetext", past ? `position ${past.at} of ${past.last}` : "now");
  at("now").hidden = !past;
}

/** @param {Sitting} sitting */
function renderTools({ sight, moves }) {
  for (const one of document.querySelectorAll("[data-seated]")) /** @type {any} */ (one).hidden = sight.seat === null;
  at("undo").setAttribute("aria-disabled", String(!sight.can_undo));
  at("why-undo").textContent = sight.can_undo ? "" : `No undo: ${sight.why_no_undo}.`;
  at("order").hidden = !sight.standing_orders.length;
  at("as").hidden = !sight.is_over;
  fill(at("order"), [["", sight.order ? `Order: ${sight.order}` : "Standing order …"], ...sight.standing_orders.map((/** @type {string} */ one) => [one, one])]);
  fill(at("as"), [["", "as I saw it"], ...sight.names.map((/** @type {string} */ name, /** @type {number} */ seat) => [String(seat), `as ${name} saw it`])]);
  fill(at("texts"), moves.map((one) => [one.text, ""]));
}

// Keys, focus and notices

/** Put the focus back where it was, or where one goes on. @param {string} id @param {Sitting} sitting */
function refocus(id, sitting) {
  const known = [...document.querySelectorAll("[data-id]")].find((one) => one.getAttribute("data-id") === id);
  const isUsable = known && !(/** @type {any} */ (known).disabled) && (known.tagName !== "g" || known.hasAttribute("tabindex"));
  const isDecided = known?.tagName === "g" && sitting.chosen.length > 0 && sitting.rest.length === 1;
  const next = isUsable && !isDecided ? known : document.querySelector("[data-id=play], .live, #act .thing") ?? at("turn");
  if (next !== document.activeElement) next.focus({ preventScroll: true });
}

/** @param {any} event */
function pressed(event) {
  const thing = event.target.closest("g.spot[role=button], .thing:not(select)");
  if (event.key === "Escape" && shown) shown.past ? shown.look(null) : shown.back();
  else if (thing && event.key.startsWith("Arrow")) nearest(thing, event.key)?.focus();
  else if (thing?.tagName === "g" && (event.key === "Enter" || event.key === " ")) clicked(event);
  else return;
  event.preventDefault();
}

/** Return the thing that is nearest in the direction of an arrow key. @param {any} from @param {string} key */
function nearest(from, key) {
  const centre = (/** @type {any} */ one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = centre(from), sign = /Right|Down/.test(key) ? 1 : -1, isAcross = /Left|Right/.test(key);
  const far = (/** @type {any} */ one) => {
    const [dx, dy] = centre(one), along = sign * (isAcross ? dx - x : dy - y), aside = Math.abs(isAcross ? dy - y : dx - x);
    return along > 1 ? along + 2 * aside : Infinity;
  };
  const found = [...document.querySelectorAll(".live, .chosen, #act .thing:enabled")].sort((one, other) => far(one) - far(other))[0];
  return /** @type {any} */ (found && far(found) < Infinity ? found : null);
}

/** @param {any} event */
function clicked(event) {
  const spot = event.target.closest("g.spot[role=button]");
  if (!spot || !shown) return;
  spot.focus({ preventScroll: true });
  const addresses = addressesOf(spot), last = shown.chosen.at(-1);
  if (last && !addresses.some((one) => shown?.alive.has(one)) && addresses.some((one) => last.at.includes(one))) shown.back();
  else shown.choose({ at: addresses });
}

/** Tell that it is one's turn. @param {Message} sight */
function notify(sight) {
  if (at("sound").checked) beep();
  if (document.hidden && at("notices").checked && window.Notification?.permission === "granted")
    new Notification(`Your turn – ${sight.game.title}`, { body: sight.status, tag: location.pathname });
}

function beep() {
  const context = new AudioContext(), tone = context.createOscillator(), level = context.createGain();
  tone.connect(level).connect(context.destination);
  level.gain.setValueAtTime(0.1, context.currentTime);
  level.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.start();
  tone.stop(context.currentTime + 0.4);
}

/** Show whose turn it is in title and icon, and keep the match on the list of this browser. @param {Message} sight */
function remember(sight) {
  const mine = sittings.some((one) => one.sight?.turn.mine);
  document.title = `${mine ? "● Your turn – " : ""}${sight.game.title} – Parlour`;
  at("icon").href = mine ? "/static/icon-turn.svg" : "/static/icon.svg";
  const others = JSON.parse(localStorage.getItem("parlour.matches") ?? "[]").filter((/** @type {any} */ one) => one.path !== location.pathname);
  const own = { path: location.pathname, href: location.pathname + location.hash, title: sight.game.title, names: sight.names, is_over: sight.is_over, mine };
  localStorage.setItem("parlour.matches", JSON.stringify([own, ...others].slice(0, 50)));
}

async function download() {
  const answer = await fetch(`${location.pathname}/record`, { headers: { Authorization: `Bearer ${shown?.key}` } });
  const href = URL.createObjectURL(await answer.blob());
  make("a", { href, download: `${location.pathname.split("/").pop()}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** What the controls of the page do, by their ids. @type {Record<string, [string, (event: any) => any]>} */
const CONTROLS = {
  typing: ["submit", (event) => { event.preventDefault(); shown?.enter(at("typed").value.trim() || shown.proposal?.text); at("typed").value = ""; }],
  naming: ["submit", (event) => { event.preventDefault(); shown?.send({ type: "name", name: at("name").value }); }],
  undo: ["click", () => shown?.enter(shown.sight?.can_undo ? "undo" : "why undo")],
  hint: ["click", () => shown?.enter("hint")],
  resign: ["click", () => shown?.enter("resign")],
  order: ["change", () => shown?.enter(at("order").value && `order ${at("order").value}`)],
  panels: ["click", clicked],
  scrubber: ["input", () => shown?.lookAt(Number(at("scrubber").value))],
  earlier: ["click", () => shown?.lookAt(Number(at("scrubber").value) - 1)],
  later: ["click", () => shown?.lookAt(Number(at("scrubber").value) + 1)],
  now: ["click", () => { at("as").value = ""; shown?.look(null); }],
  as: ["change", () => shown?.look(shown.past?.at ?? shown.sight.position)],
  "step-through": ["click", () => shown?.look(shown.sight.news[0].at)],
  fork: ["click", () => shown?.send({ type: "fork", at: shown.past?.at ?? shown.sight.position })],
  record: ["click", download],
  curtain: ["cancel", (event) => event.preventDefault()],
  sound: ["change", () => at("sound").checked && beep()],
  notices: ["change", () => at("notices").checked && window.Notification?.requestPermission()],
};

for (const [id, [kind, act]] of Object.entries(CONTROLS)) at(id).addEventListener(kind, act);
for (const id of ["sound", "notices", "quick"]) {
  at(id).checked = localStorage.getItem(`parlour.${id}`) === "on";
  at(id).addEventListener("change", () => localStorage.setItem(`parlour.${id}`, at(id).checked ? "on" : "off"));
}
document.addEventListener("keydown", pressed);
at("panels").addEventListener("toggle", () => shown && mark(shown), true);
addEventListener("hashchange", () => location.reload());
sittings = location.hash.slice(1).split(",").map((key) => new Sitting(key));
