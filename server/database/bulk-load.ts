import BetterSqlite3 from 'better-sqlite3';
import { encodeValue, fieldColumns, type ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database } from './database.ts';
import { derivedColumns } from '#shared/model/derived-columns.ts';
import { entityTable } from './schema.ts';
import { sqliteBinding } from './sqlite-binding.ts';

/** Rows in one transaction: large enough that index pages are written seldom, small enough that others soon get a turn. */
const ROWS_IN_TRANSACTION = 5_000;

export interface BulkLoadOptions {
  /** ISO time for records that bring no `createdAt` or `updatedAt` of their own (default: now). */
  createdAt?: string;
  /** Called after each transaction with the number of records loaded so far. */
  onProgress?: (loaded: number) => void;
}

/** A record to load: `_id` and field values as programs use them (lists as arrays); absent fields are null. */
export type LoadedRecord = { readonly _id: string } & object;

/**
 * Loads many records of one entity by prepared statements, in transactions of 5,000: for demo data and imports.
 * Each gets its seq, a change log line of kind `create`, sort keys and search texts. The values are trusted: they
 * are not validated, and entity rules do not run, except that after users or role assignments were loaded the
 * assignments' user names and the users' role names are brought in line. Load before desks connect.
 * @returns the number of records loaded.
 * @throws Error where an `_id` is there already; the transactions before it stay.
 */
export async function bulkLoad<Loaded extends LoadedRecord>(
  database: Database,
  entityName: string,
  records: Iterable<Loaded>,
  options: BulkLoadOptions = {},
): Promise<number> {
  const connection = new BetterSqlite3(database.file, { nativeBinding: sqliteBinding() });
  try {
    connection.pragma('busy_timeout = 10000');
    connection.pragma('synchronous = FULL');
    // Keys come in no order: the indexes' pages must stay in memory while they fill.
    connection.pragma('cache_size = -262144');
    connection.pragma('wal_autocheckpoint = 20000');
    const loaded = load(connection, database, entityName, records, options);
    if (entityName === 'user' || entityName === 'roleAssignment') alignRoles(connection);
    return loaded;
  } finally {
    connection.close();
  }
}

function load<Loaded extends LoadedRecord>(
  connection: BetterSqlite3.Database,
  database: Database,
  entityName: string,
  records: Iterable<Loaded>,
  options: BulkLoadOptions,
): number {
  const entity = database.model.entity(entityName);
  const fields = fieldColumns(entity);
  const derived = derivedColumns(entity);
  const columns = entityTable(entity).columns.map((column) => column.name);
  const insert = connection.prepare(
    `INSERT INTO ${quote(entity.name)} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const logChange = connection.prepare(
    `INSERT INTO "change_log" ("seq", "entity", "recordId", "kind", "at") VALUES (?, ?, ?, 'create', ?)`,
  );
  const position = connection.prepare<[], { seq: number }>('SELECT "seq" FROM "log_position"');
  const advance = connection.prepare('UPDATE "log_position" SET "seq" = ?');
  const createdAt = options.createdAt ?? new Date().toISOString();

  const insertOne = (record: LoadedRecord, seq: number): void => {
    const row: Record<string, ColumnValue> = { _id: record._id, _seq: seq, _createdSeq: seq };
    const values: Readonly<Record<string, unknown>> = { ...record };
    for (const { name, field } of fields) row[name] = encodeValue(field, values[name]);
    row['createdAt'] ??= createdAt;
    row['updatedAt'] ??= row['createdAt'];
    for (const column of derived) row[column.name] = column.value((name) => row[name] ?? null);
    insert.run(columns.map((name) => row[name] ?? null));
    logChange.run(seq, entity.name, record._id, row['createdAt']);
  };
  const insertSome = connection.transaction((some: readonly LoadedRecord[]) => {
    let seq = Number(position.get()?.seq ?? 0);
    for (const record of some) insertOne(record, (seq += 1));
    advance.run(seq);
  });

  let loaded = 0;
  let waiting: LoadedRecord[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    insertSome.immediate(waiting);
    loaded += waiting.length;
    waiting = [];
    options.onProgress?.(loaded);
  };
  for (const record of records) {
    waiting.push(record);
    if (waiting.length === ROWS_IN_TRANSACTION) flush();
  }
  flush();
  return loaded;
}

function alignRoles(connection: BetterSqlite3.Database): void {
  connection.exec(`
    UPDATE "user" SET "roleName" = "a"."roleName" FROM "roleAssignment" AS "a"
      WHERE "a"."userEmail_key" = "user"."email_key" AND "a"."deletedAt" IS NULL
        AND "user"."roleName" IS NOT "a"."roleName";
    UPDATE "roleAssignment" SET
        "userName" = "u"."name",
        "userName_key" = "u"."name_key",
        "_search" = "u"."name_key" || char(10) || "userEmail_key" || char(10) || "roleName_key"
      FROM "user" AS "u"
      WHERE "u"."email_key" = "roleAssignment"."userEmail_key" AND "u"."deletedAt" IS NULL
        AND "roleAssignment"."userName" IS NOT "u"."name";
  `);
}
