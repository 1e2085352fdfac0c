import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_NAME, nameAt } from './back-up.ts';
import { filesGone, hasDatabase } from './files-gone.ts';
import { MANIFEST_FILE, readManifest, type Manifest } from './manifest.ts';
import { isOurs } from './seal.ts';

const LONG_BYTES = 256 * 1024;

export interface FoundBackup {
  folder: string;
  /** ISO time of the state that it holds. */
  at: string;
  bytes: number;
  /** Made of this data folder, and its list is as it was. */
  ours: boolean;
  /** How many files that its database knows it lacks. */
  missing: number;
  /** How many of its own files are not there any more. */
  gone: number;
}

/**
 * Names of what looks like a backup, the newest first; none where there is no folder. Those of a time to come stand behind the
 * others: they were made while the clock was ahead, or it is behind now, as after a power cut, which may have damaged the data too.
 */
export async function backupNames(into: string, now = Date.now()): Promise<string[]> {
  const names = (await readdir(into).catch(() => [])).filter((name) => BACKUP_NAME.test(name));
  const ofNow = nameAt(now);
  const newestFirst = names.toSorted().toReversed();
  return [...newestFirst.filter((name) => name <= ofNow), ...newestFirst.filter((name) => name > ofNow)];
}

/** The newest backups that have a list and their database, the newest first. What they say is not believed before they are restored. */
export async function newestBackups(
  into: string,
  dataFolder: string,
  most: number,
  { onlyOurs = false }: { onlyOurs?: boolean } = {},
): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of await backupNames(into)) {
    if (found.length === most) break;
    const folder = join(into, name);
    const ours = await isOurs(folder, dataFolder);
    if (!ours && (onlyOurs || (await isLong(folder)))) continue;
    const manifest = manifestIn(folder);
    if (!manifest || !hasDatabase(folder, manifest)) continue;
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const { at, missing = 0 } = manifest;
    const gone = await filesGone(folder, manifest);
    found.push({ folder, at, bytes, ours, missing, gone });
  }
  return found;
}

/** Of a list that nobody has sealed no more is read than of any small office's: that is done at one go. */
async function isLong(folder: string): Promise<boolean> {
  const list = await lstat(join(folder, MANIFEST_FILE)).catch(() => null);
  return list === null || list.size > LONG_BYTES;
}

function manifestIn(folder: string): Manifest | null {
  try {
    return readManifest(folder);
  } catch {
    return null;
  }
}
