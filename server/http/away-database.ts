import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/** As the system, PostgreSQL and its driver say that nobody is there: no connection, or one that was ended. */
const CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
];
const WORDS =
  /^(?:Connection terminated|Knex: Timeout acquiring a connection|Client has encountered a connection error|timeout expired)/;
const ASK_AGAIN_MS = 1_000;

type Watched = Pick<Database, 'dialect' | 'seq'>;

/** Whether a failure says that the database is away. SQLite's is a file, which never is. */
export function isAway(error: unknown, { dialect }: Pick<Database, 'dialect'>): boolean {
  if (dialect !== 'postgresql' || !(error instanceof Error)) return false;
  return ('code' in error && CODES.includes(error.code)) || WORDS.test(error.message);
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
