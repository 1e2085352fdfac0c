const WINDOW_MS = 60_000;
/** So many groups of addresses are remembered; then those go that came first, which only lets them begin anew. */
const MOST_GROUPS = 20_000;

interface Counting {
  /** Milliseconds since 1970. */
  since: number;
  count: number;
}

/**
 * How much each group of addresses has read of the public website within a minute. Kept in the memory of this process:
 * a reader must never cost a write, and several processes each give their share.
 */
export class ReadingRate {
  readonly #most: number;
  readonly #now: () => number;
  readonly #groups = new Map<string, Counting>();

  /** @param most answers a minute for one group */
  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  /** How many groups are remembered. */
  get size(): number {
    return this.#groups.size;
  }

  /** Counts one more. Gives 0 where it is allowed, else the seconds until it is. */
  count(group: string): number {
    const now = this.#now();
    const known = this.#groups.get(group);
    // A clock that was put back begins anew, too.
    if (known && now >= known.since && now < known.since + WINDOW_MS) {
      known.count += 1;
      return known.count <= this.#most ? 0 : Math.max(1, Math.ceil((known.since + WINDOW_MS - now) / 1000));
    }
    this.#groups.delete(group);
    this.#makeRoom(now);
    this.#groups.set(group, { since: now, count: 1 });
    return 0;
  }

  /** The map is in the order in which the minutes began, so that the first ones are over first. */
  #makeRoom(now: number): void {
    for (const [group, { since }] of this.#groups) {
      const isOver = now >= since + WINDOW_MS || now < since;
      if (!isOver && this.#groups.size < MOST_GROUPS) return;
      this.#groups.delete(group);
    }
  }
}
