import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileTaken, lockFile } from '#shared/node/file-lock.ts';
import { makeDataFolder } from '#shared/node/make-folder.ts';
import { PlainError } from '#shared/protocol/errors.ts';

const LOCK_FILE = 'lock.db';
const HOLDER_FILE = 'running.txt';
/** How long an earlier process may take to end. */
const PATIENCE_MS = 2_000;

/** A data folder that belongs to one process of the application at a time. */
export class FolderLock {
  readonly #folder: string;
  #unlock: (() => void) | null;

  private constructor(folder: string, unlock: () => void) {
    this.#folder = folder;
    this.#unlock = unlock;
  }

  /** Throws PlainError `conflict` where another process has the folder, and Error where nothing can be kept in it. */
  static take(folder: string, nativeBinding?: string): FolderLock {
    makeDataFolder(folder);
    const lock = new FolderLock(folder, locked(folder, nativeBinding));
    // What an earlier process has left is not true any more.
    rmSync(join(folder, HOLDER_FILE), { recursive: true, force: true });
    return lock;
  }

  /** Leaves word where the application is, for whoever starts it again. */
  say(address: string): void {
    writeFileSync(join(this.#folder, HOLDER_FILE), address, { mode: 0o600 });
  }

  release(): void {
    if (!this.#unlock) return;
    rmSync(join(this.#folder, HOLDER_FILE), { force: true });
    this.#unlock();
    this.#unlock = null;
  }
}

function locked(folder: string, nativeBinding: string | undefined): () => void {
  try {
    return lockFile(join(folder, LOCK_FILE), { patienceMs: PATIENCE_MS, nativeBinding });
  } catch (error) {
    throw error instanceof FileTaken ? new PlainError('conflict', takenSentence(folder)) : error;
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
