import Database from 'better-sqlite3';
import { candidate } from '#shared/model/candidate.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { indexesOf } from '#shared/model/indexes.ts';
import { quote } from '#shared/model/list-query.ts';
import { hasSortKey, searchColumn, sortKeyColumn } from '#shared/model/search-text.ts';

/**
 * The bare floor: the same candidates in plain SQLite with the same columns, indexes and search index, written by
 * the shortest way there is: no checks, no permissions, no log.
 */
export const floorColumns: readonly string[] = [
  '_id',
  '_seq',
  ...fieldColumns(candidate).map((column) => column.name),
  ...fieldColumns(candidate)
    .filter((column) => hasSortKey(column.field))
    .map((column) => sortKeyColumn(column.name)),
  ...Object.keys(candidate.searchScopes).map(searchColumn),
];

export function openFloor(path: string, synchronous: 'NORMAL' | 'FULL'): Database.Database {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  return database;
}

export function createFloorTable(database: Database.Database): void {
  const columns = floorColumns.map((name) => (name === '_id' ? '"_id" TEXT PRIMARY KEY' : quote(name)));
  database.exec(`CREATE TABLE candidate (${columns.join(', ')})`);
}

/** The indexes in one go after the rows, the fastest way SQLite offers. */
export function indexFloor(database: Database.Database): void {
  for (const index of indexesOf(candidate)) {
    database.exec(`CREATE INDEX ${quote(index.name)} ON candidate (${index.columns.map(quote).join(', ')})`);
  }
  database.exec(`
    CREATE VIRTUAL TABLE candidate_fts
      USING fts5("_search", content='candidate', content_rowid='rowid', tokenize='trigram');
    INSERT INTO candidate_fts(candidate_fts) VALUES ('rebuild');
  `);
}

/** Triggers that keep the search index true under single writes. */
export function keepFloorIndexed(database: Database.Database): void {
  database.exec(`
    CREATE TRIGGER candidate_changed AFTER UPDATE OF "_search" ON candidate WHEN old."_search" IS NOT new."_search" BEGIN
      INSERT INTO candidate_fts(candidate_fts, rowid, "_search") VALUES ('delete', old.rowid, old."_search");
      INSERT INTO candidate_fts(rowid, "_search") VALUES (new.rowid, new."_search");
    END;
    CREATE TRIGGER candidate_added AFTER INSERT ON candidate BEGIN
      INSERT INTO candidate_fts(rowid, "_search") VALUES (new.rowid, new."_search");
    END;
  `);
}

export function upsertFloor(database: Database.Database): Database.Statement {
  const names = floorColumns.map(quote).join(', ');
  const updates = floorColumns
    .filter((name) => name !== '_id')
    .map((name) => `${quote(name)} = excluded.${quote(name)}`);
  return database.prepare(
    `INSERT INTO candidate (${names}) VALUES (${floorColumns.map(() => '?').join(', ')})
     ON CONFLICT ("_id") DO UPDATE SET ${updates.join(', ')}`,
  );
}
