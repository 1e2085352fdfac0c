import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Another process holds the file. */
export class FileTaken extends Error {}

export interface FileLockSettings {
  /** How long an earlier holder may take to end, in milliseconds. */
  patienceMs: number;
  nativeBinding?: string | undefined;
}

/**
 * Takes a file for this process: SQLite holds a lock of the system's on it, which the system gives back when the process
 * ends, however it ends. The folder must be on a local disk: locks of network drives are not reliable.
 * @returns the way to give it back
 * @throws FileTaken where another process has it.
 */
export function lockFile(path: string, settings: FileLockSettings): () => void {
  const { patienceMs, nativeBinding } = settings;
  const lock = new Database(path, { timeout: patienceMs, ...(nativeBinding ? { nativeBinding } : {}) });
  try {
    lock.pragma('journal_mode = MEMORY');
    // Never ended: it is held until the connection closes.
    lock.exec('BEGIN EXCLUSIVE');
    return () => void lock.close();
  } catch (error) {
    lock.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY')) throw new FileTaken(`${path} is taken`, { cause: error });
    // Something else was written into it. Nobody holds it: that would have been said first.
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) throw error;
    rmSync(path, { force: true });
    return lockFile(path, settings);
  }
}
