import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { quote } from '#shared/model/list-query.ts';
import { makeFolder } from '#shared/node/make-folder.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { VERSION } from '../http/health.ts';
import { carryErased } from '../persons/erased-list.ts';
import { DATABASE_FILE, FILES_FOLDER } from '../server.ts';
import {
  copyFile,
  digestOf,
  filesBelow,
  flush,
  MANIFEST_FILE,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** Pages copied before others get a turn: 16 MB. */
const PAGES_AT_ONCE = 4_096;
const NAME = /^backup-\d{8}-\d{6}$/;

const nameAt = (time: number): string =>
  `backup-${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
/** Ends the name of a folder that is being written. */
export const UNFINISHED = '.unfinished';

export type Progress = (done: number, total: number, what: string) => void;

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
  onProgress: Progress = () => undefined,
): Promise<{ folder: string; manifest: Manifest }> {
  const database = join(dataFolder, DATABASE_FILE);
  if (!existsSync(database)) throw new Error(`There is no ${database}. Say where the data is with --data.`);
  makeFolder(into);
  const at = new Date().toISOString();
  const folder = join(into, nameAt(Date.parse(at)));
  if (existsSync(folder)) throw new Error(`${folder} is there already. Try again in a second.`);
  const unfinished = `${folder}${UNFINISHED}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const { tables, seq } = await copyDatabase(database, join(unfinished, DATABASE_FILE), onProgress);
    const files: BackedUpFile[] = [
      { path: DATABASE_FILE, ...(await digestOf(join(unfinished, DATABASE_FILE))) },
      // After the database: a file that a record names was there before the record.
      ...(await copyFiles(join(dataFolder, FILES_FOLDER), join(unfinished, FILES_FOLDER), onProgress)),
    ];
    await verify(unfinished, files, onProgress);
    const manifest: Manifest = { format: 1, version: VERSION, at, seq, tables, files };
    await writeFile(join(unfinished, MANIFEST_FILE), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    await flush(join(unfinished, MANIFEST_FILE));
    await rename(unfinished, folder);
    // Beside the backups, not in them: whoever is erased later stays erased when this one is restored.
    await carryErased(dataFolder, into);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isFull(error)
      ? new Error(`The disk of ${into} is full. Make room there, or back up to another one.`, {
          cause: error,
        })
      : error;
  }
}

export function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'SQLITE_FULL';
}

async function copyDatabase(
  from: string,
  to: string,
  onProgress: Progress,
): Promise<Pick<Manifest, 'tables' | 'seq'>> {
  const source = new BetterSqlite3(from, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    // One state is read from here to the end; without it, each commit of the server would start the copy anew.
    source.exec('BEGIN');
    const { tables, seq } = summaryOf(source);
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages, 'pages of the database');
        return PAGES_AT_ONCE;
      },
    });
    source.exec('COMMIT');
    makeOneFile(to);
    await chmod(to, 0o600);
    await flush(to);
    assertSound(to, { tables, seq });
    return { tables, seq };
  } finally {
    source.close();
  }
}

/** The copy is read without the files beside it that a database in use has. */
function makeOneFile(file: string): void {
  const copy = new BetterSqlite3(file, { nativeBinding: sqliteBinding() });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

type Sqlite = BetterSqlite3.Database;

function summaryOf(db: Sqlite): Pick<Manifest, 'tables' | 'seq'> {
  const names = db
    .prepare<[], { name: string }>(
      `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%' ORDER BY "name"`,
    )
    .all();
  const tables: Record<string, number> = {};
  for (const { name } of names) {
    tables[name] =
      db.prepare<[], { count: number }>(`SELECT COUNT(*) AS "count" FROM ${quote(name)}`).get()?.count ?? 0;
  }
  const seq = db.prepare<[], { seq: number }>('SELECT "seq" FROM "log_position"').get()?.seq ?? 0;
  return { tables, seq };
}

/** Throws where SQLite finds the file damaged, or where it does not hold what it should. */
export function assertSound(file: string, expected: Pick<Manifest, 'tables' | 'seq'>): void {
  const copy = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const [said] = copy.pragma('integrity_check') as { integrity_check: string }[];
    if (said?.integrity_check !== 'ok') throw new Error(`${file} is damaged. Make the backup again.`);
    const { tables, seq } = summaryOf(copy);
    if (seq !== expected.seq || !isDeepStrictEqual(tables, expected.tables)) {
      throw new Error(`${file} does not hold all rows. Make the backup again.`);
    }
  } finally {
    copy.close();
  }
}

async function copyFiles(from: string, to: string, onProgress: Progress): Promise<BackedUpFile[]> {
  // What is being written now belongs to records that are not there yet.
  const paths = (await filesBelow(from)).filter((path) => !path.endsWith('.new'));
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

/** Reads every file of a backup again. Throws where one is not what it was. */
export async function verify(
  folder: string,
  files: readonly BackedUpFile[],
  onProgress: Progress = () => undefined,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    let found: { bytes: number; sha256: string } | null = null;
    try {
      found = await digestOf(join(folder, file.path));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) {
      const what = found ? 'is damaged' : 'is missing';
      throw new Error(`${file.path} of the backup ${folder} ${what}. Take another backup.`);
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
 * Deletes the oldest backups of a folder, and what unfinished ones left. Those of a time to come were made while the clock was
 * ahead, so before all others: the one that was made just now stays.
 * @param now milliseconds since 1970
 * @returns the names of those deleted
 */
export async function keepNewest(into: string, keep: number, now = Date.now()): Promise<string[]> {
  const names = (await readdir(into)).sort();
  const backups = names.filter((name) => NAME.test(name));
  const ofNow = nameAt(now);
  const inOrder = [...backups.filter((name) => name > ofNow), ...backups.filter((name) => name <= ofNow)];
  const old = inOrder.slice(0, -keep);
  for (const name of [...old, ...names.filter((each) => isAbandoned(each, now))]) {
    await rm(join(into, name), { recursive: true, force: true });
  }
  return old;
}
