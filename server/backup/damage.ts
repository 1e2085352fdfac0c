import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../auth/signing-secret.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import type { Database } from '../database/database.ts';
import { newestBackups, type FoundBackup } from './newest.ts';

/** The database is damaged, or gone. */
export class DamagedDatabase extends Error {}

const MOST_OFFERED = 20;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether a failure, or what it came of, says that the database cannot be read any more. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true;
  const code = codeOf(error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return true;
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Looks at the database of a PC before it is opened, where nobody else would: one that is gone or empty would be made anew as if
 * nothing had ever been kept.
 * @returns whether it was left in the middle of its work, as by a power cut
 * @throws DamagedDatabase
 */
export function lookAtDatabase({ dataFolder }: Configuration): boolean {
  const file = join(dataFolder, DATABASE_FILE);
  if (sizeOf(join(dataFolder, SECRET_FILE)) > 0 && sizeOf(file) === 0 && sizeOf(`${file}-wal`) === 0) {
    throw new DamagedDatabase(`The database ${file} is gone.`);
  }
  return sizeOf(`${file}-wal`) > 0;
}

/** Reads all of it. @throws DamagedDatabase */
export async function assertWhole(database: Pick<Database, 'all' | 'place'>): Promise<void> {
  const said = await database.all<{ quick_check: string }>('PRAGMA quick_check(1)');
  if (said[0]?.quick_check !== 'ok') throw new DamagedDatabase(`The database ${database.place} is damaged.`);
}

/** The backups that this server made itself, the newest first: others are restored by whoever knows where they are from. */
export async function ownBackups({ backupFolder, dataFolder }: Configuration): Promise<FoundBackup[]> {
  if (backupFolder === null) return [];
  return newestBackups(backupFolder, dataFolder, MOST_OFFERED, { onlyOurs: true });
}
