/** A disk that damages files more often than this is left alone for a while. */
const MOST = 3;
const WITHIN_MS = 10 * 60_000;

/** What the user reads where files are damaged again and again. */
export const FAILING_DISK =
  'Files on this computer are damaged again and again: its disk may be failing. Send your changes while it works, then have the disk looked at.';

/** Counts how often damaged files were made anew, so that a failing disk does not have it done without end. */
export class DamageLimit {
  /** Moments of the repairs of late, by a clock that does not jump. */
  #times: number[] = [];
  #count = 0;
  #refused = false;

  get count(): number {
    return this.#count;
  }

  /** Whether a repair was refused for the first time since the last one: so that the log says it once. */
  get isNewlyRefused(): boolean {
    const isNew = !this.#refused;
    this.#refused = true;
    return isNew;
  }

  /** Whether another repair is allowed now; it is then counted. */
  mayRepair(now = performance.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < WITHIN_MS);
    if (this.#times.length >= MOST) return false;
    this.#times.push(now);
    this.#count += 1;
    this.#refused = false;
    return true;
  }
}
