/**
 * The wait between two rounds of syncing: for the clock, or to be roused. One who asked for a round at once hears when it
 * is over.
 */
export class RoundWait {
  #wake: ((urgent: boolean) => void) | undefined;
  #woken = false;
  #waiters: (() => void)[] = [];

  /** Ends the wait; one after a failure, which is patient, only where it is urgent. */
  rouse(urgent: boolean): void {
    if (this.#wake) this.#wake(urgent);
    else this.#woken = true;
  }

  /** Resolves when the round that begins next is over, well or not. */
  nextRound(): Promise<void> {
    return new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** At the begin of a round: gives the way to tell those who asked for it that it is over. */
  beginRound(): () => void {
    const waiters = this.#waiters;
    this.#waiters = [];
    return () => {
      for (const done of waiters) done();
    };
  }

  /** @param patiently only what is urgent ends it sooner. */
  async wait(milliseconds: number, patiently: boolean): Promise<void> {
    const isRoused = patiently ? this.#waiters.length > 0 : this.#woken;
    this.#woken = false;
    if (isRoused) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#wake?.(true), milliseconds);
      this.#wake = (urgent) => {
        if (patiently && !urgent) return;
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
