import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

const TRIES = 50;
const TRY_EVERY_MS = 100;
/** So long a vacuum is waited for; it goes on. */
const PATIENCE_MS = 15_000;
/** Tables beside those of the entities whose rows were changed. */
const TABLES = ['change_log', 'operations', 'conflicts', 'change_sets', 'audit_log', 'files', 'file_uploads'];

/**
 * Removes what the database files still hold of values that are gone: on SQLite the log of writes is taken into the file and
 * cut off; on PostgreSQL old versions of rows are removed. What cannot be done now the database does by itself later: whoever has
 * erased somebody is not told that it failed.
 */
export async function leaveNoTrace(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await database.cutLogOfWrites()) return;
      // Somebody is reading: what they read of goes with the next one.
      await wait(TRY_EVERY_MS);
    }
    return;
  }
  const vacuum = database.vacuum([...database.model.entities.map(({ name }) => name), ...TABLES]);
  await Promise.race([vacuum.catch(() => undefined), wait(PATIENCE_MS, undefined, { ref: false })]);
}
