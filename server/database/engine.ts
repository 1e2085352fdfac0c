import type { Knex } from 'knex';
import type { Dialect } from '#shared/model/list-query.ts';

/** What the server processes on one database tell each other. */
export type Announcement =
  /** The log advanced: a desk may have something to fetch. */
  | { kind: 'seq'; seq: number }
  /** A session ended, or all of a user's but one. */
  | { kind: 'sessions-ended'; userId: string; sessionId?: string; except?: string }
  /** Which data folder the process has: said at its start, and in answer to that (server/other-folders.ts). */
  | { kind: 'data-folder'; mark: string; begins: boolean };

/** A database engine: how to reach it, and what it does in a way of its own. */
export interface Engine {
  readonly dialect: Dialect;
  /** Where the data is, for messages: a path, or an address without its password. */
  readonly place: string;
  readonly writer: Knex;
  readonly reader: Knex;
  /** For migrations, which take as long as they take. */
  readonly migrator: Knex;
  /** How a transaction is opened that reads one consistent state. */
  readonly snapshot: Knex.TransactionConfig;
  /** Keeps other processes out of the migrations until the transaction ends. */
  lockMigrations(trx: Knex.Transaction): Promise<void>;
  /** Tells the other processes; never fails: who misses it hears of it later by asking. */
  announce(announcement: Announcement): void;
  /** Hears what other processes announce, and perhaps what this one did. */
  onAnnounced(listener: (announcement: Announcement) => void): void;
  /** Where the engine asks by itself where the log stands: `begin` before the question, and what it gave with the answer. */
  onQuestion(begin: () => (seq: number) => void): void;
  /**
   * Takes the log of writes into the database file and cuts it off, without waiting for whoever is reading: a wait of SQLite
   * stops this process, those who read with it. False where somebody is; true where there is no such log.
   */
  cutLogOfWrites(): Promise<boolean>;
  /**
   * Removes the versions of rows that nobody sees any more, of PostgreSQL alone; on a large table that takes minutes.
   * @param overwrittenBy number of the transaction that has overwritten them
   * @returns false where somebody may still read them: nothing was done then.
   */
  vacuum(tables: readonly string[], overwrittenBy: number): Promise<boolean>;
  close(): Promise<void>;
}
