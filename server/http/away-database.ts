import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/**
 * As the system, PostgreSQL and its driver say that nobody is there: no connection, one that was ended, or one to a standby,
 * which takes no writes and has none of the newest.
 */
const CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006',
  '25P03',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
];
/** A pooler's word for whatever its database said or did not say; PostgreSQL's own of a mistake of ours is no end. */
const OF_A_POOLER = '08P01';
/** The driver's own words. Before them there may be a statement with its values, which are anybody's. */
const WORDS =
  /(?:^| - )(?:Connection terminated(?: unexpectedly)?|Client (?:has encountered a connection error|was closed) and is not queryable|timeout expired)$/;
const NO_CONNECTION = 'Knex: Timeout acquiring a connection';
const ASK_AGAIN_MS = 1_000;

type Watched = Pick<Database, 'dialect' | 'seq'>;

/** Whether a failure says that the database is away. SQLite's is a file, which never is. */
export function isAway(error: unknown, { dialect }: Pick<Database, 'dialect'>): boolean {
  if (dialect !== 'postgresql' || !(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return (
    CODES.includes(code) ||
    (code === OF_A_POOLER && severity === 'FATAL') ||
    WORDS.test(error.message) ||
    error.message.startsWith(NO_CONNECTION)
  );
}

/** Remembers that the database is away until it answers again, and tells the log of both, once. */
export class AwayDatabase {
  readonly #database: Watched;
  readonly #logger: Logger;
  #isAway = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Watched, logger: Logger, onClose: (work: () => void) => void) {
    this.#database = database;
    this.#logger = logger;
    onClose(() => clearTimeout(this.#timer));
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  met(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#logger.error('the database is away: calls are refused until it is back');
    this.#askAgain();
  }

  #askAgain(): void {
    this.#timer = setTimeout(() => {
      this.#database.seq().then(
        () => {
          this.#isAway = false;
          this.#logger.warn('the database is back');
        },
        () => this.#askAgain(),
      );
    }, ASK_AGAIN_MS).unref();
  }
}
