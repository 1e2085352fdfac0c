import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from './running-process.ts';

/**
 * Where downloads and builds that outlive a checkout are kept: `PLACEMENT_CACHE`, else the user's cache folder,
 * so that several clones on one machine download once.
 */
export function cacheFolder(): string {
  const chosen = process.env['PLACEMENT_CACHE'];
  if (chosen) return chosen;
  const base = process.env['XDG_CACHE_HOME'];
  return join(base && base !== '' ? base : join(homedir(), '.cache'), 'placement-desk');
}

/** How long a second process waits for the first one's work before it does the work itself. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Gives the folder `name` in the cache, filled by `fill` the first time.
 *
 * `fill` works in a temporary folder that is renamed into place when complete, so a folder that exists is whole
 * even after a crash. A lock file spares a second process the same work; the rename keeps both right without it.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const release = await takeLock(`${folder}.lock`);
  const unfinished = `${folder}.${process.pid}.unfinished`;
  try {
    if (existsSync(folder)) return folder;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    await fill(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
    return folder;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    release();
  }
}

async function takeLock(file: string): Promise<() => void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
    if (ownerIsGone(file) || Date.now() > deadline) rmSync(file, { force: true });
    else await delay(300);
  }
}

function ownerIsGone(file: string): boolean {
  let owner: number;
  try {
    owner = Number(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
  // Between creating the file and writing the number it is empty: its owner is at work.
  if (!owner) return false;
  return !isRunning(owner);
}
