import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { flushFolder } from '#shared/node/whole-file.ts';
import { isHeld, lockData } from '../database/data-lock.ts';
import { assertKnown } from '../database/migration.ts';
import { migrations } from '../database/migrations/index.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { carryErased, ERASED_FILE } from '../persons/erased-list.ts';
import { DATABASE_FILE, FILES_FOLDER } from '../data-files.ts';
import { foldersBeside } from './beside.ts';
import { isFull, verify } from './back-up.ts';
import {
  copyFile,
  DUMP_FILE,
  MANIFEST_FILE,
  readManifest,
  type Manifest,
  type Progress,
} from './manifest.ts';
import { SEAL_FILE } from './seal.ts';
import { assertSound } from './sqlite-copy.ts';
import { UNFINISHED } from './unfinished.ts';

/**
 * Makes a new data folder of a backup. The organisation gets a new epoch: desks notice, fetch everything again and
 * offer what they had sent since the backup (sync rule 11).
 * @param dataFolder must be empty or not there, or hold what a restore left that was ended in its middle
 * @param isRight whether the text of the backup's list is the one that is wanted
 * @param prepare the last that is done to the folder before it is the data folder: cut short, there is none
 * @throws Error with one sentence; then there is no data folder, or nothing in it.
 */
export async function restore(
  backup: string,
  dataFolder: string,
  onProgress: Progress = () => undefined,
  isRight?: (text: string) => boolean,
  prepare: (folder: string) => void | Promise<void> = () => undefined,
): Promise<Manifest> {
  const manifest = readManifest(backup, isRight);
  await assertNothingElse(backup, manifest);
  if (manifest.files.some(({ path }) => path === DUMP_FILE)) {
    // pg_restore knows nothing of the hashes, and runs whatever somebody has written into a dump.
    await verify(backup, manifest.files, onProgress);
    throw new Error(
      `${backup} is of a PostgreSQL database, and its files are as they were written. Restore it with pg_restore, as docs/operations.md says.`,
    );
  }
  // Within the data folder: one that is there may be a disk of its own, as a container's volume, and what is left of a restore
  // that was ended in its middle is known by its place.
  const isThere = existsSync(dataFolder);
  const unfinished = join(dataFolder, UNFINISHED);
  assertFree(dataFolder);
  await clear(dataFolder);
  let unlock = (): void => undefined;
  try {
    // Before all that takes long: where this is ended in its middle, no server begins with an empty folder.
    unlock = lockData(unfinished);
    await verify(backup, manifest.files, onProgress);
    for (const [at, file] of manifest.files.entries()) {
      const copied = await copyFile(join(backup, file.path), join(unfinished, file.path));
      if (copied.sha256 !== file.sha256)
        throw new Error(`${file.path} changed while it was read. Try again.`);
      onProgress(at + 1, manifest.files.length, 'files restored');
    }
    assertSound(join(unfinished, DATABASE_FILE), manifest);
    assertNotNewer(join(unfinished, DATABASE_FILE), backup);
    assertNothingRuns(join(unfinished, DATABASE_FILE), backup);
    giveNewEpoch(join(unfinished, DATABASE_FILE));
    for (const beside of foldersBeside(backup)) await carryErased(beside, unfinished);
    await prepare(unfinished);
    await moveOut(unfinished, dataFolder);
    unlock();
    await rm(unfinished, { recursive: true, force: true });
  } catch (error) {
    unlock();
    await clear(dataFolder);
    if (!isThere) await rmdir(dataFolder).catch(() => undefined);
    if (!isFull(error)) throw error;
    throw new Error(`The disk of ${dataFolder} is full. Make room there, or restore to another one.`, {
      cause: error,
    });
  }
  return manifest;
}

/** What is not in the list is not restored; but whoever put it there may have changed what is. */
async function assertNothingElse(backup: string, { files }: Manifest): Promise<void> {
  const known = new Set([MANIFEST_FILE, SEAL_FILE, ...files.map(({ path }) => path)]);
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
    const path = relative(backup, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (entry.isDirectory() || known.has(path)) continue;
    throw new Error(
      `The backup ${backup} holds ${path}, which is none of its files. See who can write there, and take another backup; or, where you know what it is, delete that and restore again.`,
    );
  }
}

