/** How often the process is asked for a sign of life. */
export const ASK_EVERY_MS = 3_000;
/** Unanswered questions in a row after which it counts as hung: half a minute. */
const PATIENCE = 10;
/** Opening the data of a large office takes longer than anything later. */
const PATIENCE_AT_START = 40;
const MOST_PATIENCE = 200;

/**
 * Tells a process that hangs from one that is busy. It counts questions that were asked and not answered, never the
 * time: a PC that slept, or a clock that was put right, makes one question late and no more. Each time that a process
 * is given up the next one gets twice the patience, so that long work which looks like a hang is done in the end.
 */
export class HangWatch {
  #patience = PATIENCE;
  #unanswered = 0;
  #answeredOnce = false;

  /** A new process has taken the place of the former one. */
  started(): void {
    this.#unanswered = 0;
    this.#answeredOnce = false;
  }

  answered(): void {
    this.#unanswered = 0;
    this.#answeredOnce = true;
  }

  /** Call each time before asking. @returns whether the process hangs and is to be ended. */
  isHung(): boolean {
    const patience = this.#answeredOnce ? this.#patience : Math.max(this.#patience, PATIENCE_AT_START);
    if (this.#unanswered < patience) {
      this.#unanswered += 1;
      return false;
    }
    this.#unanswered = 0;
    this.#patience = Math.min(this.#patience * 2, MOST_PATIENCE);
    return true;
  }
}
