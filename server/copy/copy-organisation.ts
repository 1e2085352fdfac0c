import { createHash } from 'node:crypto';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database, Transaction } from '../database/database.ts';
import { tablesOf } from '../database/schema.ts';
import type { TableDefinition } from '../database/table-definition.ts';
import { insertRows } from '../database/statements.ts';

/** What was found in one table after the copy, in both places. */
export interface CopiedTable {
  table: string;
  rows: number;
  /** SHA-256 of all its values, in the order of its key. */
  checksum: string;
}

const ROWS_AT_ONCE = 1_000;

type Values = Readonly<Record<string, ColumnValue>>;

/**
 * Copies an organisation with everything in it, its log and sessions too, from one database into an empty one, and
 * reads both again to compare them. Desks go on where they were: the copy has the same epoch.
 * @param onProgress hears of the table under way and how many of its rows are copied
 * @param whenSame is called when both hold the same, and nobody could write into the source since before the first row
 * @throws Error with one sentence where the target is not empty, or does not hold the same afterwards.
 */
export async function copyOrganisation(
  source: Database,
  target: Database,
  onProgress: (table: string, rows: number) => void = () => undefined,
  whenSame: () => void = () => undefined,
): Promise<CopiedTable[]> {
  const tables = tablesOf(source.model.entities);
  // A writing transaction, though it only reads: a password or a join code moves no log, and would be lost unseen.
  return source.write(async (from) => {
    await target.write(async (into) => {
      await assertEmpty(into, target);
      // An empty database has an epoch and a position of its own.
      for (const table of ['meta', 'log_position']) await into.all(`DELETE FROM ${quote(table)}`);
      for (const table of tables) {
        const columns = table.columns.map(({ name }) => name);
        let copied = 0;
        for await (const rows of pagesOf(from, table)) {
          await insertRows(
            into,
            table.name,
            columns,
            rows.map((row) => columns.map((name) => row[name] ?? null)),
          );
          onProgress(table.name, (copied += rows.length));
        }
      }
    });
    const copied = await target.read((copy) => compare(tables, from, copy));
    whenSame();
    return copied;
  });
}

async function assertEmpty(into: Transaction, target: Database): Promise<void> {
  for (const { name } of tablesOf(target.model.entities)) {
    if (name === 'meta' || name === 'log_position') continue;
    const [any] = await into.all(`SELECT 1 FROM ${quote(name)} LIMIT 1`);
    if (any) throw new Error(`${target.place} already holds data (${name}). Copy into an empty database.`);
  }
}

async function compare(
  tables: readonly TableDefinition[],
  from: Transaction,
  copy: Transaction,
): Promise<CopiedTable[]> {
  const found: CopiedTable[] = [];
  for (const table of tables) {
    const [original, copied] = [new Summary(table), new Summary(table)];
    // By turns: a database ends a transaction in which nothing is asked while the whole of a long table is read elsewhere.
    const pages = pagesOf(copy, table);
    for await (const rows of pagesOf(from, table)) {
      original.add(rows);
      copied.add((await pages.next()).value ?? []);
    }
    for await (const rows of pages) copied.add(rows);
    const [wanted, had] = [original.end(), copied.end()];
    if (wanted.rows !== had.rows || wanted.checksum !== had.checksum) {
      throw new Error(
        `The copy of ${table.name} differs: ${had.rows} of ${wanted.rows} rows. Do not use it; copy again into a new database.`,
      );
    }
    found.push(had);
  }
  return found;
}

class Summary {
  readonly #table: TableDefinition;
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(table: TableDefinition) {
    this.#table = table;
  }

  add(rows: readonly Values[]): void {
    this.#rows += rows.length;
    for (const row of rows)
      this.#hash.update(`${JSON.stringify(this.#table.columns.map(({ name }) => row[name] ?? null))}\n`);
  }

  end(): CopiedTable {
    return { table: this.#table.name, rows: this.#rows, checksum: this.#hash.digest('hex') };
  }
}

/** A table's rows in the order of its key, some at a time, each time from where the last page ended. */
async function* pagesOf(trx: Transaction, table: TableDefinition): AsyncGenerator<Values[]> {
  const key = table.columns.filter(({ primary }) => primary).map(({ name }) => name);
  const names = key.map(quote).join(', ');
  const all = table.columns.map(({ name }) => quote(name)).join(', ');
  let last: ColumnValue[] | null = null;
  for (;;) {
    const after: string = last ? `WHERE (${names}) > (${key.map(() => '?').join(', ')})` : '';
    const rows: Values[] = await trx.all<Values>(
      `SELECT ${all} FROM ${quote(table.name)} ${after} ORDER BY ${names} LIMIT ${ROWS_AT_ONCE}`,
      last ?? [],
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = key.map((name) => end[name] ?? null);
  }
}
