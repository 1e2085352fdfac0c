import type { Database, Transaction } from '../database/database.ts';
import { RecentTimes, tooManyRequests } from './rate-limit.ts';
import { DAY_MS } from '#shared/format/time.ts';

export const QUARTER_MS = 15 * 60_000;

export interface Limit {
  most: number;
  withinMs: number;
}

export interface Counter {
  key: string;
  limits: readonly Limit[];
}

/** A way in: open while none of the counters that judge it is full. A failure goes into those and `alsoCounted`. */
export interface Door {
  judging: readonly Counter[];
  alsoCounted?: readonly Counter[];
}

type Reader = Pick<Transaction, 'all'>;

/** Counts failures by door, for all server processes on the database together (decision 6). */
export class DoorCounters {
  readonly #database: Database;
  readonly #times: RecentTimes;

  /** @param kind keeps these counters apart from others. */
  constructor(database: Database, kind: string, now?: () => number) {
    this.#database = database;
    this.#times = new RecentTimes(kind, DAY_MS, now);
  }

  /**
   * Counts an attempt before it is looked at, at the first door that is open.
   * @param what whole sentence; `instead` what else would help, looked up where it is said.
   * @throws PlainError `too-many-requests`, with when to try again.
   */
  async begin(
    doors: readonly Door[],
    what: string,
    instead?: string | ((reader: Reader) => Promise<string>),
  ): Promise<Attempt> {
    const open = async (reader: Reader): Promise<Door> => {
      const { door, wait } = await this.#openDoor(reader, doors);
      if (door) return door;
      throw tooManyRequests(what, wait, typeof instead === 'function' ? await instead(reader) : instead);
    };
    // What is refused any way does not wait for the writer, and nobody waits for it.
    await open(this.#database);
    return this.#database.write(async (trx) => {
      const { judging, alsoCounted = [] } = await open(trx);
      const counters = [...judging, ...alsoCounted];
      const at = this.#times.now();
      for (const { key, limits } of counters) {
        const most = Math.max(...limits.map((limit) => limit.most));
        await this.#times.keep(trx, key, [...(await this.#times.of(trx, key)), at].slice(-most));
      }
      return new Attempt(this.#times, counters, at);
    });
  }

  /** The first door that is open; without one, the seconds until the next opens. */
  async #openDoor(reader: Reader, doors: readonly Door[]): Promise<{ door: Door | null; wait: number }> {
    let wait = Infinity;
    for (const door of doors) {
      let closed = 0;
      for (const { key, limits } of door.judging) {
        const times = await this.#times.of(reader, key);
        for (const { most, withinMs } of limits) {
          closed = Math.max(closed, this.#times.secondsUntilBelow(most, times, withinMs));
        }
      }
      if (closed === 0) return { door, wait: 0 };
      wait = Math.min(wait, closed);
    }
    return { door: null, wait };
  }
}

/** An attempt that was counted as if it had failed. */
export class Attempt {
  readonly #times: RecentTimes;
  readonly #counters: readonly Counter[];
  readonly #at: number;

  constructor(times: RecentTimes, counters: readonly Counter[], at: number) {
    this.#times = times;
    this.#counters = counters;
    this.#at = at;
  }

  /** It was no failure, although it led to nothing. */
  async takeBack(trx: Transaction): Promise<void> {
    for (const { key } of this.#counters) {
      const times = await this.#times.of(trx, key);
      const own = times.lastIndexOf(this.#at);
      if (own !== -1) await this.#times.keep(trx, key, times.toSpliced(own, 1));
    }
  }

  /** It was right: nor do the earlier failures at that place count any more. */
  async succeeded(trx: Transaction): Promise<void> {
    await this.takeBack(trx);
    const [place] = this.#counters;
    if (place) await this.#times.keep(trx, place.key, []);
  }
}