/** What a restore puts in its place before the database. */
const BEFORE_DATABASE: ReadonlySet<string> = new Set([FILES_FOLDER, ERASED_FILE]);

/** A disk of its own has this in its root from the day it was made. */
const OF_THE_FILE_SYSTEM = 'lost+found';

/** Also what one has left that was ended in its middle; a folder with a database holds data. */
function assertFree(dataFolder: string): void {
  const all = existsSync(dataFolder) ? readdirSync(dataFolder) : [];
  const names = all.filter((name) => name !== OF_THE_FILE_SYSTEM);
  if (names.includes(UNFINISHED) && isHeld(join(dataFolder, UNFINISHED)))
    throw new Error(`Another restore into ${dataFolder} is under way. Wait until it has ended.`);
  const ours = names.includes(UNFINISHED) ? BEFORE_DATABASE : new Set();
  if (names.every((name) => name === UNFINISHED || ours.has(name))) return;
  throw new Error(
    `${dataFolder} is not empty. Restore into a new folder, and keep the old one until all is well.`,
  );
}

/** The folder by which the rest is known goes last. Where the database is in its place, nothing is a rest. */
async function clear(dataFolder: string): Promise<void> {
  if (existsSync(join(dataFolder, DATABASE_FILE))) return;
  for (const name of [...BEFORE_DATABASE, UNFINISHED])
    await rm(join(dataFolder, name), { recursive: true, force: true });
}

/** The database goes last: a folder without it holds no data. */
async function moveOut(unfinished: string, dataFolder: string): Promise<void> {
  for (const name of BEFORE_DATABASE) {
    if (existsSync(join(unfinished, name))) await rename(join(unfinished, name), join(dataFolder, name));
  }
  await flushFolder(dataFolder);
  await rename(join(unfinished, DATABASE_FILE), join(dataFolder, DATABASE_FILE));
  await flushFolder(dataFolder);
}

function assertNotNewer(file: string, backup: string): void {
  const db = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const had = db.prepare<[], { name: string }>('SELECT "name" FROM "migrations"').all();
    assertKnown(
      had.map(({ name }) => name),
      migrations,
      `The backup ${backup}`,
    );
  } finally {
    db.close();
  }
}

/** Our tables have no triggers and no views: one that is there would run with each change, from now on. */
function assertNothingRuns(file: string, backup: string): void {
  const db = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const found = db.prepare(`SELECT "name" FROM sqlite_schema WHERE "type" IN ('trigger', 'view')`).get();
    if (found) throw new Error(`The backup ${backup} was changed by somebody. Restore from another one.`);
  } finally {
    db.close();
  }
}

function giveNewEpoch(file: string): void {
  const db = new BetterSqlite3(file, { nativeBinding: sqliteBinding() });
  try {
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    db.transaction(() => {
      db.prepare(`UPDATE "meta" SET "value" = ? WHERE "name" = 'epoch'`).run(randomUUID());
      // What is offered again is judged by what was written after here.
      db.prepare(
        `INSERT OR REPLACE INTO "meta" ("name", "value") SELECT 'epochFrom', CAST("seq" AS TEXT) FROM "log_position"`,
      ).run();
      // Their keys have been renewed since the backup: used now, they would look stolen.
      db.prepare(`UPDATE "sessions" SET "endedAt" = ?, "endReason" = 'restored' WHERE "endedAt" IS NULL`).run(
        new Date().toISOString(),
      );
      // Some were ended or used since, and the backup does not know which.
      if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = 'join_codes'`).get())
        db.prepare('DELETE FROM "join_codes"').run();
      // Nor does it know which versions were halted since: nothing is given out until somebody does so again.
      if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = 'releases'`).get())
        db.prepare(`UPDATE "releases" SET "stage" = 'halted', "byItself" = 0`).run();
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
