/**
 * How fast something may go on: so many at once after a rest, then so many a second on the whole. By a clock that may be set
 * anew, back or ahead, at any time.
 */
export class Pace {
  readonly #perSecond: number;
  readonly #atOnce: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, atOnce: number, now: () => number = Date.now) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#now = now;
    this.#left = atOnce;
    this.#at = now();
  }

  /**
   * Whether so many may go together now; they have gone then. More than are left go all the same, and the next ones wait
   * for it.
   */
  take(count = 1): boolean {
    const now = this.#now();
    const more = (Math.max(0, now - this.#at) * this.#perSecond) / 1_000;
    this.#at = now;
    this.#left = Math.min(this.#atOnce, this.#left + more);
    if (this.#left < 1) return false;
    this.#left -= count;
    return true;
  }
}
