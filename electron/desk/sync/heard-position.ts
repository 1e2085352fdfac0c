import { retryWait } from './retry-wait.ts';

/**
 * Where the server's log stands, as far as this desk has heard. A number can be wrong: the server may have been put back
 * before the desk could fetch up to it, or something on the way says what is not so. A complete pull tells; after that
 * what is said is not followed at once, and less often the more often it was wrong. The clock does not jump.
 */
export class HeardPosition {
  #seq = 0;
  /** Which history of the server's the number is of, as this desk counts them. */
  #history = 0;
  /** Pulls in a row that ended below what had been heard. */
  #wrong = 0;
  #doubtedUntil = -Infinity;

  get seq(): number {
    return this.#seq;
  }

  hear(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** Numbers of a history that has ended say nothing about the next one. */
  forget(): void {
    this.#seq = 0;
    this.#history += 1;
  }

  /** Milliseconds for which what is heard is not followed. */
  get doubt(): number {
    return Math.max(0, this.#doubtedUntil - performance.now());
  }

  /** Whether there is more to be fetched than what is held up to `position`, and it is believed. */
  isPast(position: number): boolean {
    return this.#seq > position && this.doubt === 0;
  }

  /**
   * Before everything is fetched that there is.
   * @param position what is held so far
   * @returns what to call when that is done, with the position that it has come to
   */
  fetching(position: number): (reached: number) => void {
    const said = this.#seq;
    const history = this.#history;
    return (reached) => {
      if (history !== this.#history) return;
      if (said <= reached) {
        if (said > position) this.#wrong = 0;
        return;
      }
      // More may have been said meanwhile, and be true.
      if (this.#seq === said) this.#seq = reached;
      this.#doubtedUntil = performance.now() + retryWait(this.#wrong);
      this.#wrong += 1;
    };
  }
}
