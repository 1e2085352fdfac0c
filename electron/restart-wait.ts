const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** A process that ran this long was well: its next end is the first again. */
const WELL_AFTER_MS = 60_000;

/** How long to wait before a process that ended is started again: twice as long each time, until it has run well. */
export class RestartWait {
  #next = FIRST_MS;

  /**
   * @param ranMs how long the process ran, on a clock that does not jump.
   * @returns milliseconds.
   */
  after(ranMs: number): number {
    if (ranMs > WELL_AFTER_MS) this.#next = FIRST_MS;
    const wait = this.#next;
    this.#next = Math.min(wait * 2, LONGEST_MS);
    return wait;
  }
}
