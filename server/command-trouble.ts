import { statfsSync } from 'node:fs';
import type { Configuration } from './configuration/configuration.ts';
import { isAway } from './http/away-database.ts';
import { isFullDisk } from './http/full-disk.ts';

/** SQLite needs some pages for its own files beside the database before it says of itself that the disk is full. */
const TOO_LITTLE_ROOM = 1024 * 1024;

/**
 * What a person reads where a command failed: the sentence of an error of ours, or what the system or the database says put into
 * one, without its SQL.
 */
export function commandSentence(
  error: unknown,
  { dataFolder, databaseUrl }: Pick<Configuration, 'dataFolder' | 'databaseUrl'>,
): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const ofSqlite = code.startsWith('SQLITE_');
  if (code === '53100')
    return 'The disk of the database is full, and the command was not finished. Make room there, then run the command again.';
  if (isFullDisk(error) || (ofSqlite && hasNoRoom(dataFolder)))
    return `The disk with the data folder ${dataFolder} is full, and the command was not finished. Make room there, then run it again.`;
  if (ofSqlite)
    return `The database in ${dataFolder} cannot be used (${code}). See whether its disk is well and this user may write there, then run the command again; where it is damaged, restore a backup.`;
  // Before its words there may be a statement with its values, which are anybody's.
  if (databaseUrl !== null && isAway(error, { dialect: 'postgresql' }))
    return 'The database went away, and the command was not finished. See that PostgreSQL is there (DATABASE_URL), then run the command again.';
  // SQLSTATE, of PostgreSQL: five digits and large letters.
  if (databaseUrl !== null && /^[\dA-Z]{5}$/.test(code) && 'severity' in error)
    return `The database refused what the command wanted to do (${code}). Look into the log of PostgreSQL, then run it again.`;
  return error.message;
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < TOO_LITTLE_ROOM;
  } catch {
    return false;
  }
}
