import { DAY_MS } from '#shared/format/time.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';

/**
 * Acknowledged operations are kept this long, to be offered again to a server restored from a backup (sync rule 11); those of a record
 * of which something was refused for as long as that lies in the tray, since what was written later stands over it.
 */
const KEPT_DAYS = 14;
const NEEDED = `EXISTS (SELECT 1 FROM operations refused WHERE refused.entity = operations.entity
   AND refused.recordId = operations.recordId AND refused.status = 'refused')`;

/**
 * Forgets operations that were acknowledged long ago, and are in the cache. It is asked for in each round of the sync: what is there
 * is looked through only where one of them may be old enough, or have no time yet.
 */
export class AcknowledgedOperations {
  readonly #statements: StatementCache;
  /** No acknowledged operation is older, by this computer's clock; null where that is not known. */
  #oldest: number | null = null;
  #allTimed = false;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  /** One more is acknowledged. @param at ISO time of the server; null where it is not known */
  noted(at: string | null, here: number): void {
    if (at === null) this.#allTimed = false;
    if (this.#oldest !== null) this.#oldest = Math.min(this.#oldest, here);
  }

  /**
   * Long ago by the server's clock and by this computer's: either may have been wrong, or put right since.
   * @param time of the server, ISO
   * @returns since when they are kept, by the server's clock as ISO and by this computer's
   */
  forgetOld(cacheSeq: number, time: string, now: number): { there: string; here: number } {
    const here = now - KEPT_DAYS * DAY_MS;
    const there = new Date(Date.parse(time) - KEPT_DAYS * DAY_MS).toISOString();
    if (!this.#allTimed) {
      // What an earlier version of the application took in counts from now.
      this.#statements
        .prepare(
          `UPDATE operations SET ackedAt = coalesce(ackedAt, ?), ackedHere = coalesce(ackedHere, ?)
           WHERE status = 'applied' AND (ackedAt IS NULL OR ackedHere IS NULL)`,
        )
        .run(time, now);
      this.#allTimed = true;
    }
    if (this.#oldest === null || this.#oldest < here) {
      this.#statements
        .prepare(
          `DELETE FROM operations WHERE status = 'applied' AND seq <= ? AND ackedAt < ? AND ackedHere < ? AND NOT ${NEEDED}`,
        )
        .run(cacheSeq, there, here);
      const { oldest } = this.#statements
        .prepare(`SELECT min(ackedHere) AS oldest FROM operations WHERE status = 'applied' AND NOT ${NEEDED}`)
        .get() as { oldest: number | null };
      this.#oldest = oldest ?? now;
    }
    return { there, here };
  }
}
