import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from '#shared/node/whole-file.ts';
import { SECRET_FILE } from '../auth/signing-secret.ts';
import { DATABASE_FILE, FILES_FOLDER } from '../data-files.ts';
import { lockData } from '../database/data-lock.ts';
import { carryErased } from '../persons/erased-list.ts';
import { filesBelow, type Manifest, type Progress } from './manifest.ts';
import { restore } from './restore.ts';
import { isSealed } from './seal.ts';
import { RESTORED, removeUnfinished } from './unfinished.ts';

/** What SQLite keeps beside a database: of the damaged one, and not of what comes in its place. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Keeps a damaged database in a folder of its own within the data folder, from where nothing is ever removed, and takes it
 * away: the next start makes a new one.
 * @returns the folder
 * @throws Error with one sentence.
 */
export async function setAside(dataFolder: string, now = Date.now()): Promise<string> {
  const unlock = lockData(dataFolder);
  try {
    const aside = await keepAside(dataFolder, now);
    // It tells of the data from before.
    if (existsSync(join(dataFolder, SECRET_FILE)))
      await rename(join(dataFolder, SECRET_FILE), join(aside, SECRET_FILE));
    for (const end of [...BESIDE, '']) await rm(join(dataFolder, DATABASE_FILE + end), { force: true });
    await flushFolder(dataFolder);
    return aside;
  } finally {
    unlock();
  }
}

/**
 * Puts a backup in the place of a damaged database, which is kept aside. Whenever this is cut short there is either the damaged
 * one still, or the whole restored one. Files of the data folder stay, those of the backup come in addition; so do the secret
 * and the list of those who were erased.
 * @param backup one of this data folder's own
 * @throws Error with one sentence; then the damaged database is where it was.
 */
export async function restoreInPlace(
  backup: string,
  dataFolder: string,
  onProgress?: Progress,
): Promise<Manifest> {
  const unlock = lockData(dataFolder);
  const restored = join(dataFolder, `${RESTORED}${randomUUID()}`);
  try {
    await removeUnfinished(dataFolder);
    // It was offered for its seal, and has lain there since while somebody read the question.
    const manifest = await restore(backup, restored, onProgress, (text) =>
      isSealed(backup, text, dataFolder),
    );
    for (const path of await filesBelow(join(restored, FILES_FOLDER))) {
      const to = join(dataFolder, FILES_FOLDER, path);
      if (await isHere(to)) continue;
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await rename(join(restored, FILES_FOLDER, path), to);
    }
    // Before the data that it is about.
    await carryErased(restored, dataFolder);
    await keepAside(dataFolder, Date.now());
    for (const end of BESIDE) await rm(join(dataFolder, DATABASE_FILE + end), { force: true });
    await rename(join(restored, DATABASE_FILE), join(dataFolder, DATABASE_FILE));
    await flushFolder(dataFolder);
    return manifest;
  } finally {
    await rm(restored, { recursive: true, force: true });
    unlock();
  }
}

async function keepAside(dataFolder: string, now: number): Promise<string> {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const aside = join(dataFolder, `damaged-${time}`);
  await mkdir(aside, { mode: 0o700, recursive: true });
  for (const end of ['', ...BESIDE]) {
    const from = join(dataFolder, DATABASE_FILE + end);
    if (!existsSync(from)) continue;
    const to = join(aside, DATABASE_FILE + end);
    await rm(to, { force: true });
    // A second name needs no room; a disk without such names gets a copy.
    await link(from, to).catch(() => copyFile(from, to));
  }
  await flushFolder(aside);
  return aside;
}

/** A file that was cut off is none; what else it holds is known by its name, which is its hash. */
async function isHere(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true && found.size > 0;
}
