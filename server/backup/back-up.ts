import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#shared/node/make-folder.ts';
import { flushFile } from '#shared/node/whole-file.ts';
import { signingSecret } from '../auth/signing-secret.ts';
import { VERSION } from '../version.ts';
import { carryErased, setAsideUnlessOurs } from '../persons/erased-list.ts';
import { DATABASE_FILE, FILES_FOLDER } from '../data-files.ts';
import { hasDatabase } from './files-gone.ts';
import {
  copyFile,
  digestOf,
  filesBelow,
  MANIFEST_FILE,
  readManifest,
  type BackedUpFile,
  type Held,
  type Manifest,
  type Progress,
} from './manifest.ts';
import { isOurs, seal, SEAL_FILE } from './seal.ts';
import { copySqlite } from './sqlite-copy.ts';
import { UNFINISHED } from './unfinished.ts';
import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';

export const BACKUP_NAME = /^backup-\d{8}-\d{6}$/;

/** Name of the backup of a moment, in milliseconds since 1970. */
export const nameAt = (time: number): string =>
  `backup-${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;

export interface BackUpOptions {
  onProgress?: Progress;
  /** Hears which folder is being written. */
  onBegin?: (unfinished: string) => void;
  /** Milliseconds since 1970, by which the backup is named. */
  at?: number;
  /** Writes the database into a folder; without it, the one of SQLite in the data folder is copied. */
  copyDatabase?: CopyDatabase;
}

/**
 * @returns the name of the file that it has written, what that holds, and the hashes of the files that it knows, and of those that
 * went with somebody who was erased and are still there
 */
export type CopyDatabase = (
  folder: string,
  onProgress: Progress,
) => Promise<Held & { file: string; known: readonly string[]; owed: readonly string[] }>;

const copyOfSqlite =
  (dataFolder: string): CopyDatabase =>
  async (folder, onProgress) => {
    const database = join(dataFolder, DATABASE_FILE);
    if (!existsSync(database)) throw new Error(`There is no ${database}. Say where the data is with --data.`);
    const copied = await copySqlite(database, join(folder, DATABASE_FILE), onProgress);
    return { ...copied, file: DATABASE_FILE };
  };

/**
 * Makes a backup of a data folder while the server on it runs and writes: the database as it was at one moment, and
 * the files. It is read again and compared before it gets its name; what fails leaves nothing behind.
 * @param into folder of the backups; the new one is a folder in it, named by the time
 * @returns the new folder and what it holds
 * @throws Error with one sentence.
 */
export async function backUp(
  dataFolder: string,
  into: string,
  {
    onProgress = () => undefined,
    onBegin,
    at = Date.now(),
    copyDatabase = copyOfSqlite(dataFolder),
  }: BackUpOptions = {},
): Promise<{ folder: string; manifest: Manifest }> {
  makeFolder(into);
  const folder = join(into, nameAt(at));
  if (existsSync(folder)) throw new Error(`${folder} is there already. Try again in a second.`);
  const unfinished = `${folder}${UNFINISHED}`;
  // Of its own and not in the way of another: what is there already, be it a link, is nobody's to write into.
  await mkdir(unfinished, { mode: 0o700 }).catch((error: unknown) => {
    throw asSentence(error, into);
  });
  onBegin?.(unfinished);
  try {
    const { file, tables, seq, known, owed } = await copyDatabase(unfinished, onProgress);
    // After the database: a file that a record names was there before the record.
    const copied = await copyFiles(
      join(dataFolder, FILES_FOLDER),
      join(unfinished, FILES_FOLDER),
      onProgress,
      new Set(owed.filter((hash) => !known.includes(hash))),
    );
    const files: BackedUpFile[] = [{ path: file, ...(await digestOf(join(unfinished, file))) }, ...copied];
    const missing = missingIn(copied, known);
    await verify(unfinished, files, onProgress);
    const format = file === DATABASE_FILE ? 1 : 2;
    const manifest: Manifest = {
      format,
      version: VERSION,
      at: new Date(at).toISOString(),
      seq,
      tables,
      files,
      ...(missing === 0 ? {} : { missing }),
    };
    const text = JSON.stringify(manifest, null, 2);
    await writeFile(join(unfinished, SEAL_FILE), seal(signingSecret(dataFolder), text), { mode: 0o600 });
    await flushFile(join(unfinished, SEAL_FILE));
    await writeFile(join(unfinished, MANIFEST_FILE), text, { mode: 0o600 });
    await flushFile(join(unfinished, MANIFEST_FILE));
    // Beside the backups, not in them: whoever is erased later stays erased when this one is restored. No backup is without it.
    await setAsideUnlessOurs(into);
    await carryErased(dataFolder, into);
    await rename(unfinished, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw asSentence(error, into);
  }
}

/** What the system says of a disk, in a sentence; what is one already stays. */
export function asSentence(error: unknown, into: string): unknown {
  if (isFull(error)) {
    return new Error(`The disk of ${into} is full. Make room there, or back up to another one.`, {
      cause: error,
    });
  }
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const path = 'path' in error ? String(error.path) : into;
  const sentence = path.startsWith(into)
    ? `The folder of the backups, ${into}, cannot be written to (${String(error.code)}). Give the server the right to write there, or choose another one.`
    : `${path} cannot be read (${String(error.code)}). Give the server the right to read it, then back up again.`;
  return new Error(sentence, { cause: error });
}

export function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'SQLITE_FULL';
}

async function copyFiles(
  from: string,
  to: string,
  onProgress: Progress,
  without: ReadonlySet<string>,
): Promise<BackedUpFile[]> {
  // What is being written now belongs to records that are not there yet.
  const paths = (await filesBelow(from)).filter(
    (path) => !path.endsWith('.new') && !without.has(path.replaceAll('/', '')),
  );
  const copied: BackedUpFile[] = [];
  for (const path of paths) {
    try {
      copied.push({ path: `${FILES_FOLDER}/${path}`, ...(await copyFile(join(from, path), join(to, path))) });
    } catch (error) {
      // The server has cleaned it up meanwhile: no record has named it for long.
      if (existsSync(join(from, path))) throw error;
      await rm(join(to, path), { force: true });
    }
    onProgress(copied.length, paths.length, 'files');
  }
  return copied;
}

/** How many of the known files are not among these, or are not what they were: each is named by its content. */
function missingIn(copied: readonly BackedUpFile[], known: readonly string[]): number {
  const there = new Set(
    copied.flatMap(({ path, sha256 }) =>
      path.slice(FILES_FOLDER.length).replaceAll('/', '') === sha256 ? [sha256] : [],
    ),
  );
  return known.filter((hash) => !there.has(hash)).length;
}

const NO_FILE = { bytes: -1, sha256: '' };

/** Reads every file of a backup again. Throws where one is not what it was. */
export async function verify(
  folder: string,
  files: readonly BackedUpFile[],
  onProgress: Progress = () => undefined,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    let found: { bytes: number; sha256: string } | null = null;
    try {
      // No link and no pipe, which would lead elsewhere or never end.
      const path = join(folder, file.path);
      if ((await lstat(path)).isFile()) found = await digestOf(path);
      else found = NO_FILE;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) {
      const what = found ? 'is damaged' : 'is missing';
      throw new Error(`${file.path} of the backup ${folder} ${what}. Make or choose another one.`);
    }
    onProgress(at + 1, files.length, 'files compared');
  }
}

/** Whether it is what a backup left that was cut short; one of today may still be at work. */
function isAbandoned(name: string, now: number): boolean {
  const time = /^backup-(\d{4})(\d\d)(\d\d)-\d{6}\.unfinished$/.exec(name);
  return time !== null && now - Date.parse(`${time[1]}-${time[2]}-${time[3]}`) > 2 * DAY_MS;
}

/**
 * Those that are neither the first nor the last of their day in India: whoever presses "Back up now" again and again does not
 * push out the days before, which may be all that is left of what was deleted meanwhile.
 */
function betweens(names: readonly string[]): string[] {
  const dayOf = (name: string | undefined): number => {
    const [, year, month, day, hours, minutes] =
      /^backup-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/.exec(name ?? '') ?? [];
    const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:00Z`);
    return Math.floor((time + INDIA_OFFSET_MS) / DAY_MS);
  };
  return names.filter(
    (name, at) => dayOf(names[at - 1]) === dayOf(name) && dayOf(names[at + 1]) === dayOf(name),
  );
}

