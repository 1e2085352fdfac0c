import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { ciphersBinding } from '#shared/node/sqlite-binding.ts';
import { codeOfError } from './disk-trouble.ts';

export type SqliteDatabase = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

export interface SqliteSettings {
  /** FULL: a commit survives a power cut. NORMAL: it survives a crash, and the file stays consistent either way. */
  synchronous: 'FULL' | 'NORMAL';
  nativeBinding?: string | undefined;
  /** Without it the file is plain. */
  encryption?: Encryption | undefined;
}

/** How a database is encrypted: every page under a nonce and a tag of its own, also in the write-ahead file. */
export interface Encryption {
  cipher: 'chacha20' | 'aegis';
  /** 32 bytes. */
  key: Buffer;
}

/** A connection as the library gives it. Nothing of the file has been read yet. */
export function connect(
  path: string,
  { nativeBinding, encryption }: Omit<SqliteSettings, 'synchronous'>,
  options: Database.Options = {},
): SqliteDatabase {
  const binding = ciphersBinding(nativeBinding);
  const db = new Database(path, { ...options, ...(binding ? { nativeBinding: binding } : {}) });
  if (encryption) {
    db.pragma(`cipher = '${encryption.cipher}'`);
    db.pragma(`key = 'raw:${encryption.key.toString('hex')}'`);
  }
  return db;
}

const PLAIN_HEAD = Buffer.from('SQLite format 3\0');

/** Whether a file begins as a database that is not encrypted. */
export function isPlainSqlite(path: string): boolean {
  const head = Buffer.alloc(PLAIN_HEAD.length);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return head.equals(PLAIN_HEAD);
}

/** Opens (or makes) a database in WAL mode that only this user can read. Throws SqliteError where the file is damaged. */
export function openSqlite(path: string, settings: SqliteSettings): SqliteDatabase {
  const db = connect(path, settings);
  try {
    chmodSync(path, 0o600);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${settings.synchronous}`);
    db.pragma('cache_size = -8000');
    db.pragma('temp_store = MEMORY');
    // Without a check-point now and then the WAL grows with every page of a first sync.
    db.pragma('wal_autocheckpoint = 1000');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Endings of the files that one database is. */
export const COMPANIONS = ['', '-wal', '-shm'];

/** Deletes a database that is closed, with its companion files. */
export function deleteSqlite(path: string): void {
  for (const ending of COMPANIONS) rmSync(path + ending, { force: true });
}

/** Puts a damaged database aside, in place of one put aside earlier. */
export function setAsideSqlite(path: string): void {
  for (const ending of COMPANIONS) {
    rmSync(`${path}.damaged${ending}`, { recursive: true, force: true });
    if (existsSync(path + ending)) renameSync(path + ending, `${path}.damaged${ending}`);
  }
}

/** The disk does not give back what was written to it. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_DATA',
  'SQLITE_IOERR_CORRUPTFS',
]);

/** What SQLite says of our own statements where the text that makes a table is damaged. */
const NOT_AS_MADE = /^no such (?:table|column)|has no column named/;

/** Whether something that is no file lies where a database, or a file beside it, must be. */
export function isNoFile(path: string): boolean {
  return COMPANIONS.some((ending) => existsSync(path + ending) && !statSync(path + ending).isFile());
}

/** Whether an error says that the database file itself is damaged. */
export function isDamage(error: unknown): boolean {
  const code = codeOfError(error);
  if (code === 'SQLITE_ERROR') return error instanceof Error && NOT_AS_MADE.test(error.message);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || UNREADABLE.has(code);
}

/** An error that says that a file of ours is damaged, where SQLite itself has not noticed. */
export function damageOf(path: string, what: string): Error {
  return ofFile(Object.assign(new Error(what), { code: 'SQLITE_CORRUPT' }), path);
}

/** The error, which says from now on which file it came from. SQLite's own do not. */
export function ofFile<Fault>(error: Fault, path: string): Fault {
  if (error instanceof Error && !('file' in error)) Object.assign(error, { file: path });
  return error;
}

/** Whether an error came from that file. */
export function isOfFile(error: unknown, path: string): boolean {
  return error instanceof Error && 'file' in error && error.file === path;
}

function sayingFile(statement: Statement, path: string): Statement {
  const saying =
    <Given extends unknown[], Result>(ask: (...given: Given) => Result) =>
    (...given: Given): Result => {
      try {
        return ask(...given);
      } catch (error) {
        throw ofFile(error, path);
      }
    };
  return Object.assign(statement, {
    run: saying(statement.run.bind(statement)),
    get: saying(statement.get.bind(statement)),
    all: saying(statement.all.bind(statement)),
  });
}

/** Keeps prepared statements by their text: preparing costs more than most of the queries here. */
export class StatementCache {
  #db: SqliteDatabase;
  readonly #path: string | undefined;
  readonly #statements = new Map<string, Statement>();

  /** @param path what errors of the statements say that they came from. */
  constructor(db: SqliteDatabase, path?: string) {
    this.#db = db;
    this.#path = path;
  }

  /** Goes on with another connection; whoever holds this goes on with it. */
  use(db: SqliteDatabase): void {
    this.#statements.clear();
    this.#db = db;
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement) {
      this.#statements.delete(sql);
    } else {
      statement = this.#prepared(sql);
      if (this.#statements.size >= MOST_STATEMENTS) {
        for (const oldest of this.#statements.keys()) {
          this.#statements.delete(oldest);
          break;
        }
      }
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  #prepared(sql: string): Statement {
    const path = this.#path;
    if (path === undefined) return this.#db.prepare<unknown[], unknown>(sql);
    try {
      return sayingFile(this.#db.prepare<unknown[], unknown>(sql), path);
    } catch (error) {
      throw ofFile(error, path);
    }
  }
}

const MOST_STATEMENTS = 300;
