const MOST_KEYS = 10_000;

/** Counts what somebody did of late, in memory. */
export class RateLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number, windowMs: number, now: () => number = Date.now) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /**
   * Counts once more for the key: `allowed`; `first-over`, the first time that it is too much; then `over`, until
   * enough time has passed.
   */
  count(key: string): 'allowed' | 'first-over' | 'over' {
    const since = this.#now() - this.#windowMs;
    const recent = (this.#times.get(key) ?? []).filter((time) => time > since);
    if (recent.length > this.#most) return 'over';
    recent.push(this.#now());
    this.#times.set(key, recent);
    if (this.#times.size > MOST_KEYS) this.#forgetOld(since);
    return recent.length > this.#most ? 'first-over' : 'allowed';
  }

  #forgetOld(since: number): void {
    for (const [key, times] of this.#times) {
      if (times.every((time) => time <= since)) this.#times.delete(key);
    }
  }
}
