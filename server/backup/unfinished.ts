import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { isHeld } from '../database/data-lock.ts';

/** Ends the name of a backup that is being written, and is that of what is being restored within its data folder. */
export const UNFINISHED = '.unfinished';
/** Begins the name of the folder in which a backup is restored before it takes the place of damaged data. */
export const RESTORED = 'restored-';
/** Begins the name of the folder with the copy on which an import is tried. */
export const DRY_RUN = 'dry-run-';

const UNFINISHED_RESTORE = new RegExp(
  `^(${UNFINISHED.replace('.', '\\.')}|${RESTORED}[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12})$`,
);
const TRIED = new RegExp(`^${DRY_RUN}\\w{6}$`);

/**
 * The database is put in its place last. A new one that was made there meanwhile would look like an office without anybody, and
 * the restore could not be done again.
 * @throws Error with one sentence where a restore into the data folder was cut short.
 */
export function assertNotCutShort({
  dataFolder,
  databaseUrl,
}: Pick<Configuration, 'dataFolder' | 'databaseUrl'>): void {
  if (databaseUrl !== null || !existsSync(join(dataFolder, UNFINISHED))) return;
  if (existsSync(join(dataFolder, DATABASE_FILE))) return;
  throw new Error(
    `A restore into ${dataFolder} was cut short, and its data is not in its place. Run it again; to begin with no data instead, empty the folder.`,
  );
}

/**
 * Removes what commands left that were ended in their middle: copies of all data, of which nobody knows. By who has the lock of
 * the data, which is there.
 */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const path = join(dataFolder, name);
    if (UNFINISHED_RESTORE.test(name)) await rm(path, { recursive: true, force: true });
    if (TRIED.test(name)) await removeTried(path);
  }
}

/** A dry run may be at work beside the server; and one of another user, as of root, must not keep it from its start. */
async function removeTried(path: string): Promise<void> {
  try {
    if (!isHeld(path)) await rm(path, { recursive: true, force: true });
  } catch {
    // It stays for whoever may remove it.
  }
}
