/** No line that an office works with is slower for long; in bytes a millisecond. */
const SLOWEST = 1;
/** However slow it is: the largest answers are asked for in pieces. */
const MOST_IN_ALL_MS = 15 * 60_000;
/** Of what is sent nobody sees how far it is. A line that has died meanwhile is not to hold the rest for long, and what it is too slow for is sent in smaller pieces. */
const SLOWEST_SENT = 16;
const MOST_FOR_SENT_MS = 60_000;

export interface PatienceLimits {
  /** Milliseconds without a byte of the answer. */
  silence: number;
  /** Milliseconds in all, however much comes in; without it as long as the line takes for so many bytes. */
  atMost?: number | undefined;
  /** Bytes that are sent first. */
  sent: number;
}

/**
 * When a call is given up: where nothing comes in any more, and not where a slow line has much to bring. One whose answer never
 * stops dripping is given up as well.
 */
export class Patience {
  readonly #giveUp: () => void;
  readonly #limits: PatienceLimits;
  readonly #forSent: number;
  readonly #begun = performance.now();
  readonly #whole: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout;
  #received = 0;

  constructor(giveUp: () => void, limits: PatienceLimits) {
    this.#giveUp = giveUp;
    this.#limits = limits;
    this.#forSent = Math.min(MOST_FOR_SENT_MS, limits.sent / SLOWEST_SENT);
    this.#silence = setTimeout(giveUp, limits.silence + this.#forSent);
    if (limits.atMost !== undefined) this.#whole = setTimeout(giveUp, limits.atMost);
  }

  /** Bytes of the answer have come in, or its head. */
  heard(bytes: number): void {
    this.#received += bytes;
    const { silence } = this.#limits;
    const enough = Math.min(MOST_IN_ALL_MS, silence + this.#forSent + this.#received / SLOWEST);
    if (performance.now() - this.#begun > enough) {
      this.#giveUp();
      return;
    }
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#giveUp, silence);
  }

  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
  }
}
