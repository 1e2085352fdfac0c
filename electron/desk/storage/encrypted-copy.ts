import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolderNow } from '#shared/node/whole-file.ts';
import { eraseFile } from './erase.ts';
import {
  COMPANIONS,
  connect,
  damageOf,
  deleteSqlite,
  isPlainSqlite,
  type SqliteDatabase,
  type SqliteSettings,
} from './sqlite-file.ts';

/** Puts an encrypted database in the place of a plain one of an earlier version; once, and whole or not at all. */

type Settings = Required<Pick<SqliteSettings, 'encryption'>> & Pick<SqliteSettings, 'nativeBinding'>;

const FRESH = '.encrypted';
/** Once this is there, the encrypted one is complete and on the disk. */
const PLAIN = '.plain';
const PLAIN_WAL = '.plain-wal';

export function takeOverSqlite(path: string, settings: Settings, prepare?: () => void): void {
  for (const _step of takeOverSteps(path, settings, prepare));
}

/**
 * The same, step by step: killed after any of them, the next call goes on. A database that is not plain stays as it is.
 * @param prepare makes a damaged file whole first, and leaves nobody with it open
 */
export function* takeOverSteps(path: string, settings: Settings, prepare?: () => void): Generator<string> {
  finish(path);
  if (!isPlainSqlite(path)) return;
  linkWal(path);
  yield 'linked';
  prepare?.();
  yield 'prepared';
  const fresh = path + FRESH;
  deleteSqlite(fresh);
  copyEncrypted(path, fresh, settings);
  yield 'copied';
  flush(fresh);
  yield 'flushed';
  renameSync(path, path + PLAIN);
  yield 'put away';
  renameSync(fresh, path);
  flushFolderNow(dirname(path));
  yield 'in its place';
  finish(path);
}

/** Ends what was begun, as far as it got. */
function finish(path: string): void {
  if (existsSync(path + PLAIN)) {
    if (!existsSync(path)) renameSync(path + FRESH, path);
    flushFolderNow(dirname(path));
    eraseFile(path + PLAIN);
  }
  for (const ending of [...COMPANIONS, '-journal']) eraseFile(path + FRESH + ending);
  unlinkWal(path);
}

/** SQLite deletes its write-ahead file without overwriting it; by another name it can be. */
function linkWal(path: string): void {
  try {
    if (existsSync(`${path}-wal`)) linkSync(`${path}-wal`, path + PLAIN_WAL);
  } catch {
    // A disk without links.
  }
}

function unlinkWal(path: string): void {
  const links = statSync(path + PLAIN_WAL, { throwIfNoEntry: false })?.nlink;
  if (links === undefined) return;
  // The write-ahead file itself is in use still.
  if (links > 1) rmSync(path + PLAIN_WAL);
  else eraseFile(path + PLAIN_WAL);
}

function flush(path: string): void {
  // Windows flushes a file only where it may be written.
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

interface Part {
  type: string;
  name: string;
  sql: string | null;
  rootpage: number;
}

/**
 * Copies all rows under their numbers, then what is made of them. Virtual tables are copied as the tables that they keep
 * themselves in, as VACUUM does it.
 */
function copyEncrypted(from: string, to: string, settings: Settings): void {
  const db = connect(to, settings);
  try {
    db.pragma('temp_store = MEMORY');
    // What is broken off is made anew.
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.prepare(`ATTACH DATABASE ? AS old KEY ''`).run(from);
    db.unsafeMode(true);
    db.transaction(() => copyParts(db))();
    db.unsafeMode(false);
    const [finding] = db.pragma('main.integrity_check(1)') as { integrity_check: string }[];
    if (finding?.integrity_check !== 'ok') throw damageOf(to, 'The encrypted copy is not sound');
  } finally {
    db.close();
  }
}

function copyParts(db: SqliteDatabase): void {
  const parts = db.prepare('SELECT type, name, sql, rootpage FROM old.sqlite_schema').all() as Part[];
  const made = (type: string): string[] =>
    parts.flatMap((part) => (part.type === type && part.sql !== null ? [part.sql] : []));
  for (const { type, name, sql, rootpage } of parts) {
    if (type !== 'table' || rootpage === 0 || sql === null || name.startsWith('sqlite_')) continue;
    db.exec(sql);
    copyRows(db, name);
  }
  if (parts.some(({ name }) => name === 'sqlite_sequence')) {
    db.exec(
      'DELETE FROM main.sqlite_sequence; INSERT INTO main.sqlite_sequence SELECT * FROM old.sqlite_sequence',
    );
  }
  for (const sql of made('index')) db.exec(sql);
  db.pragma('writable_schema = ON');
  db.exec(
    `INSERT INTO main.sqlite_schema SELECT type, name, tbl_name, 0, sql FROM old.sqlite_schema
     WHERE type = 'table' AND rootpage = 0`,
  );
  db.pragma('writable_schema = RESET');
  for (const sql of made('trigger')) db.exec(sql);
  const version = db.pragma('old.user_version', { simple: true });
  db.pragma(`main.user_version = ${Number(version)}`);
}

function copyRows(db: SqliteDatabase, name: string): void {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[];
  const hasNoNumbers =
    db.prepare(`SELECT wr FROM pragma_table_list(?) WHERE schema = 'main'`).pluck().get(name) === 1;
  const copied = [
    ...(hasNoNumbers ? [] : ['rowid']),
    ...columns.map((column) => `"${column.replaceAll('"', '""')}"`),
  ];
  const list = copied.join(', ');
  db.exec(`INSERT INTO main.${quoted} (${list}) SELECT ${list} FROM old.${quoted}`);
  const count = (of: string): unknown => db.prepare(`SELECT count(*) FROM ${of}.${quoted}`).pluck().get();
  if (count('main') !== count('old')) throw new Error('Rows are missing in the encrypted copy');
}
