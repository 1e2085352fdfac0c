import Database from 'better-sqlite3';
import type { ColumnValue } from '../../shared/model/columns.ts';
import { FIELDS, storedOf, type Row, type Stored } from './stored.ts';

/** A row with its place among the changes of the server. */
export type ServerRow = Record<string, ColumnValue> & { _id: string; changed: number };

/** What the servers of WatermelonDB and RxDB keep: the candidates in plain SQLite, numbered in order of their changes. */
export interface SqliteRows {
  /** Rows that changed after the given one, in order. */
  after(changed: number, limit: number): ServerRow[];
  find(id: string): ServerRow | undefined;
  /** The number of the newest change. */
  newest(): number;
  /** Writes rows as one. */
  write(rows: readonly Row[]): void;
  stored: () => Promise<Stored>;
}

/** Opens the rows at a path and fills them from one of our server's databases where there are none. */
export function openSqliteRows(path: string, source: string): SqliteRows {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const names = ['_id', ...FIELDS.map(({ name }) => name)];
  const list = names.map((name) => `"${name}"`).join(', ');
  database.exec(`
    CREATE TABLE candidate ("_id" TEXT PRIMARY KEY, ${FIELDS.map(({ name }) => `"${name}"`).join(', ')}, changed INTEGER);
    ATTACH '${source.replaceAll("'", "''")}' AS source;
    INSERT INTO candidate (${list}, changed)
      SELECT ${list}, row_number() OVER (ORDER BY "_seq") FROM source.candidate ORDER BY "_seq";
    DETACH source;
    CREATE UNIQUE INDEX candidate_changed ON candidate (changed);
  `);
  const page = database.prepare<[number, number], ServerRow>(
    'SELECT * FROM candidate WHERE changed > ? ORDER BY changed LIMIT ?',
  );
  const one = database.prepare<[string], ServerRow>('SELECT * FROM candidate WHERE "_id" = ?');
  const newest = database.prepare<[], number>('SELECT max(changed) FROM candidate').pluck();
  const upsert = database.prepare(`
    INSERT INTO candidate (${list}, changed) VALUES (${names.map(() => '?').join(', ')}, ?)
    ON CONFLICT ("_id") DO UPDATE SET changed = excluded.changed,
      ${FIELDS.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ')}
  `);
  return {
    after: (changed, limit) => page.all(changed, limit),
    find: (id) => one.get(id),
    newest: () => newest.get() ?? 0,
    write: database.transaction((rows: readonly Row[]) => {
      let changed = newest.get() ?? 0;
      for (const row of rows) upsert.run(...names.map((name) => row[name] ?? null), (changed += 1));
    }),
    stored: () =>
      storedOf(
        database.prepare<[], Record<string, ColumnValue>>('SELECT * FROM candidate ORDER BY "_id"').iterate(),
      ),
  };
}
