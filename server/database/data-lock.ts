import { join } from 'node:path';
import { FileTaken, lockFile } from '#shared/node/file-lock.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { makeFolder } from '#shared/node/make-folder.ts';
import { makeFilePrivate } from './private-files.ts';

const LOCK_FILE = 'server.lock';
/** How long a server that is ending may take: its last calls have three seconds. */
const PATIENCE_MS = 6_000;

/**
 * Keeps a second server, and commands for which it must stand still, away from a data folder. Backups and the other
 * short commands do not ask for it.
 * @returns the way to give it back
 * @throws Error with one plain sentence where another server has the folder.
 */
export function lockData(dataFolder: string): () => void {
  makeFolder(dataFolder);
  const path = join(dataFolder, LOCK_FILE);
  makeFilePrivate(path);
  try {
    return lockFile(path, { patienceMs: PATIENCE_MS, nativeBinding: sqliteBinding() });
  } catch (error) {
    if (!(error instanceof FileTaken)) throw error;
    throw new Error(
      `Another server is running with the data folder ${dataFolder}. End it first, or choose another folder with --data.`,
      { cause: error },
    );
  }
}

/** Whether another process has the lock of a folder just now. */
export function isHeld(folder: string): boolean {
  try {
    lockFile(join(folder, LOCK_FILE), { patienceMs: 0, nativeBinding: sqliteBinding() })();
    return false;
  } catch (error) {
    if (error instanceof FileTaken) return true;
    throw error;
  }
}
