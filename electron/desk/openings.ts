import { PlainError } from '#shared/protocol/errors.ts';

const MOST = 10;
const WITHIN_MS = 10_000;

/**
 * The addresses that were opened outside of the application of late. People open one after the other; a script in the
 * page could carry records out in thousands of them.
 */
export class Openings {
  readonly #now: () => number;
  /** When, the oldest first. */
  #recent: number[] = [];

  /** @param now in milliseconds, whatever the clock of the PC is set to */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be called before one more is opened. Throws PlainError `too-many-requests`; what is refused does not count. */
  count(): void {
    const now = this.#now();
    this.#recent = this.#recent.filter((at) => now - at < WITHIN_MS);
    if (this.#recent.length >= MOST) {
      throw new PlainError(
        'too-many-requests',
        'Many links were opened just now. Wait a few seconds and open this one again.',
      );
    }
    this.#recent.push(now);
  }
}
