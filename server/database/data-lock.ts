import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from './make-folder.ts';
import { makeFilePrivate } from './private-files.ts';
import { sqliteBinding } from './sqlite-binding.ts';

const LOCK_FILE = 'server.lock';
/** How long a server that is ending may take: its last calls have three seconds. */
const PATIENCE_MS = 6_000;

/**
 * Keeps a second server, and commands for which it must stand still, away from a data folder: SQLite holds a lock of the
 * system's on a file in it, which the system gives back when the process ends, however it ends. Backups and the other
 * short commands do not ask for it.
 * @returns the way to give it back
 * @throws Error with one plain sentence where another server has the folder.
 */
export function lockData(dataFolder: string): () => void {
  makeFolder(dataFolder);
  const path = join(dataFolder, LOCK_FILE);
  makeFilePrivate(path);
  const nativeBinding = sqliteBinding();
  const lock = new Database(path, { timeout: PATIENCE_MS, ...(nativeBinding ? { nativeBinding } : {}) });
  try {
    // Never ended: it is held until the connection closes.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return () => void lock.close();
  } catch (error) {
    lock.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY')) {
      throw new Error(
        `Another server is running with the data folder ${dataFolder}. End it first, or choose another folder with --data.`,
        { cause: error },
      );
    }
    // Something else was written into it. Nobody holds it: that would have been said first.
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) throw error;
    rmSync(path, { force: true });
    return lockData(dataFolder);
  }
}
