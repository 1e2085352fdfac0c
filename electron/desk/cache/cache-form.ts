import { model } from '#shared/model/entities.ts';
import { cacheSql, indexSql } from '#shared/node/cache/cache-schema.ts';
import { connect, type SqliteDatabase } from '../storage/sqlite-file.ts';

interface Parts {
  /** SQL by name, of what a cache has from its first moment. */
  always: Map<string, string | null>;
  /** The same with the indexes that are made later. */
  all: Map<string, string | null>;
}

let expected: Parts | undefined;

/** Whether the tables and indexes in the file are those that the model asks for: SQLite believes what it reads there. */
export function hasFormOfModel(db: SqliteDatabase, nativeBinding: string | undefined): boolean {
  expected ??= makeExpected(nativeBinding);
  const { always, all } = expected;
  const found = partsOf(db);
  return (
    [...always.keys()].every((name) => found.has(name)) &&
    [...found].every(([name, sql]) => !all.has(name) || all.get(name) === sql)
  );
}

function makeExpected(nativeBinding: string | undefined): Parts {
  const db = connect(':memory:', { nativeBinding });
  try {
    for (const sql of cacheSql()) db.exec(sql);
    const always = partsOf(db);
    for (const sql of model.flatMap(indexSql)) db.exec(sql);
    return { always, all: partsOf(db) };
  } finally {
    db.close();
  }
}

function partsOf(db: SqliteDatabase): Map<string, string | null> {
  const rows = db.prepare('SELECT name, sql FROM sqlite_schema').all() as {
    name: string;
    sql: string | null;
  }[];
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}
