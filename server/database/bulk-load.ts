import BetterSqlite3 from 'better-sqlite3';
import { encodeValue, fieldColumns, type ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database, LogWriter, Transaction } from './database.ts';
import { derivedColumns } from '#shared/model/derived-columns.ts';
import { fillStudents } from './fill-students.ts';
import { entityTable } from './schema.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { insertRows } from './statements.ts';

/** Rows in one transaction: large enough that index pages are written seldom, small enough that others soon get a turn. */
const ROWS_IN_TRANSACTION = 5_000;

export interface BulkLoadOptions {
  /** ISO time for records that bring no `createdAt` or `updatedAt` of their own (default: now). */
  createdAt?: string;
  /** Whether users, roles and students are brought in line at once (default): of rows that no desk has. */
  bringInLine?: boolean;
  /** Called after each transaction with the number of records loaded so far. */
  onProgress?: (loaded: number) => void;
}

/** A record to load: `_id` and field values as programs use them (lists as arrays); absent fields are null. */
export type LoadedRecord = { readonly _id: string } & object;

/**
 * Loads many records of one entity, in transactions of 5,000: for demo data, imports and the copy to another engine.
 * Each gets its seq, a change log line of kind `create` without values (server/history finds them), sort keys and search texts. The values are trusted: they
 * are not validated, and entity rules do not run, except that after users or role assignments were loaded the
 * assignments' user names and the users' role names are brought in line, and candidates name their students. Load before desks connect.
 * @returns the number of records loaded.
 * @throws Error where an `_id` is there already; the transactions before it stay.
 */
export async function bulkLoad<Loaded extends LoadedRecord>(
  database: Database,
  entityName: string,
  records: Iterable<Loaded>,
  options: BulkLoadOptions = {},
): Promise<number> {
  const rows = rowMaker(database, entityName, options.createdAt ?? new Date().toISOString());
  const load = database.dialect === 'sqlite' ? loadIntoSqlite : loadByStatements;
  const loaded = await load(database, rows, records, options.onProgress ?? (() => undefined));
  if (options.bringInLine === false) return loaded;
  if (entityName === 'user' || entityName === 'roleAssignment') await alignRoles(database);
  if (entityName === 'user' || entityName === 'roleAssignment' || entityName === 'candidate')
    await database.write((trx) => fillStudents((sql, params) => trx.all(sql, [...params])));
  return loaded;
}

interface RowMaker {
  table: string;
  columns: readonly string[];
  /** The record's values in the order of the columns, and its line in the log. */
  make: (record: LoadedRecord, seq: number) => { row: ColumnValue[]; line: ColumnValue[] };
}

const LOG_COLUMNS = ['seq', 'entity', 'recordId', 'kind', 'at'];

function rowMaker(database: Pick<Database, 'model'>, entityName: string, createdAt: string): RowMaker {
  const entity = database.model.entity(entityName);
  const fields = fieldColumns(entity);
  const derived = derivedColumns(entity);
  const columns = entityTable(entity).columns.map((column) => column.name);
  return {
    table: entity.name,
    columns,
    make: (record, seq) => {
      const row: Record<string, ColumnValue> = { _id: record._id, _seq: seq, _createdSeq: seq };
      const values: Readonly<Record<string, unknown>> = { ...record };
      for (const { name, field } of fields) row[name] = encodeValue(field, values[name]);
      row['createdAt'] ??= createdAt;
      row['updatedAt'] ??= row['createdAt'];
      for (const column of derived) row[column.name] = column.value((name) => row[name] ?? null);
      return {
        row: columns.map((name) => row[name] ?? null),
        line: [seq, entity.name, record._id, 'create', row['createdAt']],
      };
    },
  };
}

