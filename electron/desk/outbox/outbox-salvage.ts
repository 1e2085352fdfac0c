import { existsSync } from 'node:fs';
import { isEntityName } from '#shared/model/entities.ts';
import { FILE_HASH } from '#shared/model/picture.ts';
import { operationSum } from './operation-sum.ts';
import { isPlainSqlite, type Encryption, type SqliteDatabase } from '../storage/sqlite-file.ts';
import { readRawPages, type SqliteValue } from '../storage/sqlite-pages.ts';

export type Row = Record<string, SqliteValue>;

/** What could be read of a damaged outbox, by table, and what could not. */
export interface Salvaged {
  operations: Row[];
  conflicts: Row[];
  files: Row[];
  exports: Row[];
  meta: Row[];
  /** Numbers of operations that may have been there and could not be read: after `after`, up to `upTo`. */
  lost: { after: number; upTo: number }[];
}

type Table = Exclude<keyof Salvaged, 'lost'>;

const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  operations:
    'n id kind entity recordId base changes status seq error title at before seen ackedAt ackedHere sum setId setTitle setPart undoes leftAsIs setCount'.split(
      ' ',
    ),
  conflicts: ['id', 'entity', 'recordId', 'field', 'lost', 'won', 'wonBy', 'title', 'at', 'settled'],
  files: ['hash', 'at', 'sent'],
  exports: ['n', 'entity', 'list', 'rows', 'at'],
  meta: ['name', 'value'],
};
/** The columns that the first form of the table had: a row may end with them. */
const FEWEST_COLUMNS = { operations: 13 } as const;
/** Where the checksum stands in the rows of the forms that have one. */
const SUM_AT = 16;
/** Beyond the columns known here a later step may add some. */
const MOST_OPERATION_COLUMNS = 24;

/** Reads what can be read of an outbox, whatever has become of its pages. It is not opened. */
export function salvageOutbox(path: string, encryption?: Encryption): Salvaged {
  const { rows, lost } = readRawPages(path, encryption);
  const found: Salvaged = { operations: [], conflicts: [], files: [], exports: [], meta: [], lost };
  const numbers = new Set<number>();
  for (const { rowid, values } of rows) {
    const table = values && tableOf(values);
    if (!table || !values) continue;
    const row = asRow(table, values);
    if (table === 'operations' || table === 'exports') row['n'] = rowid;
    if (table === 'operations') {
      if (values.length <= SUM_AT) row['sum'] = operationSum(row);
      // How it stood is all that is damaged: offered again, the server says what became of it.
      if (!STATUSES.has(String(row['status'])) && row['sum'] === operationSum(row)) row['status'] = 'sent';
      if (!isSoundOperation(row)) {
        lost.push({ after: rowid - 1, upTo: rowid });
        continue;
      }
      if (numbers.has(rowid)) continue;
      numbers.add(rowid);
    }
    found[table].push(row);
  }
  // A row of which nothing could be read has no form to tell its table by; a number that stands nowhere was an operation's.
  for (const { rowid, values } of rows) {
    if (values === null && !numbers.has(rowid)) lost.push({ after: rowid - 1, upTo: rowid });
  }
  found.operations.sort((one, other) => Number(one['n']) - Number(other['n']));
  return found;
}

/** Whether a file that does not begin as a database holds operations that are not encrypted. */
export function isDamagedPlain(path: string): boolean {
  return existsSync(path) && !isPlainSqlite(path) && salvageOutbox(path).operations.length > 0;
}

function tableOf(values: readonly SqliteValue[]): Table | null {
  const { length } = values;
  if (length === 2) return values.every((value) => typeof value === 'string') ? 'meta' : null;
  if (length === 3) return FILE_HASH.test(String(values[0])) ? 'files' : null;
  if (length === 5) return values[0] === null && typeof values[3] === 'number' ? 'exports' : null;
  if (length === 10) return isText(values[0]) && isEntityName(String(values[1])) ? 'conflicts' : null;
  const couldBe = length >= FEWEST_COLUMNS.operations && length <= MOST_OPERATION_COLUMNS;
  // One of them may be damaged.
  const isLike =
    KINDS.has(String(values[2])) || isEntityName(String(values[3])) || STATUSES.has(String(values[7]));
  return couldBe && values[0] === null && isLike ? 'operations' : null;
}

const KINDS: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'restore', 'undo']);
const STATUSES: ReadonlySet<string> = new Set(['waiting', 'sent', 'applied', 'refused']);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function asRow(table: Table, values: readonly SqliteValue[]): Row {
  return Object.fromEntries(COLUMNS[table].map((name, at) => [name, values[at] ?? null]));
}

/** Whether an operation has what it needs to be sent or shown. */
export function isSoundOperation(row: Row): boolean {
  const isJson = (value: SqliteValue | undefined): boolean => {
    try {
      return typeof value === 'string' && typeof JSON.parse(value) === 'object';
    } catch {
      return false;
    }
  };
  const { id, kind, entity, recordId, base, changes, status, error, title, at, before, seen } = row;
  const { setId = null, setTitle = null, setPart = null, undoes = null, leftAsIs = null } = row;
  const { setCount = null } = row;
  return (
    [id, entity, recordId, at].every(isText) &&
    typeof title === 'string' &&
    KINDS.has(String(kind)) &&
    isEntityName(String(entity)) &&
    typeof base === 'number' &&
    STATUSES.has(String(status)) &&
    isJson(changes) &&
    (error === null || isJson(error)) &&
    (before === null || isJson(before)) &&
    (seen === null || isJson(seen)) &&
    [setId, setTitle, undoes].every((value) => value === null || typeof value === 'string') &&
    [setPart, setCount].every((value) => value === null || typeof value === 'number') &&
    (leftAsIs === null || isJson(leftAsIs)) &&
    !Number.isNaN(Date.parse(String(at)))
  );
}

/** Writes what was salvaged into a new outbox, under the numbers that it had. What SQLite does not take is left out. */
export function writeSalvaged(db: SqliteDatabase, salvaged: Salvaged): void {
  db.transaction(() => {
    for (const table of Object.keys(COLUMNS) as Table[]) {
      const names = COLUMNS[table];
      const add = db.prepare(
        `INSERT OR IGNORE INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
         VALUES (${names.map(() => '?').join(', ')})`,
      );
      for (const row of salvaged[table]) add.run(...names.map((name) => row[name]));
    }
  })();
}
