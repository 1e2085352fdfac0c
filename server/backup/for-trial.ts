import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { DATA_SECRET } from '../auth/data-key.ts';
import type { Database } from '../database/database.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { KNOWN_KEY } from '../joining/own-certificate.ts';

const TRIAL = 'trial';

/**
 * Makes restored data that of a trial. Desks take what they have along to wherever their server has moved, and offer it what
 * another state of it had taken in: by a secret of its own the trial is another server to them, so that nothing comes into it,
 * and nothing that is tried there comes into the office's data.
 * @param folder where the data was restored to
 */
export function makeTrial(folder: string): void {
  const db = new BetterSqlite3(join(folder, DATABASE_FILE), { nativeBinding: sqliteBinding() });
  try {
    const write = db.prepare('INSERT OR REPLACE INTO "meta" ("name", "value") VALUES (?, ?)');
    db.transaction(() => {
      write.run(DATA_SECRET, randomBytes(32).toString('base64'));
      write.run(TRIAL, new Date().toISOString());
      db.prepare('DELETE FROM "meta" WHERE "name" = ?').run(KNOWN_KEY);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** @throws Error with one sentence where the data of a folder is a trial's: among the backups of the office nobody would know it. */
export function assertNoTrial(dataFolder: string): void {
  const file = join(dataFolder, DATABASE_FILE);
  if (!existsSync(file)) return;
  const db = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const hasMeta = db.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = 'meta'`).get();
    if (!hasMeta || !db.prepare('SELECT 1 FROM "meta" WHERE "name" = ?').get(TRIAL)) return;
  } finally {
    db.close();
  }
  throw new Error(`${dataFolder} is a trial of a restore (--trial). No backups are made of it.`);
}

/**
 * Which trial the data is; null where it is none. A trial makes no backups among the office's, and lists nobody there whom it
 * erases.
 * @throws Error with one sentence
 */
export async function trialIn(database: Database, backupFolder: string | null): Promise<string | null> {
  const [found] = await database.all<{ value: string }>(
    `SELECT "value" FROM "meta" WHERE "name" = '${TRIAL}'`,
  );
  if (found && backupFolder !== null)
    throw new Error(
      'This data was restored as a trial (--trial), which has nothing to do with the backups of the office. Start it with BACKUP_DIR= (none).',
    );
  return found?.value ?? null;
}
