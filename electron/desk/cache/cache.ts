import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { cacheSchemaHash, cacheSql, indexSql } from '#shared/node/cache/cache-schema.ts';
import { countIndexes, mendFigures } from '#shared/node/cache/index-figures.ts';
import { CacheReader } from './cache-reader.ts';
import { hasFormOfModel } from './cache-form.ts';
import { CacheRows } from '#shared/node/cache/cache-rows.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { eraseFiles } from '../storage/erase.ts';
import {
  deleteSqlite,
  damageOf,
  isDamage,
  isNoFile,
  openSqlite,
  setAsideSqlite,
  StatementCache,
  type Encryption,
  type SqliteDatabase,
} from '../storage/sqlite-file.ts';

/** What the cache remembers about its syncing. */
export interface SyncPosition {
  /** null before the first page of a first sync. */
  cursor: string | null;
  /** The cursor as a number. */
  seq: number;
  /** The seq up to which every row is here: of the last page that no other followed. */
  settledSeq: number;
  /** Whether a first sync has been completed. */
  complete: boolean;
  /** Rows that a first sync has fetched so far, and those in all; null where the server has not said. */
  fetched: number;
  total: number | null;
  syncedAt: string | null;
  /** Milliseconds since 1970 of the last comparison with the server's checksums. */
  checkedAt: number;
}

const START: SyncPosition = {
  cursor: null,
  seq: 0,
  settledSeq: 0,
  complete: false,
  fetched: 0,
  total: null,
  syncedAt: null,
  checkedAt: 0,
};

/**
 * The SQLite copy of what the user may see. It is disposable: a file of another schema, or a damaged one, is made
 * anew. What it holds is always the server's rows with the waiting operations laid over.
 */
export class Cache {
  readonly path: string;
  readonly db: SqliteDatabase;
  readonly statements: StatementCache;
  readonly #rows: ReadonlyMap<EntityName, CacheRows>;
  readonly #versions = new Map<EntityName, number>();
  readonly #nativeBinding: string | undefined;
  readonly #encryption: Encryption | undefined;
  readonly #readers = new Set<CacheReader>();
  #position: SyncPosition;

