import type { StatementCache } from '../storage/sqlite-file.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** A file of an earlier start that no operation came to name, and no draft, is kept this long. */
const UNNAMED_DAYS = 1;
/** A form that was not saved yet, and opens again, shows it. */
const IN_NO_DRAFT = 'NOT EXISTS (SELECT 1 FROM drafts WHERE instr(content, files.hash) > 0)';
/** As long as acknowledged operations, to be sent again to a server restored from a backup (sync rule 11). */
const KEPT_DAYS = 14;

/**
 * The part of the outbox that knows which files its operations need, and whether the server has them. Their bytes lie
 * in a folder beside it.
 */
export class WaitingFiles {
  readonly #statements: StatementCache;
  /** Chosen since the start: the form may be open still, for days, or over a clock that was put right. */
  readonly #chosenHere = new Set<string>();

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  /** A file that the user chose. When this returns it is known after a power cut. */
  add(hash: string, now = Date.now()): void {
    this.#chosenHere.add(hash);
    this.#statements
      .prepare(
        `INSERT INTO files (hash, at) VALUES (?, ?)
         ON CONFLICT (hash) DO UPDATE SET at = excluded.at, sent = 0`,
      )
      .run(hash, new Date(now).toISOString());
  }

  remove(hash: string): void {
    this.#chosenHere.delete(hash);
    this.#statements.prepare('DELETE FROM files WHERE hash = ?').run(hash);
  }

  /** Forgets a file that no operation names any more, and no draft. */
  forgetUnnamed(hash: string): void {
    this.#statements
      .prepare(
        `DELETE FROM files WHERE hash = ? AND ${IN_NO_DRAFT} AND NOT EXISTS (
           SELECT 1 FROM operations WHERE instr(changes, files.hash) > 0)`,
      )
      .run(hash);
  }

  /** Whether the outbox needs the file here. */
  holds(hash: string): boolean {
    return this.#statements.prepare('SELECT 1 FROM files WHERE hash = ?').get(hash) !== undefined;
  }

  /** Whether the server may not have the file. */
  isUnsent(hash: string): boolean {
    return (
      this.#statements.prepare('SELECT 1 FROM files WHERE hash = ? AND sent = 0').get(hash) !== undefined
    );
  }

  markSent(hash: string, now = Date.now()): void {
    this.#statements
      .prepare('UPDATE files SET sent = 1, at = ? WHERE hash = ?')
      .run(new Date(now).toISOString(), hash);
  }

  /** After the server was restored from a backup: it may have lost what it had. */
  offerAgain(): void {
    this.#statements.prepare('UPDATE files SET sent = 0').run();
  }

  /** Forgets what was sent long ago, and what no operation that is still to be sent has come to name, and no draft. */
  prune(now = Date.now()): void {
    const before = (days: number): string => new Date(now - days * DAY_MS).toISOString();
    // Noted by a clock that was ahead: it counts from now.
    const present = new Date(now).toISOString();
    this.#statements.prepare('UPDATE files SET at = ? WHERE at > ?').run(present, present);
    // Not by this computer's clock alone: what names it is kept by the server's clock too.
    this.#statements
      .prepare(
        `DELETE FROM files WHERE sent = 1 AND at < ? AND NOT EXISTS (
           SELECT 1 FROM operations WHERE instr(changes, files.hash) > 0)`,
      )
      .run(before(KEPT_DAYS));
    this.#statements
      .prepare(
        `DELETE FROM files WHERE sent = 0 AND at < ? AND hash NOT IN (SELECT value FROM json_each(?)) AND ${IN_NO_DRAFT}
           AND NOT EXISTS (SELECT 1 FROM operations
           WHERE status IN ('waiting', 'sent', 'refused') AND instr(changes, files.hash) > 0)`,
      )
      .run(before(UNNAMED_DAYS), JSON.stringify([...this.#chosenHere]));
  }

  /** Forgets what the server has; but what a change that would be offered again names goes with that change. */
  forgetSent(): void {
    this.#statements
      .prepare(
        `DELETE FROM files WHERE sent = 1 AND NOT EXISTS (
           SELECT 1 FROM operations WHERE instr(changes, files.hash) > 0)`,
      )
      .run();
  }

  forgetAll(): void {
    this.#statements.prepare('DELETE FROM files').run();
  }
}
