// What others did, one turn after another on the table: which turn is shown now, and until when.
// @ts-check

/** @typedef {import("./sitting.js").Message} Message */
/** @typedef {import("./sitting.js").Sitting} Sitting */

const PACES = { off: 0, slow: 2500, normal: 1200, fast: 500 }; // milliseconds for each turn

/** Return the sentences of each turn. @param {Message[]} told @returns {Message[][]} */
export function turnsOf(told) {
  /** @type {Message[][]} */ const turns = [];
  for (const one of told) {
    if (turns.at(-1)?.[0].at === one.at) turns.at(-1)?.push(one);
    else turns.push([one]);
  }
  return turns;
}

export class Story {
  pace = "normal";
  told = -1; // the position up to which everything was shown
  /** @type {Message[]|null} */ turn = null; // the sentences of the turn that is shown
  /** @type {number|undefined} */ timer;

  /** @param {Sitting} sitting The seat that is told. @param {(seat: number) => boolean} isHere Whether a seat
   * is at this page. */
  constructor(sitting, isHere) {
    this.sitting = sitting;
    this.isHere = isHere;
  }

  /** Turn to the next turn that is due; one that goes on is shown once it is over. */
  follow() {
    const { view, past } = this.sitting;
    if (!view || view.seat === null || (past && !this.turn) || this.timer) return;
    if (this.told < 0 || !PACES[this.pace]) this.told = view.position;
    const turns = turnsOf(view.news).filter(([one]) => one.at > this.told);
    const goesOn = turns.length > 0 && view.turn.seats.includes(turns.at(-1)?.[0].by);
    for (const turn of goesOn ? turns.slice(0, -1) : turns) {
      const since = this.told;
      this.told = turn[0].at;
      if (this.isHere(turn[0].by)) continue;
      this.turn = turn;
      this.sitting.send({ type: "review", at: this.told, since });
      this.timer = setTimeout(() => this.next(), PACES[this.pace]);
      return;
    }
    if (!goesOn) this.skip();
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
