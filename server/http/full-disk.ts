import type { Database } from '../database/database.ts';

/** As SQLite, the system and PostgreSQL call it. */
const CODES: readonly unknown[] = ['SQLITE_FULL', 'ENOSPC', '53100'];

/** Whether a failure says that there is no room to save. */
export const isFullDisk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && CODES.includes(error.code);

/** Remembers that something could not be saved for want of room, until the next change is. */
export class FullDisk {
  readonly #database: Pick<Database, 'onAdvance'>;
  #isFull = false;

  constructor(database: Pick<Database, 'onAdvance'>) {
    this.#database = database;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  met(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    const stop = this.#database.onAdvance(() => {
      this.#isFull = false;
      stop();
    });
  }
}
