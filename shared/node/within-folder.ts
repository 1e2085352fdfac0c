import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** As the disk knows it: what of the path is there, with its links followed, and the rest as it is written. */
function realPlace(path: string): string {
  const missing: string[] = [];
  let there = resolve(path);
  while (!existsSync(there)) {
    const above = dirname(there);
    if (above === there) break;
    missing.unshift(basename(there));
    there = above;
  }
  try {
    there = realpathSync.native(there);
  } catch {
    // It may not be looked at: it counts as it is written.
  }
  const place = join(there, ...missing);
  // One folder, however its letters are written.
  return process.platform === 'win32' || process.platform === 'darwin' ? place.toLowerCase() : place;
}

/** Whether a path is a folder or leads into it, by whatever name. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
