import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import type { Database } from '../database/database.ts';

/** Stands in a data folder whose data is in PostgreSQL, copied there or begun there, and says in which database and since when. */
export const MOVED_FILE = 'moved-to-postgresql';

/** @param place the database, without its password */
export function noteMoved(dataFolder: string, place: string): void {
  const day = new Date().toISOString().slice(0, 10);
  writeWholeFileNow(join(dataFolder, MOVED_FILE), `${place} since ${day}\n`);
}

/** The same where it was begun there: there is no SQLite database, and a command without the address would make an empty one. */
export function noteBegun({ dataFolder, databaseUrl }: Place, place: string): void {
  if (databaseUrl === null) return;
  if ([MOVED_FILE, DATABASE_FILE].some((name) => existsSync(join(dataFolder, name)))) return;
  noteMoved(dataFolder, place);
}

/** The SQLite database that a copy has left, with everybody who is erased from now on; null where there is none. */
export function leftBehind({ dataFolder, databaseUrl }: Place): string | null {
  const file = join(dataFolder, DATABASE_FILE);
  return databaseUrl !== null && existsSync(file) ? file : null;
}

type Place = Pick<Configuration, 'dataFolder' | 'databaseUrl'>;

/**
 * A server, a backup or a command that has lost its `DATABASE_URL` would go on with what the data was before it was copied, or
 * with nothing, and nobody would notice until both had gone their ways.
 * @throws Error with one sentence.
 */
export function assertNotMoved({ dataFolder, databaseUrl }: Place): void {
  const note = join(dataFolder, MOVED_FILE);
  if (databaseUrl !== null || !existsSync(note)) return;
  const into = readFileSync(note, 'utf8').trim();
  throw new Error(
    `The data of ${dataFolder} is in ${into}. Start with DATABASE_URL. To go on without that database, delete ${note}.`,
  );
}

/**
 * The database, for a command that opened it before or while it was copied, as one that waits for a password: what it wrote
 * afterwards would be lost.
 */
export function whileNotMoved(database: Database, configuration: Configuration): Database {
  if (configuration.databaseUrl !== null) return database;
  return {
    ...database,
    // Under the lock that the copy has until the note is there.
    write: (work) =>
      database.write((trx, log) => {
        assertNotMoved(configuration);
        return work(trx, log);
      }),
  };
}
