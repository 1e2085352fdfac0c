import type { Database, Transaction } from '../database/database.ts';
import { addressGroup } from './address-group.ts';
import type { KnownPlace } from './known-places.ts';
import { RecentTimes, tooManyRequests } from './rate-limit.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

interface Limit {
  most: number;
  withinMs: number;
}

/** What one person, or one who knows the place, may get wrong. */
const ONE_PLACE: readonly Limit[] = [
  { most: 10, withinMs: QUARTER_MS },
  { most: 100, withinMs: DAY_MS },
];
/** All strangers to an account together. */
const ONE_ACCOUNT: readonly Limit[] = [
  { most: 100, withinMs: QUARTER_MS },
  { most: 300, withinMs: DAY_MS },
];
/** All strangers at an address together. */
const ONE_ADDRESS: readonly Limit[] = [{ most: 200, withinMs: QUARTER_MS }];

interface Counter {
  key: string;
  limits: readonly Limit[];
}

/** A way in: open while none of the counters that judge it is full. A failure goes into those and `alsoCounted`. */
interface Door {
  judging: readonly Counter[];
  alsoCounted?: readonly Counter[];
}

/** Whose password is tried: a user with the time at which it was set, or a text that nobody has as email. */
export type Account = { userId: string; passwordSetAt: string | null } | { typed: string };

/** Counts failed attempts at passwords, for all server processes on the database together (decision 6). */
export class SignInAttempts {
  readonly #database: Database;
  readonly #times: RecentTimes;

  constructor(database: Database, now?: () => number) {
    this.#database = database;
    this.#times = new RecentTimes('sign-in', DAY_MS, now);
  }

  /**
   * Counts a sign-in before its password is looked at.
   * @throws PlainError `too-many-requests`, with when to try again.
   */
  signIn(account: Account, address: string, known: KnownPlace): Promise<Attempt> {
    return this.#begin(
      doorsOf(account, address, known),
      'Too many failed sign-ins.',
      'or ask an administrator for a new password',
    );
  }

  /** As `signIn`, for the present password within a session: who has stolen one stops no other. */
  presentPassword(sessionId: string): Promise<Attempt> {
    const counter = { key: `present password ${sessionId}`, limits: ONE_PLACE };
    return this.#begin([{ judging: [counter] }], 'The present password was wrong too often.');
  }

  async #begin(doors: readonly Door[], what: string, instead?: string): Promise<Attempt> {
    const open = async (reader: Pick<Transaction, 'all'>): Promise<Door> => {
      const { door, wait } = await this.#openDoor(reader, doors);
      if (door) return door;
      throw tooManyRequests(what, wait, instead);
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
  async #openDoor(
    reader: Pick<Transaction, 'all'>,
    doors: readonly Door[],
  ): Promise<{ door: Door | null; wait: number }> {
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

/** The counter of the place comes first in each door. */
function doorsOf(account: Account, from: string, known: KnownPlace): readonly Door[] {
  // With the time in the key a new password begins with counters of its own.
  const whose = 'typed' in account ? account.typed : `${account.userId} ${account.passwordSetAt ?? ''}`;
  const group = addressGroup(from);
  const pair = { key: `pair ${whose} ${group}`, limits: ONE_PLACE };
  const everywhere = { key: `account ${whose}`, limits: ONE_ACCOUNT };
  const address = { key: `address ${group}`, limits: ONE_ADDRESS };
  return [
    ...(known.desk === null
      ? []
      : [{ judging: [{ key: `desk ${whose} ${known.desk}`, limits: ONE_PLACE }] }]),
    ...(known.address === null ? [] : [{ judging: [pair], alsoCounted: [address] }]),
    { judging: [pair, everywhere, address] },
  ];
}