/** By prepared statements on a connection of its own: three times as fast as statement by statement. */
async function loadIntoSqlite(
  database: Database,
  { table, columns, make }: RowMaker,
  records: Iterable<LoadedRecord>,
  onProgress: (loaded: number) => void,
): Promise<number> {
  const connection = new BetterSqlite3(database.place, { nativeBinding: sqliteBinding() });
  try {
    connection.pragma('busy_timeout = 10000');
    connection.pragma('synchronous = FULL');
    // Rows that move as the tables grow must not stay where they were: nothing that is erased later would be found there.
    connection.pragma('secure_delete = ON');
    // Keys come in no order: the indexes' pages must stay in memory while they fill.
    connection.pragma('cache_size = -262144');
    connection.pragma('wal_autocheckpoint = 20000');
    const insert = connection.prepare(insertSql(table, columns));
    const logChange = connection.prepare(insertSql('change_log', LOG_COLUMNS));
    const position = connection.prepare<[], { seq: number }>('SELECT "seq" FROM "log_position"');
    const advance = connection.prepare('UPDATE "log_position" SET "seq" = ?');
    const insertSome = connection.transaction((some: readonly LoadedRecord[]) => {
      let seq = Number(position.get()?.seq ?? 0);
      for (const record of some) {
        const { row, line } = make(record, (seq += 1));
        insert.run(row);
        logChange.run(line);
      }
      advance.run(seq);
    });
    let loaded = 0;
    for (const some of chunksOf(records)) {
      insertSome.immediate(some);
      onProgress((loaded += some.length));
    }
    return loaded;
  } finally {
    connection.close();
  }
}

async function loadByStatements(
  database: Database,
  { table, columns, make }: RowMaker,
  records: Iterable<LoadedRecord>,
  onProgress: (loaded: number) => void,
): Promise<number> {
  let loaded = 0;
  for (const some of chunksOf(records)) {
    await database.write((trx, log) => insertMade(trx, log, { table, columns, make }, some));
    onProgress((loaded += some.length));
  }
  return loaded;
}

async function insertMade(
  trx: Transaction,
  log: LogWriter,
  { table, columns, make }: RowMaker,
  records: readonly LoadedRecord[],
): Promise<void> {
  const made = records.map((record) => make(record, log.next()));
  await insertRows(
    trx,
    table,
    columns,
    made.map(({ row }) => row),
  );
  await insertRows(
    trx,
    'change_log',
    LOG_COLUMNS,
    made.map(({ line }) => line),
  );
}

/** A few records in the transaction of the caller, which has looked that they are not there; nothing is brought in line after them. */
export function loadWithin(
  trx: Transaction,
  log: LogWriter,
  database: Pick<Database, 'model'>,
  entityName: string,
  records: readonly LoadedRecord[],
): Promise<void> {
  return insertMade(trx, log, rowMaker(database, entityName, log.at), records);
}

function insertSql(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function* chunksOf<Item>(items: Iterable<Item>): Generator<Item[]> {
  let waiting: Item[] = [];
  for (const item of items) {
    waiting.push(item);
    if (waiting.length < ROWS_IN_TRANSACTION) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

async function alignRoles(database: Database): Promise<void> {
  await database.write(async (trx) => {
    await trx.all(
      `UPDATE "user" SET "roleName" = "a"."roleName" FROM "roleAssignment" AS "a"
       WHERE "a"."userEmail_key" = "user"."email_key" AND "a"."deletedAt" IS NULL
         AND "user"."roleName" IS DISTINCT FROM "a"."roleName"`,
    );
    await trx.all(
      `UPDATE "roleAssignment" SET
         "userName" = "u"."name",
         "userName_key" = "u"."name_key",
         "_search" = "u"."name_key" || ? || "userEmail_key" || ? || "roleName_key"
       FROM "user" AS "u"
       WHERE "u"."email_key" = "roleAssignment"."userEmail_key" AND "u"."deletedAt" IS NULL
         AND "roleAssignment"."userName" IS DISTINCT FROM "u"."name"`,
      ['\n', '\n'],
    );
  });
}
