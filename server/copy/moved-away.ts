import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';

/** Stands in a data folder whose SQLite data was copied, and says into which database and on which day. */
export const MOVED_FILE = 'moved-to-postgresql';

/** @param place the database, without its password */
export function noteMoved(dataFolder: string, place: string): void {
  const day = new Date().toISOString().slice(0, 10);
  writeWholeFileNow(join(dataFolder, MOVED_FILE), `${place} on ${day}\n`);
}

/**
 * A server, a backup or a command that has lost its `DATABASE_URL` would go on with what the data was before it was copied,
 * and nobody would notice until both had gone their ways.
 * @throws Error with one sentence.
 */
export function assertNotMoved({
  dataFolder,
  databaseUrl,
}: Pick<Configuration, 'dataFolder' | 'databaseUrl'>): void {
  const note = join(dataFolder, MOVED_FILE);
  if (databaseUrl !== null || !existsSync(note)) return;
  const into = readFileSync(note, 'utf8').trim();
  throw new Error(
    `The data of ${dataFolder} was copied into ${into}. Start with DATABASE_URL. To go on without that copy, delete ${note}.`,
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
