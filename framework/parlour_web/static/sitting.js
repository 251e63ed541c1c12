// A seat of this page: its line to the table, its view, and the move that is chosen part by part.
// No game is in here: a move comes with the addresses of its parts.
// @ts-check

import { address, line } from "./here.js";
import { together } from "./host.js";
import { Story } from "./story.js";
import { say } from "./words.js";

/** @typedef {import("../messages.js").ShownMove} Move */
/** @typedef {{at: string[], field?: string}} Step A choice: a move must have one of the addresses. */
/** @typedef {import("../messages.js").TableView} View */
/** @typedef {import("../messages.js").Message} Message See parlour_web/messages.py. */
/** @typedef {import("../messages.js").MovesMessage} MovesMessage */
/** @typedef {Record<string, any>} Parts The parts of a view, as they come. */
/** @typedef {Partial<import("../messages.js").ReplyMessage> & {rematch?: string}} Reply */
/** @typedef {Partial<Omit<View, "type">> & Partial<Omit<import("../messages.js").NoPreview, "type">>} Preview */
/** @typedef {{show: (sitting: Sitting) => void, seen: (view: View, isFresh: boolean, isMoved: boolean) => void,
 *   isHere: (seat: number) => boolean, say: (words: string) => void, giveBack: (line: string) => void,
 *   rematch: () => void}} Page Functions that show a seat, note a new view, and show an error.
 *   ``giveBack`` puts a line back to be typed; ``rematch`` notes that the link of a seat has come. */

const MIN_PAUSE = 250; // milliseconds until the first try to connect again; each pause doubles
const MAX_PAUSE = 15000;
const LAST = 999999999; // more answers than any match has
const MAX_HEARD = 200; // lines that people said, as many as the server keeps
const READING_PAUSE = 80; // milliseconds after a letter until the line is read

/** Return the moves that have one address of each step.
 * @param {Move[]} moves @param {Step[]} chosen */
export function remaining(moves, chosen) {
  return moves.filter((move) => chosen.every((step) => step.at.some((one) => move.at.includes(one))));
}

/** Return the addresses that some of the moves have, but not all; of a single legal move, all. Of a move whose
 * first parts are open, only the next of these can be chosen, or the move as a whole.
 * @param {Move[]} moves @param {boolean} isBegun @returns {Set<string>} */
export function liveAmong(moves, isBegun) {
  const isCertain = (/** @type {string} */ one) => moves.every((move) => move.at.includes(one));
  const open = (/** @type {Move} */ move) => {
    const next = move.first?.find((one) => !isCertain(one));
    return next ? move.at.filter((one) => one === next || /^(form|move)=/.test(one)) : move.at;
  };
  const all = new Set(moves.flatMap(open));
  return !isBegun && moves.length === 1 ? all : new Set([...all].filter((one) => !isCertain(one)));
}

/** Return the name and the text of a field: ``cell=b1``. @param {string} address */
export function parted(address) {
  const place = address.indexOf("=");
  return [address.slice(0, place), address.slice(place + 1)];
}

/** Return the texts of a field that moves have. @param {Move[]} moves @param {string} name */
export function valuesOf(moves, name) {
  const pairs = moves.flatMap((move) => move.at.map(parted));
  return [...new Set(pairs.filter(([one]) => one === name).map(([, value]) => value))];
}

/** Return whether a text has all words of a shorter one in their order.
 * @param {string} short @param {string} long */
function isWithin(short, long) {
  const words = short.split(" ");
  for (const word of long.split(" ")) if (word === words[0]) words.shift();
  return !words.length;
}

