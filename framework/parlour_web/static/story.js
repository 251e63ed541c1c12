// What others did, one turn after another on the table, step by step: what is shown now, and until when.
// @ts-check

/** @typedef {import("../messages.js").ToldSentence} ToldSentence */
/** @typedef {import("../messages.js").TableView} View */
/** @typedef {import("./sitting.js").Sitting} Sitting */

/** @type {Record<string, number>} */ const PACES = { off: 0, slow: 2500, normal: 1200, fast: 500 }; // milliseconds for the end of each turn
const HASTE = 2.4; // a step before the end is shown so many times shorter
const MAX_STEPS = 12; // of a turn; of a longer one the first are left out

/** Return the sentences of each turn. @param {ToldSentence[]} told @returns {ToldSentence[][]} */
export function turnsOf(told) {
  /** @type {ToldSentence[][]} */ const turns = [];
  for (const one of told) {
    if (turns.at(-1)?.[0].at === one.at) turns.at(-1)?.push(one);
    else turns.push([one]);
  }
  return turns;
}

export class Story {
  pace = "normal";
  told = -1; // the position up to which everything was shown
  /** @type {ToldSentence[]|null} */ turn = null; // the sentences of the turn that is shown
  since = -1; // the position before that turn
  /** @type {string[]} */ former = []; // its sentences up to the step before the one that is shown
  /** @type {number|undefined} */ timer;

  /** @param {Sitting} sitting The seat that is told. @param {(seat: number) => boolean} isHere Whether a seat
   * is at this page. */
  constructor(sitting, isHere) {
    this.sitting = sitting;
    this.isHere = isHere;
  }

  /** Return whether the next turn may be shown now. @param {View} view @param {View|null} past */
  isDue(view, past) {
    return view.seat !== null && (!past || Boolean(this.turn)) && !this.timer;
  }

  /** Turn to the next turn that is due; one that goes on is shown once it is over. */
  follow() {
    const { view, past } = this.sitting;
    if (!view || !this.isDue(view, past)) return;
    if (this.told < 0 || !PACES[this.pace]) this.told = view.position;
    const turns = turnsOf(view.news).filter(([one]) => one.at > this.told);
    const goesOn = turns.length > 0 && !view.turn.mine && view.turn.seats.includes(turns.at(-1)?.[0].by ?? -1);
    if (!this.begin(goesOn ? turns.slice(0, -1) : turns) && !goesOn) this.skip();
  }

  /** Show the first turn of somebody who is not at this page; return whether there is one.
   * @param {ToldSentence[][]} turns */
  begin(turns) {
    for (const turn of turns) {
      const since = this.told;
      this.told = turn[0].at;
      if (this.isHere(turn[0].by ?? -1)) continue;
      [this.turn, this.since, this.former] = [turn, since, []];
      this.ask(since + 1);
      return true;
    }
    return false;
  }

  /** Ask for the table after a step; if it does not come, the next turn is due. @param {number} at */
  ask(at) {
    this.sitting.send({ type: "review", at, since: this.since });
    this.timer = setTimeout(() => this.next(), 2 * PACES[this.pace]);
  }

  /** Take the table after a step, and ask for the next one a little later; return whether it is to be shown.
   * @param {View} past */
  take({ position, stops }) {
    const end = this.turn?.[0].at ?? 0;
    const steps = stops.filter((one) => one > this.since && one <= end).slice(-MAX_STEPS);
    const next = steps.find((one) => one > position), isStep = steps.includes(position);
    clearTimeout(this.timer);
    const { past } = this.sitting;
    if (isStep && past && past.position > this.since) this.former = past.news.map((one) => one.sentence);
    if (next && !isStep) this.ask(next);
    else if (next) this.timer = setTimeout(() => this.ask(next), PACES[this.pace] / HASTE);
    else this.timer = setTimeout(() => this.next(), PACES[this.pace]);
    return isStep;
  }

  next() {
    this.timer = undefined;
    this.follow();
  }

  /** Show the table as it is. */
  skip() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.told = this.sitting.view?.position ?? -1;
    if (!this.turn) return;
    [this.turn, this.sitting.past] = [null, null];
    this.sitting.page.show(this.sitting);
  }
}