  private constructor(
    path: string,
    db: SqliteDatabase,
    nativeBinding: string | undefined,
    encryption: Encryption | undefined,
  ) {
    this.path = path;
    this.db = db;
    this.#nativeBinding = nativeBinding;
    this.#encryption = encryption;
    this.statements = new StatementCache(db);
    this.#rows = new Map(
      entityNames.map((name) => [name, new CacheRows(db, entityOf(name), new StatementCache(db))]),
    );
    this.#position = START;
    const kept = this.state('position');
    if (kept !== undefined) this.#position = { ...START, ...(JSON.parse(kept) as SyncPosition) };
  }

  /** Opens the cache; one that is damaged is put aside and one of another model dropped, and a new one made. */
  static open(path: string, nativeBinding: string | undefined, encryption?: Encryption): Cache {
    try {
      return Cache.#openExisting(path, nativeBinding, encryption);
    } catch (error) {
      if (!isDamage(error) && !isNoFile(path)) throw error;
      setAsideSqlite(path);
      return Cache.#openExisting(path, nativeBinding, encryption);
    }
  }

  static #openExisting(
    path: string,
    nativeBinding: string | undefined,
    encryption: Encryption | undefined,
  ): Cache {
    const settings = { synchronous: 'NORMAL', nativeBinding, encryption } as const;
    let db = openSqlite(path, settings);
    // What leaves the cache is not to be left in free pages of the file.
    db.pragma('secure_delete = ON');
    try {
      if (readState(db, 'schema') !== cacheSchemaHash()) {
        db.close();
        deleteSqlite(path);
        db = openSqlite(path, settings);
        db.pragma('secure_delete = ON');
        create(db);
      } else if (!hasFormOfModel(db, nativeBinding)) {
        throw damageOf(path, 'The tables of the cache are not as they were made');
      } else if (readState(db, 'open') !== undefined) {
        // It was not closed in good order: look before trusting it. Looking takes a while, so only then.
        assertSound(db);
      }
      noteOpen(db, true);
      mendFigures(db);
      return new Cache(path, db, nativeBinding, encryption);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Makes the indexes that are missing, one in a turn of the event loop; quick where none is. */
  async buildIndexes(): Promise<void> {
    for (const sql of entityNames.flatMap((name) => indexSql(entityOf(name)))) {
      if (!this.open) return;
      this.db.exec(sql);
      await nextTurn();
    }
    if (!this.open) return;
    const isAnalysed = this.db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`).get();
    // The first time all at once: `optimize` reads the text of all tables anew after each.
    countIndexes(this.db, isAnalysed ? 'optimize' : 'all');
  }

  rows(entity: EntityName): CacheRows {
    const rows = this.#rows.get(entity);
    if (!rows) throw new Error(`The cache has no table for ${entity}`);
    return rows;
  }

  get open(): boolean {
    return this.db.open;
  }

  get position(): SyncPosition {
    return this.#position;
  }

  /** Writes the position; in the transaction of the rows that it speaks of. */
  movePosition(change: Partial<SyncPosition>): void {
    const position = { ...this.#position, ...change };
    this.setState('position', JSON.stringify(position));
    this.#position = position;
  }

  /** Runs `work` in one transaction: rows and position are written together or not at all. */
  transaction<Result>(work: () => Result): Result {
    const before = this.#position;
    try {
      return this.db.transaction(work)();
    } catch (error) {
      this.#position = before;
      throw error;
    }
  }

  /** A number that grows with each change of an entity's rows: what was computed for an older one is stale. */
  version(entity: EntityName): number {
    return this.#versions.get(entity) ?? 0;
  }

  touched(entity: EntityName): void {
    this.#versions.set(entity, this.version(entity) + 1);
  }

  state(name: string): string | undefined {
    return valueOf(this.statements, name);
  }

  setState(name: string, value: string | null): void {
    writeState(this.statements, name, value);
  }

  /** Opens a second connection, which sees the cache as it is now until it is closed. */
  openReader(): CacheReader {
    const reader: CacheReader = new CacheReader(this.path, this.#nativeBinding, this.#encryption, () =>
      this.#readers.delete(reader),
    );
    this.#readers.add(reader);
    return reader;
  }

  /** Closes the readers: a file that is open cannot be moved or deleted on every system. */
  closeReaders(): void {
    for (const reader of this.#readers) reader.close();
  }

  close(): void {
    if (!this.db.open) return;
    this.closeReaders();
    noteOpen(this.db, false);
    this.db.close();
  }

  /** Closes the cache and erases its file, and any damaged one put aside. Twice is as good as once. */
  destroy(): void {
    this.closeReaders();
    this.db.close();
    eraseFiles(dirname(this.path), (name) => name.startsWith(basename(this.path)));
  }
}

/** Notes whether the file is in use. Without room for the note it is used all the same. */
function noteOpen(db: SqliteDatabase, open: boolean): void {
  try {
    writeState(db, 'open', open ? '1' : null);
  } catch (error) {
    if (!isDiskRefusal(error)) throw error;
  }
}

function create(db: SqliteDatabase): void {
  db.transaction(() => {
    for (const sql of cacheSql()) db.exec(sql);
    writeState(db, 'schema', cacheSchemaHash());
  })();
}

function assertSound(db: SqliteDatabase): void {
  const [finding] = db.pragma('quick_check(1)', { simple: false }) as { quick_check: string }[];
  if (finding?.quick_check !== 'ok') {
    throw Object.assign(new Error(`The cache is damaged: ${finding?.quick_check ?? 'no answer'}`), {
      code: 'SQLITE_CORRUPT',
    });
  }
}

/** Of a file that may not have the table yet. */
function readState(db: SqliteDatabase, name: string): string | undefined {
  const exists = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sync_state'`).get();
  return exists ? valueOf(db, name) : undefined;
}

function valueOf(from: SqliteDatabase | StatementCache, name: string): string | undefined {
  const found = from.prepare('SELECT value FROM sync_state WHERE name = ?').get(name);
  return (found as { value: string } | undefined)?.value;
}

function writeState(to: SqliteDatabase | StatementCache, name: string, value: string | null): void {
  if (value === null) to.prepare('DELETE FROM sync_state WHERE name = ?').run(name);
  else to.prepare('INSERT OR REPLACE INTO sync_state (name, value) VALUES (?, ?)').run(name, value);
}