/**
 * Deletes the oldest backups of this server in a folder, and what unfinished ones left: of a day with several first all but the
 * first and the last; then those of a time to come, which were made while the clock was ahead; then the oldest. What was made just
 * now stays, and the newest in which nothing is missing. What is not of this data folder is another server's to delete, and puts
 * none of ours out.
 * @param now milliseconds since 1970
 * @returns the names of those deleted
 */
export async function keepNewest(
  into: string,
  keep: number,
  dataFolder: string,
  now = Date.now(),
): Promise<string[]> {
  const names = (await readdir(into)).sort();
  const backups: string[] = [];
  for (const name of names)
    if (BACKUP_NAME.test(name) && (await isOurs(join(into, name), dataFolder))) backups.push(name);
  const ofNow = nameAt(now);
  const past = backups.filter((name) => name <= ofNow);
  const toCome = backups.filter((name) => name > ofNow);
  const inOrder = [...new Set([...betweens(backups), ...toCome, ...past])];
  // The clock may be behind by days, and all but this one of a time to come.
  const made = past.at(-1);
  const whole = inOrder.findLast((name) => isWhole(join(into, name)));
  const old = inOrder.slice(0, -keep).filter((name) => name !== made && name !== whole);
  for (const name of old) await rm(join(into, name), { recursive: true, force: true });
  await removeAbandoned(into, now);
  return old;
}

/** What backups left that were ended in their middle: copies of all data, which nobody would look for. */
export async function removeAbandoned(into: string, now = Date.now()): Promise<string[]> {
  const abandoned = (await readdir(into)).filter((name) => isAbandoned(name, now));
  for (const name of abandoned) await rm(join(into, name), { recursive: true, force: true });
  return abandoned;
}

function isWhole(folder: string): boolean {
  try {
    const manifest = readManifest(folder);
    return manifest.missing === undefined && hasDatabase(folder, manifest);
  } catch {
    return false;
  }
}
