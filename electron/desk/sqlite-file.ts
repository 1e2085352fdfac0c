import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';

export type SqliteDatabase = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

export interface SqliteSettings {
  /** FULL: a commit survives a power cut. NORMAL: it survives a crash, and the file stays consistent either way. */
  synchronous: 'FULL' | 'NORMAL';
  nativeBinding?: string | undefined;
}

/** Opens (or makes) a database in WAL mode that only this user can read. Throws SqliteError where the file is damaged. */
export function openSqlite(path: string, settings: SqliteSettings): SqliteDatabase {
  const { nativeBinding } = settings;
  const db = new Database(path, nativeBinding ? { nativeBinding } : {});
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

const COMPANIONS = ['', '-wal', '-shm'];

/** Deletes a database that is closed, with its companion files. */
export function deleteSqlite(path: string): void {
  for (const ending of COMPANIONS) rmSync(path + ending, { force: true });
}

/** Puts a damaged database aside, in place of one put aside earlier. */
export function setAsideSqlite(path: string): void {
  for (const ending of COMPANIONS) {
    rmSync(`${path}.damaged${ending}`, { force: true });
    if (existsSync(path + ending)) renameSync(path + ending, `${path}.damaged${ending}`);
  }
}

/** Whether an error says that the database file itself is damaged. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

/** Keeps prepared statements by their text: preparing costs more than most of the queries here. */
export class StatementCache {
  readonly #db: SqliteDatabase;
  readonly #statements = new Map<string, Statement>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement) {
      this.#statements.delete(sql);
    } else {
      statement = this.#db.prepare<unknown[], unknown>(sql);
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
}

const MOST_STATEMENTS = 300;
