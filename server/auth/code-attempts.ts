import type { Database, Transaction } from '../database/database.ts';
import { RecentTimes, tooManyRequests } from './rate-limit.ts';

const MINUTE_MS = 60_000;
/** Wrong codes of one account: within a quarter of an hour, and within a day. */
const LIMITS = [
  { kind: 'second-factor', most: 10, windowMs: 15 * MINUTE_MS },
  { kind: 'second-factor-day', most: 50, windowMs: 24 * 60 * MINUTE_MS },
] as const;

/**
 * Counts wrong codes by account, wherever they come from: whoever has stolen a password gets 50 of a million codes a
 * day. Who does not know the password cannot use the count up.
 */
export class CodeAttempts {
  readonly #database: Database;
  readonly #limits: readonly { most: number; times: RecentTimes }[];

  constructor(database: Database, now?: () => number) {
    this.#database = database;
    this.#limits = LIMITS.map(({ kind, most, windowMs }) => ({
      most,
      times: new RecentTimes(kind, windowMs, now),
    }));
  }

  /** Counts an attempt before its code is looked at. @throws PlainError `too-many-requests`, with when to try again. */
  async begin(userId: string): Promise<void> {
    await this.#assertBelow(this.#database, userId);
    await this.#database.write(async (trx) => {
      await this.#assertBelow(trx, userId);
      for (const { times } of this.#limits) {
        await times.keep(trx, userId, [...(await times.of(trx, userId)), times.now()]);
      }
    });
  }

  /** The code was right: the attempt does not count, nor do the last failures. */
  async succeeded(trx: Transaction, userId: string): Promise<void> {
    for (const [at, { times }] of this.#limits.entries()) {
      const recent = await times.of(trx, userId);
      await times.keep(trx, userId, at === 0 ? [] : recent.slice(0, -1));
    }
  }

  async #assertBelow(trx: Pick<Transaction, 'all'>, userId: string): Promise<void> {
    let wait = 0;
    for (const { most, times } of this.#limits) {
      const recent = await times.of(trx, userId);
      if (recent.length >= most) wait = Math.max(wait, times.secondsUntilBelow(most, recent));
    }
    if (wait === 0) return;
    throw tooManyRequests('Too many wrong codes.', wait, 'or ask an administrator for a new password');
  }
}

/** Nothing counts any more: the password is another, or an administrator has turned two-step sign-in off. */
export async function forgetCodeAttempts(trx: Transaction, userId: string): Promise<void> {
  for (const { kind, windowMs } of LIMITS) await new RecentTimes(kind, windowMs).keep(trx, userId, []);
}
