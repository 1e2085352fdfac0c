import { DAY_MS } from '#shared/format/time.ts';
import type { Database } from './database/database.ts';

const SEEN = 'retentionSeen';
/** So much more at each start: the server may have been off for a while. */
const AT_A_START_MS = 7 * DAY_MS;
/**
 * It is remembered by and by, while the server runs: one that is started again and again, as it is while its clock is wrong, does
 * not come up by starts alone.
 */
const REMEMBERED_WITHIN_MS = DAY_MS / 4;
/** So much faster than time passes: after a restore, or a long while off, it comes up by and by. */
const CATCHING_UP = 7;

/**
 * The time by which it is judged whether something has been kept for long enough. A clock of the server that is ahead by months
 * would take away within minutes what people may still restore, so it is not believed at once: the time goes on from where it was
 * seen last, and somebody notices before it is there. What is remembered goes back no faster, so that one start in 1970 does not
 * hold everything up for years.
 */
export class RetentionClock {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #running: () => number;
  readonly #seenAtStart: number;
  readonly #startedAt: number;

  private constructor(database: Database, seen: number, clock: () => number, running: () => number) {
    this.#database = database;
    this.#clock = clock;
    this.#running = running;
    this.#seenAtStart = seen;
    this.#startedAt = running();
  }

  /**
   * @param clock milliseconds since 1970, as the computer has them
   * @param running milliseconds by a clock that nobody sets
   */
  static async open(
    database: Database,
    clock: () => number = Date.now,
    running = (): number => performance.now(),
  ): Promise<RetentionClock> {
    const seen = (await lastSeen(database)) ?? (await newestLine(database)) ?? clock();
    return new RetentionClock(database, seen, clock, running);
  }

  /** Milliseconds since 1970. */
  async now(): Promise<number> {
    const ran = this.#running() - this.#startedAt;
    const caughtUp = CATCHING_UP * ran;
    const now = Math.floor(Math.min(this.#clock(), this.#seenAtStart + AT_A_START_MS + caughtUp));
    const moves = AT_A_START_MS * Math.min(1, ran / REMEMBERED_WITHIN_MS) + caughtUp;
    const seen = Math.min(Math.max(now, this.#seenAtStart - moves), this.#seenAtStart + moves);
    await this.#database.write((trx) =>
      trx.all(
        `INSERT INTO "meta" ("name", "value") VALUES ('${SEEN}', ?)
         ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
        [new Date(Math.floor(seen)).toISOString()],
      ),
    );
    return now;
  }
}

async function lastSeen({ all }: Pick<Database, 'all'>): Promise<number | null> {
  const [row] = await all<{ value: string }>(`SELECT "value" FROM "meta" WHERE "name" = '${SEEN}'`);
  return row ? Date.parse(row.value) : null;
}

/** Data of an earlier version knows no better. Lines of the log may be of long ago: an import has them of when a record was made. */
async function newestLine({ all }: Pick<Database, 'all'>): Promise<number | null> {
  const [newest] = await all<{ at: string | null }>('SELECT MAX("at") AS "at" FROM "audit_log"');
  return newest?.at ? Date.parse(newest.at) : null;
}
