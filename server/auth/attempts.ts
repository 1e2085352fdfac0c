import type { Database, Transaction } from '../database/database.ts';
import { RecentTimes, tooManyRequests } from './rate-limit.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** Failed sign-ins within the window: for one account from one address, for one account, from one address. */
const LIMITS = { pair: 10, account: 100, address: 200 } as const;

interface Counter {
  key: string;
  limit: number;
}

/**
 * Counts failed sign-ins, for all server processes on the database together. A pair of account and address is stopped
 * early, so that a stranger elsewhere cannot lock a user out of the office.
 */
export class SignInAttempts {
  readonly #database: Database;
  readonly #times: RecentTimes;

  constructor(database: Database, now?: () => number) {
    this.#database = database;
    this.#times = new RecentTimes('sign-in', WINDOW_MS, now);
  }

  /** Counts an attempt before its password is looked at. @throws PlainError `too-many-requests`, with when to try again. */
  async begin(account: string, address: string): Promise<void> {
    const counters = countersOf(account, address);
    // What is refused any way does not wait for the writer, and nobody waits for it.
    await this.#assertBelow(this.#database, counters);
    await this.#database.write(async (trx) => {
      const recent = await this.#assertBelow(trx, counters);
      for (const [at, { key }] of counters.entries()) {
        await this.#times.keep(trx, key, recent[at] ?? [], true);
      }
    });
  }

  /** The attempt was right after all: it does not count, nor do the account's failures from that address. */
  async succeeded(trx: Transaction, account: string, address: string): Promise<void> {
    for (const [at, { key }] of countersOf(account, address).entries()) {
      const recent = await this.#times.of(trx, key);
      await this.#times.keep(trx, key, at === 0 ? [] : recent.slice(0, -1), false);
    }
  }

  async #assertBelow(
    trx: Pick<Transaction, 'all'>,
    counters: readonly Counter[],
  ): Promise<readonly (readonly number[])[]> {
    const recent: number[][] = [];
    let wait = 0;
    for (const { key, limit } of counters) {
      const times = await this.#times.of(trx, key);
      recent.push(times);
      if (times.length >= limit) wait = Math.max(wait, this.#times.secondsUntilBelow(limit, times));
    }
    if (wait === 0) return recent;
    throw tooManyRequests('Too many failed sign-ins.', wait, 'or ask an administrator for a new password');
  }
}

/** The pair of both comes first. */
function countersOf(account: string, address: string): readonly Counter[] {
  return [
    { key: `pair ${account} ${address}`, limit: LIMITS.pair },
    { key: `account ${account}`, limit: LIMITS.account },
    { key: `address ${address}`, limit: LIMITS.address },
  ];
}
