import { createHash } from 'node:crypto';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Database, Transaction } from '../database/database.ts';

const PRUNE_EVERY_MS = 60_000;
/** So far the clocks of several server processes may differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Refused for a while; the answer says in `Retry-After` for how long. */
export class TooManyRequests extends PlainError {
  readonly retryAfterSeconds: number;

  constructor(sentence: string, retryAfterSeconds: number) {
    super('too-many-requests', sentence);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The refusal with when to try again: `what` is a whole sentence, `instead` what else would help. */
export function tooManyRequests(what: string, retryAfterSeconds: number, instead?: string): TooManyRequests {
  const wait = `Wait ${waitOf(retryAfterSeconds)} and try again`;
  return new TooManyRequests(`${what} ${wait}${instead ? `, ${instead}` : ''}.`, retryAfterSeconds);
}

/** `a minute`, `11 minutes`, `5 hours`: rounded up. */
function waitOf(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes === 1) return 'a minute';
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * When something was done of late, by key, in the table `recent_times`: server processes on one database count
 * together. Keys are kept as hashes, since people type passwords where an email belongs.
 */
export class RecentTimes {
  readonly #kind: string;
  readonly #windowMs: number;
  readonly #now: () => number;
  #prunedAt = 0;

  constructor(kind: string, windowMs: number, now: () => number = Date.now) {
    this.#kind = kind;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /**
   * Milliseconds since 1970, the oldest first. Those still to come are of a clock that was ahead: they would stop somebody until
   * they have come.
   */
  async of(trx: Pick<Transaction, 'all'>, key: string): Promise<number[]> {
    const [row] = await trx.all<{ times: string }>('SELECT "times" FROM "recent_times" WHERE "id" = ?', [
      this.#idOf(key),
    ]);
    const [since, until] = [this.#now() - this.#windowMs, this.#now() + CLOCKS_DIFFER_MS];
    const times = row ? (JSON.parse(row.times) as number[]) : [];
    return times.filter((time) => time > since && time <= until);
  }

  /** Keeps these times in place of those before. */
  async keep(trx: Transaction, key: string, times: readonly number[]): Promise<void> {
    const now = this.#now();
    if (times.length === 0) {
      await trx.all('DELETE FROM "recent_times" WHERE "id" = ?', [this.#idOf(key)]);
      return;
    }
    await trx.all(
      `INSERT INTO "recent_times" ("id", "times", "expiresAt") VALUES (?, ?, ?)
       ON CONFLICT ("id") DO UPDATE SET "times" = excluded."times", "expiresAt" = excluded."expiresAt"`,
      [this.#idOf(key), JSON.stringify(times), Math.max(...times) + this.#windowMs],
    );
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return;
    this.#prunedAt = now;
    await trx.all('DELETE FROM "recent_times" WHERE "expiresAt" <= ?', [now]);
  }

  /** Seconds until fewer than `limit` of the times lie within the window, or a shorter one; 0 where they do already. */
  secondsUntilBelow(limit: number, times: readonly number[], windowMs = this.#windowMs): number {
    const freeing = times[times.length - limit];
    const left = freeing === undefined ? 0 : freeing + windowMs - this.#now();
    return left <= 0 ? 0 : Math.max(1, Math.ceil(left / 1000));
  }

  #idOf(key: string): string {
    return createHash('sha256')
      .update(JSON.stringify([this.#kind, key]))
      .digest('base64url');
  }
}

export interface Counted {
  /** `first-over` is the first time that it is too much; `over` lasts until enough time has passed. */
  outcome: 'allowed' | 'first-over' | 'over';
  retryAfterSeconds: number;
}

/** Limits how often somebody may do something. */
export class RateLimit {
  readonly #database: Database;
  readonly #most: number;
  readonly #times: RecentTimes;

  constructor(database: Database, kind: string, most: number, windowMs: number, now?: () => number) {
    this.#database = database;
    this.#most = most;
    this.#times = new RecentTimes(kind, windowMs, now);
  }

  /** Counts once more for the key. What is over any way is refused without the writer, which others wait for. */
  async count(key: string): Promise<Counted> {
    const before = await this.#times.of(this.#database, key);
    if (before.length > this.#most) return this.#counted('over', before);
    return this.#database.write(async (trx) => {
      const recent = await this.#times.of(trx, key);
      if (recent.length > this.#most) return this.#counted('over', recent);
      await this.#times.keep(trx, key, [...recent, this.#times.now()]);
      return this.#counted(recent.length === this.#most ? 'first-over' : 'allowed', recent);
    });
  }

  #counted(outcome: Counted['outcome'], times: readonly number[]): Counted {
    return {
      outcome,
      retryAfterSeconds: outcome === 'allowed' ? 0 : this.#times.secondsUntilBelow(this.#most, times),
    };
  }
}
