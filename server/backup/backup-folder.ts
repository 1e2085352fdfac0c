import { existsSync, realpathSync, statSync } from 'node:fs';
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

function isWithin(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/**
 * @throws Error with one sentence where backups would lie in the data that they are to outlive, by whatever name, or where a
 * file is in the way.
 */
export function assertBackupFolder(backupFolder: string, dataFolder: string): void {
  if (isWithin(dataFolder, backupFolder)) {
    throw new Error(
      `The folder of the backups, ${backupFolder}, is in the data folder ${dataFolder}, and would be lost with it. Choose one outside (BACKUP_DIR), best on another disk.`,
    );
  }
  if (statSync(backupFolder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(
      `The folder of the backups, ${backupFolder}, is a file. Choose another one (BACKUP_DIR).`,
    );
  }
}
