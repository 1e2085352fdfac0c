import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How a file is called until it is whole; what is found with this ending was left by a process that died. */
export const UNFINISHED_ENDING = '.new';

/** `code` of the error where something of the name is a device, a pipe or a socket: a file does not take its place. */
export const NOT_A_FILE = 'NOT_A_FILE';

/** What the file of that name is called until it is whole, where nobody says otherwise. */
export const unfinishedNameOf = (name: string): string => `${name}.${randomUUID()}${UNFINISHED_ENDING}`;

export interface WholeFileSettings {
  /** Rights of the file; those that the system gives where none are said. */
  mode?: number;
  /** Name until it is whole, where one of the file's own name would be in the way; in the same folder. */
  unfinishedName?: string;
  /** Asked once the content is on the disk: false leaves nothing behind. */
  mayStay?: () => boolean;
}

/**
 * Writes a file whole or not at all: under another name in the same folder, which it leaves once it is complete and on
 * the disk. Where `fill` rejects, nothing is left and a file that was there before stays as it was.
 * @returns whether the file is there now; false only where `mayStay` said so.
 */
export async function writeWholeFile(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
  { mode, unfinishedName, mayStay = () => true }: WholeFileSettings = {},
): Promise<boolean> {
  const fresh = join(dirname(path), unfinishedName ?? unfinishedNameOf(basename(path)));
  const file = await open(fresh, 'wx', mode);
  try {
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (mayStay()) {
      await assertReplaceable(path);
      await rename(fresh, path);
      return true;
    }
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
  await rm(fresh, { force: true });
  return false;
}

async function assertReplaceable(path: string): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there && (there.isCharacterDevice() || there.isBlockDevice() || there.isFIFO() || there.isSocket()))
    throw Object.assign(new Error(`${path} is a device, a pipe or a socket`), { code: NOT_A_FILE });
}

/** The same at once, of a small private text. Nothing else may write the file meanwhile. */
export function writeWholeFileNow(path: string, text: string): void {
  const fresh = `${path}.${process.pid}${UNFINISHED_ENDING}`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Returns once the file is on the disk, not only in memory. */
export async function flushFile(path: string): Promise<void> {
  // Windows flushes a file only where it may be written.
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is safe only once its folder is on the disk too. Windows has no such call, and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same at once. */
export function flushFolderNow(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
