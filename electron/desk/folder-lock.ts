import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PlainError } from '#shared/protocol/errors.ts';
import { codeOfError } from './disk-trouble.ts';

const LOCK_FILE = 'lock.db';
const HOLDER_FILE = 'running.txt';
/** How long an earlier process may take to end. */
const PATIENCE_MS = 2_000;

/**
 * A folder that belongs to one process: SQLite holds a lock of the system's on a file in it, which the system gives
 * back when the process ends, however it ends. The folder must be on a local disk: locks of network drives are not
 * reliable.
 */
export class FolderLock {
  readonly #db: Database.Database;
  readonly #folder: string;

  private constructor(db: Database.Database, folder: string) {
    this.#db = db;
    this.#folder = folder;
  }

  /** Throws PlainError `conflict` where another process has the folder. */
  static take(folder: string, nativeBinding?: string): FolderLock {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, LOCK_FILE);
    const lock = new FolderLock(locked(path, folder, nativeBinding), folder);
    // What an earlier process has left is not true any more.
    rmSync(join(folder, HOLDER_FILE), { force: true });
    return lock;
  }

  /** Leaves word where the application is, for whoever starts it again. */
  say(address: string): void {
    writeFileSync(join(this.#folder, HOLDER_FILE), address, { mode: 0o600 });
  }

  release(): void {
    if (!this.#db.open) return;
    rmSync(join(this.#folder, HOLDER_FILE), { force: true });
    this.#db.close();
  }
}

function locked(path: string, folder: string, nativeBinding: string | undefined): Database.Database {
  const options = { timeout: PATIENCE_MS, ...(nativeBinding ? { nativeBinding } : {}) };
  const db = new Database(path, options);
  try {
    db.pragma('journal_mode = MEMORY');
    // Never ended: it is held until the connection closes.
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const code = codeOfError(error);
    if (code.startsWith('SQLITE_BUSY')) throw new PlainError('conflict', takenSentence(folder));
    // Something else was written into it. Nobody holds it: that would have been said first.
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) throw error;
    rmSync(path, { force: true });
    return locked(path, folder, nativeBinding);
  }
}

function takenSentence(folder: string): string {
  let at = '';
  try {
    at = ` at ${readFileSync(join(folder, HOLDER_FILE), 'utf8').trim()}`;
  } catch {
    // A window has no address.
  }
  return `The application is running already${at}, with the data folder ${folder}. Use that one or end it first, or start this one with another folder (--data).`;
}
