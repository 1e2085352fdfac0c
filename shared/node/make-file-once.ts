import { linkSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockFile } from './file-lock.ts';
import { sqliteBinding } from './sqlite-binding.ts';
import { flushFolderNow, UNFINISHED_ENDING } from './whole-file.ts';

/** So long others may take to make a small file. */
const LOCK_PATIENCE_MS = 10_000;

/**
 * Makes a small private file unless it is there, whole or not at all: processes that do so at once agree on one. An empty file,
 * which a full disk or a power cut leaves of one that is written in place, is none.
 */
export function makeFileOnce(path: string, text: string): void {
  const had = lstatSync(path, { throwIfNoEntry: false });
  if (had && !isEmpty(path)) return;
  const fresh = `${path}.${process.pid}${UNFINISHED_ENDING}`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    if (had) replaceEmpty(path, fresh);
    else giveName(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  flushFolderNow(dirname(path));
}

function isEmpty(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0;
}

/** One process at a time: whoever was not first finds it whole, and has that one. */
function replaceEmpty(path: string, fresh: string): void {
  const lock = `${path}.lock`;
  const nativeBinding = sqliteBinding();
  const giveBack = lockFile(lock, { patienceMs: LOCK_PATIENCE_MS, nativeBinding });
  try {
    if (isEmpty(path)) renameSync(fresh, path);
    // Whoever waits for it, or makes another, finds the file whole.
    rmSync(lock, { force: true });
  } finally {
    giveBack();
  }
}

/** Unless another process was first: a second name is given only where there is none. */
function giveName(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    // Not every file system gives a file two names.
    if (!lstatSync(path, { throwIfNoEntry: false })) renameSync(fresh, path);
  }
}
