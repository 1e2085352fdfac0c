import { model } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { cacheSchemaHash, cacheSql, indexSql } from '#shared/node/cache/cache-schema.ts';
import {
  connect,
  damageOf,
  deleteSqlite,
  type Encryption,
  type SqliteDatabase,
} from '../storage/sqlite-file.ts';
import { THROWAWAY_CIPHER } from '../storage/throwaway-pages.ts';

/** Under this name a copied cache bears what says which copy it is, until it is taken (`Workspace.takeCache`). */
export const COPY_MARK = 'copy';

export interface CacheCopy {
  /** A cache as the server has made it, encrypted with this password. */
  source: { path: string; password: string };
  target: { path: string; encryption: Encryption | undefined };
  mark: string;
  nativeBinding: string | undefined;
}

/** Of the figures the numbers alone: samples are names of people. */
const OURS = /^sqlite_(?!stat(?!4))/;
/** What only this computer knows. */
const OWN = new Set(['sync_state', 'overlay_base']);

/**
 * Writes a cache with the content of another one. Tables that are alike are copied record by record as they lie there, with their
 * indexes and search index: nothing is sorted or worked out again.
 * @throws Error where the source has not exactly the tables of this version's cache: nothing else in it is believed
 */
export function copyCache({ source, target, mark, nativeBinding }: CacheCopy): void {
  deleteSqlite(target.path);
  const db = connect(target.path, { nativeBinding, encryption: target.encryption });
  try {
    // A file that is not finished is deleted, so that nothing has to be taken back.
    db.unsafeMode();
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('trusted_schema = OFF');
    db.pragma('cache_size = -16000');
    const sql = cacheSql();
    const triggers = sql.filter((each) => each.startsWith('CREATE TRIGGER'));
    for (const each of sql) if (!triggers.includes(each)) db.exec(each);
    for (const each of model.flatMap(indexSql)) db.exec(each);
    // Makes the tables for its figures.
    db.exec('ANALYZE');
    db.pragma(`cipher = '${THROWAWAY_CIPHER}'`);
    db.prepare(`ATTACH ? AS source KEY ?`).run(source.path, source.password);
    assertSameForm(db, source.path);
    db.exec('BEGIN');
    for (const name of tablesOf(db)) {
      db.exec(`DELETE FROM main.${quote(name)}`);
      db.exec(`INSERT INTO main.${quote(name)} SELECT * FROM source.${quote(name)}`);
    }
    for (const each of triggers) db.exec(each);
    const state = db.prepare('INSERT INTO sync_state (name, value) VALUES (?, ?)');
    state.run('schema', cacheSchemaHash());
    state.run(COPY_MARK, mark);
    db.exec('COMMIT');
    // Here, where nothing is flushed: whoever opens it would wait for all of it to be on the disk.
    db.exec('DETACH source');
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
}

interface Part {
  type: string;
  name: string;
  sql: string | null;
}

const partsOf = (db: SqliteDatabase, schema: 'main' | 'source'): Part[] =>
  db.prepare(`SELECT type, name, sql FROM ${schema}.sqlite_schema WHERE type <> 'trigger'`).all() as Part[];

function assertSameForm(db: SqliteDatabase, path: string): void {
  const ours = new Map(partsOf(db, 'main').map(({ name, sql }) => [name, sql]));
  const theirs = partsOf(db, 'source');
  const isAlike = theirs.every(({ name, sql }) => ours.has(name) && ours.get(name) === sql);
  if (!isAlike || theirs.length !== ours.size) throw damageOf(path, 'What came is no copy of the data');
}

/** The tables that hold something: those that a search index is made of, and not itself. */
function tablesOf(db: SqliteDatabase): string[] {
  return partsOf(db, 'main')
    .filter(
      ({ type, name, sql }) => type === 'table' && !OURS.test(name) && !OWN.has(name) && !isVirtual(sql),
    )
    .map(({ name }) => name);
}

const isVirtual = (sql: string | null): boolean => sql?.startsWith('CREATE VIRTUAL') ?? false;