/** Return a message that was compressed. @param {ArrayBuffer} sent */
function unpacked(sent) {
  const stream = new Response(sent).body?.pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** Return the parts of a view: those that have changed, in place of the page's own. In a list, a pair of
 * numbers stands for the items of the own list from the first to before the second.
 * @param {Parts} own @param {Parts} changed @returns {Parts} */
function merged(own, changed) {
  const parts = { ...own, ...changed };
  for (const name of Object.keys(changed).filter((one) => one === "log" || one.startsWith("nodes ")))
    parts[name] = changed[name].flatMap((/** @type {any} */ item) => (Number.isInteger(item[0]) ? own[name].slice(...item) : [item]));
  return parts;
}

/** Return a view from its parts. @param {Parts} parts @returns {View} */
function viewOf(parts) {
  const picture = parts.panels?.map((/** @type {any} */ panel) => ({ ...panel, nodes: parts[`nodes ${panel.name}`] }));
  return /** @type {any} */ ({ ...parts, type: "view", table: { ...parts, picture } });
}

/** Return the link to a table that begins at a position: who asked for it plays for all people there.
 * @param {import("../messages.js").ForkedMessage} message */
const branchOf = ({ url, links }) => together([url, ...links.map((one) => one.url).filter((one) => one !== url)]);

export class Sitting {
  /** @type {Parts} */ parts = {}; // of the view of now, as they came
  /** @type {Promise<any>} */ taken = Promise.resolve(); // settles once all that has come is taken
  /** @type {View|null} */ view = null;
  /** @type {View|null} */ past = null; // the view of an earlier position, while one looks back
  /** @type {Preview|null} */ preview = null;
  /** @type {Reply|null} */ reply = null;
  /** @type {Move[]} */ moves = [];
  /** @type {string[]} */ offers = []; // the forms of those that are not among them
  /** @type {string[]} */ live = []; // what can be chosen if the moves are too many to be sent
  /** @type {Step[]} */ chosen = [];
  /** @type {string[]|null} */ narrowing = null; // the choices whose moves were asked for and have not come yet
  /** @type {string} */ as = ""; // the number of the seat whose past is shown; empty for the own seat
  asksRematch = false; // whether the person here wants another match
  /** @type {{seats: number[], is_laid: boolean}} */ wish = { seats: [], is_laid: false }; // for a rematch
  next = ""; // the link to this seat at the table of a rematch
  nextHost = ""; // the link of the host of that table, if it is somebody here
  draft = ""; // the line that is being typed
  said = ""; // the last sentence about a half-made move or a draft
  typed = ""; // the line that was typed last, until its answer comes
  branch = ""; // the address of the table that begins at the position that is shown
  asked = ""; // the move whose preview was asked for
  sentAt = -1; // the position at which a line was sent
  /** @type {any} */ reading; // runs out when the line is read
  pause = MIN_PAUSE;
  /** @type {string[]} */ pointed = []; // keys of the pieces that a line of the log changed
  pointing = -1; // the position whose changes were asked for
  planned = ""; // the line of the plan that is shown: the one that somebody points at, or has clicked
  fixed = ""; // the line of the plan that was clicked
  hasEnded = false; // whether the match has ended while this page looked on
  isAnswered = false; // whether the question was answered, and nothing has come since
  /** @type {number|null} */ looking = null; // the position that was asked for and has not come yet
  /** @type {{answer: number, seat: number, sentence: string, why: string}[]|undefined} */ losses; // once the match is judged
  going = ""; // the line that leads to the position that was asked for
  isQuick = false; // whether a move that can be taken back is played as soon as it is chosen
  isOut = false;
  asksName = false; // whether the person here has no name yet
  /** @type {number[]|null} */ present = null; // the seats that have a page, once they are known
  /** @type {{lines: import("../messages.js").HeardLine[], may: boolean, why: string}} */ talk = { lines: [], may: false, why: "" };
  /** @type {{seats: number[], minutes: number}} */ absence = { seats: [], minutes: 0 }; // for whom bots play
  isComing = true; // whether this page has just been opened
  since = Date.now(); // when the view came to its position
  paused = ""; // the reason why nobody may move now, in a sentence
  why = say("lost"); // the reason why the connection ends, in a sentence

  /** @param {string} key The key of the seat; empty for a spectator. @param {Page} page */
  constructor(key, page) {
    this.key = key;
    this.page = page;
    this.story = new Story(this, page.isHere);
    this.connect();
  }

  connect() {
    // The language of the page, since the opening of a line may name none.
    const opened = () => this.send({ type: "sit", key: this.key, language: document.documentElement.lang, talk: true });
    const came = (/** @type {ArrayBuffer} */ data) => {
      const message = unpacked(data);
      this.taken = this.taken.then(() => message).then((one) => this.take(one)).catch(reportError); // the next may be taken
    };
    const closed = () => {
      this.looking = null;
      if (this.isOut) return;
      this.page.say(say("again", { why: this.why }));
      this.why = say("lost");
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, MAX_PAUSE);
    };
    this.line = line({ opened, came, closed });
  }

  /** Send a message; return whether the line is open. @param {import("../messages.js").PageMessage} message */
  send(message) {
    return this.line?.send(JSON.stringify(message)) ?? false;
  }

  /** Send a line as if it were typed. @param {string} [text] */
  enter(text) {
    if (!text || !this.view) return;
    const { position } = this.view;
    if (this.send({ type: "enter", text, position })) [this.sentAt, this.reply] = [position, null];
    else this.page.giveBack(this.typed);
  }

  /** Answer the question; a second answer to it is none. @param {string} answer */
  reassure(answer) {
    if (this.isAnswered) return;
    this.enter(answer);
    this.isAnswered = true;
    this.page.show(this);
  }

  /** The question that waits for an answer. @returns {string} */
  get question() {
    return this.isAnswered ? "" : this.view?.question || this.reply?.question || "";
  }

  /** Whether one looks back, and not at what others have just done. */
  get isBack() {
    return Boolean(this.past) && !this.story.turn;
  }

  /** Whether something can be chosen. */
  get isOpen() {
    return !this.past && !this.question;
  }

  /** Take a message; what a silent answer changes comes in a view. @param {Message} message */
  take(message) {
    if (message.type === "view") {
      this.takeView(merged(this.parts, message.parts));
      return;
    }
    this.takeAnswer(message);
    this.takeNews(message);
    const isSilent = message.type === "reply" && !message.lines.length && !message.question;
    if (!isSilent) this.page.show(this);
  }

  /** Take what the page has asked for. @param {Message} message */
  takeAnswer(message) {
    if (message.type === "moves") this.takeMoves(message);
    else if (message.type === "reply") this.answer(message);
    else if (message.type === "forked")
      [this.reply, this.branch] = [{ lines: [say("own_table")] }, address(branchOf(message))];
    else if (message.type === "no preview" && message.line === this.asked) this.setPreview(message);
  }

  /** Take what happens beside the match. @param {Message} message */
  takeNews(message) {
    if (message.type === "paused")
      [this.paused, this.asksName, this.reply] = [message.why, message.asks_name, this.paused === message.why ? this.reply : null];
    else if (message.type === "presence") this.present = message.seats;
    else if (message.type === "talk") this.hear(message);
    else if (message.type === "absence") this.takeAbsence(message);
    else if (message.type === "waited")
      [this.since, this.isComing] = [Date.now() - 1000 * message.seconds, false];
    else if (message.type === "wish") this.wish = message;
    else if (message.type === "rematch") this.takeRematch(message);
    else if (message.type === "bye") {
      this.isOut = !message.again;
      this.why = message.why;
      this.page.say(message.why);
    }
  }

  /** Take who is away; somebody who opens this page is back. @param {import("../messages.js").AbsenceMessage} message */
  takeAbsence({ seats = [], minutes = 0 }) {
    this.absence = { seats, minutes };
    if (this.isComing && seats.includes(this.view?.seat ?? -1)) this.send({ type: "back" });
  }

  /** Hear what people said. @param {import("../messages.js").TalkMessage} message */
  hear({ lines = [], may = false, whole = false, why = "" }) {
    this.talk = { lines: whole ? lines : [...this.talk.lines, ...lines].slice(-MAX_HEARD), may, why };
  }

  /** Take the moves that have what is chosen, unless another choice has been made meanwhile; a choice that
   * was made too early to fit any move is dropped. @param {MovesMessage} message */
  takeMoves({ moves, live, chosen, offers }) {
    if (chosen.join() !== this.narrowing?.join()) return;
    this.narrowing = null;
    if (chosen.length && !moves.length && !live.length) {
      this.chosen.pop();
      this.narrow();
    } else this.setMoves(moves, moves.length ? [] : [...live, ...offers]);
    this.offers = offers;
  }

  /** Take the link to this seat at the table of a rematch. @param {import("../messages.js").RematchMessage} message */
  takeRematch({ url, host }) {
    [this.next, this.nextHost] = [url, host];
    this.page.rematch();
  }

  /** Take an answer; a line that was refused is given back, to be changed. @param {import("../messages.js").ReplyMessage} message */
  answer(message) {
    [this.reply, this.isAnswered] = [message, false];
    if (message.refused && this.typed) this.page.giveBack(this.typed);
    this.typed = "";
  }

  /** @param {Parts} parts */
  takeView(parts) {
    const view = viewOf(parts);
    if (view.shows === "now") {
      this.parts = parts;
      this.see(view);
      return;
    }
    if (view.shows === "past") this.takePast(view);
    else if (view.line === this.asked) this.setPreview(view);
    this.page.show(this);
  }

  /** @param {View} message */
  takePast(message) {
    const { position, stops } = message, { looking } = this;
    const isThere = this.going !== "" && message.line === this.going;
    const isAsked = looking !== null && position === (stops.findLast((one) => one <= looking) ?? stops[0]);
    if (isThere) [this.past, this.going, this.looking] = [message, "", null];
    else if (this.story.turn && looking === null) this.past = this.story.take(message) ? message : this.past;
    else if (position === this.pointing) [this.pointed, this.pointing] = [message.table.changed, -1];
    else if (isAsked) [this.past, this.looking] = [message, null];
  }

  /** @param {View} view */
  see(view) {
    if (view.position !== this.view?.position) this.since = Date.now();
    const isFresh = view.turn.mine && !this.view?.turn.mine;
    const isMoved = this.hasMoved(view);
    this.forget(view, isFresh);
    if (this.sentAt >= 0 && this.sentAt !== view.position) this.chosen = [];
    const { planned } = this;
    [this.view, this.pause, this.sentAt, this.preview, this.asked, this.planned] = [view, MIN_PAUSE, -1, null, "", ""];
    this.page.say("");
    this.setMoves(view.moves.moves, []);
    if (view.moves.too_many) this.narrow();
    this.page.seen(view, isFresh, isMoved);
    if (view.plans.some((one) => one.line === planned)) this.plan(planned);
  }

  /** Return whether somebody elsewhere has moved since the view before. @param {View} view */
  hasMoved({ log }) {
    const { view: former } = this;
    return Boolean(former) && log.some(({ at, by }) => at > Number(former?.position) && Number.isInteger(by) && !this.page.isHere(Number(by)));
  }

  /** Drop what was answered before a new view makes it old. @param {View} view @param {boolean} isFresh */
  forget(view, isFresh) {
    const isOld = isFresh || view.notes.length > (this.view?.notes.length ?? 0);
    if (isOld && this.reply?.show !== "markdown") this.reply = null;
    this.isAnswered = false;
    if (!view.plans.some((one) => one.line === this.fixed)) this.fixed = "";
    this.hasEnded ||= view.is_over && this.view?.is_over === false;
  }

  /** Take the legal moves; the last choices are dropped if they fit no move.
   * @param {Move[]} moves @param {string[]} live */
  setMoves(moves, live) {
    this.moves = moves.map((move) => ({ ...move, at: [...move.at, `move=${move.text}`] }));
    this.live = live;
    while (!this.view?.moves.too_many && this.chosen.length && !this.rest.length) this.chosen.pop();
    this.ask();
  }

  /** @param {View | import("../messages.js").NoPreview} message */
  setPreview(message) {
    [this.preview, this.said] = [message, message.prompt];
    if (this.planned) return;
    const isWhole = this.chosen.length > 0 && this.rest.length === 1;
    if (this.isQuick && isWhole && message.type === "view" && !message.notes.length) this.enter(message.line);
  }

  narrow() {
    this.narrowing = this.chosen.map((step) => step.at[0]);
    this.send({ type: "narrow", chosen: this.narrowing });
  }

  /** The moves that have all chosen addresses. */
  get rest() {
    return remaining(this.moves, this.chosen);
  }

  /** The moves of the decision; offers, which can be made at any time, are left out. */
  get demanded() {
    return this.moves.filter((move) => !move.offer);
  }

  /** The addresses that decide something; those of offers only once one of them is chosen. */
  get alive() {
    if (this.live.length) return new Set(this.live);
    return this.chosen.length ? liveAmong(this.rest, true) : liveAmong(this.demanded, false);
  }

  /** The move that is meant: the only one left, or the one whose words all others have too. */
  get proposal() {
    if (!this.chosen.length) {
      return this.demanded.length === 1 ? this.demanded[0] : undefined;
    }
    const { rest } = this;
    return rest.find((one) => rest.every((other) => isWithin(one.text, other.text)));
  }

  /** The table after the move that is meant, if nothing else can be chosen. @returns {View|null} */
  get foresight() {
    const isMeant = this.planned || this.rest.length === 1;
    return !this.past && this.preview?.table && isMeant ? /** @type {View} */ (this.preview) : null;
  }

  /** The addresses of places that a plan or a hint points at. @returns {string[]} */
  get places() {
    const plan = this.view?.plans.find((one) => one.line === this.planned);
    return plan?.places ?? this.reply?.places ?? [];
  }

  /** The lines of plans by the address where each ends, before anything is chosen.
   * @returns {Map<string, string>} */
  get ends() {
    const plans = this.chosen.length ? [] : this.view?.plans ?? [];
    return new Map([...plans].reverse().map((one) => [one.places.at(-1) ?? "", one.line]));
  }

  /** Show a plan until something else is chosen; an empty line shows none. @param {string} line */
  fix(line) {
    this.fixed = line;
    this.plan(line);
    this.page.show(this);
  }

  /** Point at a plan, which is then shown as it would be; an empty line points at the one that was clicked.
   * @param {string} pointed */
  plan(pointed) {
    const line = pointed || this.fixed;
    if (line === this.planned) return;
    [this.planned, this.asked, this.preview] = [line, line, null];
    if (line) this.send({ type: "preview", text: line });
    else this.ask();
    this.page.show(this);
  }

  /** Choose; earlier choices that do not fit are dropped, as few as possible.
   * @param {Step} step */
  choose(step) {
    const { chosen } = this;
    this.planned = this.fixed = "";
    const fits = (/** @type {Step[]} */ kept) => {
      const rest = remaining(this.moves, kept);
      const alive = this.live.length ? this.alive : liveAmong(rest, kept.length > 0);
      return step.at.filter((one) => alive.has(one));
    };
    const ways = [
      chosen.filter((one) => !step.field || one.field !== step.field),
      ...chosen.map((one) => chosen.filter((other) => other !== one)),
      ...chosen.map((_, place) => chosen.slice(0, -1 - place)),
    ];
    const kept = ways.find((way) => fits(way).length);
    if (kept) this.chosen = [...kept, { ...step, at: fits(kept) }];
    this.decided();
  }

  /** Take the last choice back, or the plan that is shown. */
  back() {
    if (this.planned) this.fix("");
    else {
      this.chosen.pop();
      this.decided();
    }
  }

  decided() {
    if (this.view?.moves.too_many) this.narrow();
    this.ask();
    this.page.show(this);
  }

  /** Ask for a preview of the move that is meant, and what to say of one that is half-made or typed. */
  ask() {
    const { chosen, proposal } = this;
    const text = chosen.length ? proposal?.text ?? chosen.map((step) => step.at[0]).join(" … ") : this.draft;
    if (text === this.asked) return;
    [this.asked, this.preview] = [text, null];
    const steps = this.rest.length === 1 ? [] : chosen.map((step) => step.at);
    if (text) this.send({ type: "preview", text, chosen: steps });
  }

  /** Read a line at each letter, after a short pause. @param {string} line */
  read(line) {
    this.draft = line.trim();
    this.plan("");
    clearTimeout(this.reading);
    this.reading = setTimeout(() => {
      if (!this.planned) this.ask();
      this.page.show(this);
    }, READING_PAUSE);
  }

  /** The sentence that says what to do, or what the line or the move in the making says. */
  get prompt() {
    if (!this.view) return "";
    if (this.isBack) return this.view.turn.mine ? say("your_turn") : "";
    return this.view.result[0] || this.paused || this.question || (this.asked && this.said) || this.view.prompt;
  }

  /** The positions at which the table changed, in order. @returns {number[]} */
  get stops() {
    const told = this.view?.log.map((one) => one.at) ?? [];
    return this.past?.stops ?? [...new Set([0, ...told, this.view?.position ?? 0])];
  }

  /** Look back at a position; null is now. @param {number|null} position
   * @param {string} [as] The number of the seat whose past is shown; empty for the own seat. */
  look(position, as = this.as) {
    this.as = as;
    this.story.skip();
    [this.branch, this.reply] = ["", null];
    if (position === null) [this.past, this.looking] = [null, null];
    else if (this.looking === null) {
      this.looking = position;
      this.send({ type: "review", at: position, ...(this.as && { seat: Number(this.as) }) });
    }
    this.page.show(this);
  }

  /** Go where a line leads that a terminal reads, too: ``t``, ``m``, ``7``.
   * @param {string} line @param {string[]} [lines] What to say there. */
  go(line, lines = []) {
    this.story.skip();
    [this.branch, this.reply, this.going] = ["", { lines }, line];
    const at = this.past?.answer ?? LAST;
    this.send({ type: "review", at, go: line, ...(this.as && { seat: Number(this.as) }) });
  }

  /** Ask which pieces the turn before a position changed; without one, no piece is pointed at.
   * @param {number} [at] */
  point(at) {
    const told = this.view?.log ?? [];
    const isShown = this.view?.seat !== null && !this.as;
    [this.pointing, this.pointed] = [-1, []];
    if (at !== undefined && isShown) {
      const since = told.findLast((one) => one.at < at)?.at;
      this.pointing = at;
      this.send({ type: "review", at, since });
    }
    this.page.show(this);
  }

  /** Look at a stop by its number; the last one is now. @param {number} place */
  lookAt(place) {
    this.look(place >= this.stops.length - 1 && !this.as ? null : this.stops[Math.max(place, 0)]);
  }
}
