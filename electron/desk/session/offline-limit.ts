import os from 'node:os';
import { DAY_MS } from '#shared/format/time.ts';

/** How long a desk works without its server, and what its clock must not say. Times in milliseconds since 1970. */

const OFFLINE_DAYS = 30;
/** Clocks are put right by a little, and time zones are set wrong: that alone keeps nobody out. */
const CLOCK_TOLERANCE_MS = DAY_MS;
/** So soon after the server answered, a clock that jumps was put right. */
const JUST_NOW_MS = 15 * 60_000;

export interface Times {
  /** The last answer of the server. */
  lastContact: number;
  /** The latest time that this computer's clock has shown while the session was open. */
  latest: number;
}

/** Why nobody may go on without the server, as a sentence; null where they may. */
export function offlineRefusal({ lastContact, latest }: Times, now: number): string | null {
  if (now - lastContact > OFFLINE_DAYS * DAY_MS) {
    return `This computer has not reached the server for ${OFFLINE_DAYS} days. Connect to the network to sign in.`;
  }
  if (now < latest - CLOCK_TOLERANCE_MS) {
    return 'The clock of this computer is behind the time at which it was last used. Check its date and time, or connect to the network to sign in.';
  }
  return null;
}

/** Milliseconds on a clock that nobody sets: since the computer started, with the time it was asleep. */
const sinceStart = (): number => os.uptime() * 1_000;

/**
 * The limit for a session that is open. Beside the computer's clock it counts on one that nobody sets, so that a clock
 * put back does not lengthen the days, nor one put right end them.
 */
export class OpenLimit {
  readonly #steady: () => number;
  #times: Times;
  /** On the clock that nobody sets: when counting began, and the age of the last contact then. */
  #since: number;
  #ageThen: number;
  #contactAt = Number.NEGATIVE_INFINITY;

  /** @param steady a clock that nobody sets, in milliseconds; it goes on while the computer sleeps. */
  constructor(times: Times, now = Date.now(), steady = sinceStart) {
    this.#steady = steady;
    this.#times = times;
    this.#since = steady();
    this.#ageThen = Math.max(0, now - times.lastContact);
  }

  get times(): Times {
    return this.#times;
  }

  contact(now = Date.now()): void {
    this.#times = { lastContact: now, latest: now };
    this.#since = this.#contactAt = this.#steady();
    this.#ageThen = 0;
  }

  /** Looks at the clock; gives why the session must close, or null. */
  refusal(now = Date.now()): string | null {
    const steady = this.#steady();
    const passed = this.#ageThen + steady - this.#since;
    const justNow = steady - this.#contactAt < JUST_NOW_MS;
    if (justNow) {
      this.#times = { lastContact: now - passed, latest: now };
      return null;
    }
    const { lastContact } = this.#times;
    const latest = Math.max(this.#times.latest, now);
    this.#times = { lastContact, latest };
    return offlineRefusal({ lastContact: Math.min(lastContact, now - passed), latest }, now);
  }
}
