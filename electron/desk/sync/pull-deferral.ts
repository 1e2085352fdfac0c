/** The server answers one after the other: who sent a change, and shows it already, lets those go first who wait for it. */
export const OTHERS_FIRST_MS = 10;
/** But whoever saves all the time must hear of the others too. */
const LONGEST_DEFERRAL_MS = 100;

/** A pull that lets others go first. */
export class PullDeferral {
  #deferred: { since: number; until: number } | null = null;

  /**
   * @param sent whether this desk has just sent something.
   * @returns the milliseconds for which the pull waits; a save in that time is sent at once.
   */
  rest(sent: boolean): number {
    const now = performance.now();
    if (sent) this.#deferred = { since: this.#deferred?.since ?? now, until: now + OTHERS_FIRST_MS };
    if (!this.#deferred) return 0;
    const { since, until } = this.#deferred;
    return Math.max(0, Math.min(until, since + LONGEST_DEFERRAL_MS) - now);
  }

  over(): void {
    this.#deferred = null;
  }
}
