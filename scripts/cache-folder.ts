import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { whileLocked } from './lock-file.ts';

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
  const unfinished = `${folder}.${process.pid}.unfinished`;
  return whileLocked(`${folder}.lock`, async () => {
    if (existsSync(folder)) return folder;
    try {
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
    }
  });
}
