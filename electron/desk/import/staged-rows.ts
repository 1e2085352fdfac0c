import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldIssue } from '#shared/model/validation.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  ROW_STATES,
  type ImportCounts,
  type ImportRow,
  type KnownChoice,
  type RowState,
} from '#shared/protocol/import.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { eraseImport, IMPORT_FILES, type ImportPlace } from '../storage/import-files.ts';
import { putPiece } from '../storage/sealed-pieces.ts';
import { isDamage, openSqlite, StatementCache, type SqliteDatabase } from '../storage/sqlite-file.ts';
import { workSchema, type ImportWork } from './import-work.ts';
import type { KeptCell, KeptRow } from './reader-messages.ts';

/** What became of a row that the run has dealt with. */
export type Outcome = 'added' | 'changed' | 'skipped';

/** What was found out about a row. */
export interface Judged {
  state: Exclude<RowState, 'done'>;
  issues: (FieldIssue & { column: number | null })[];
  doubts: string[];
  match: ImportRow['match'];
  sameAs: number | null;
  /** By field: what is written and none of its values. */
  unknown: [field: string, written: string][];
  /** By which a person is told from others. */
  keys: string[];
}

interface JudgedRow {
  row: number;
  state: RowState;
  found: string;
  choice: KnownChoice | null;
  record: string | null;
}

const FORM = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE cells (row INTEGER PRIMARY KEY, cells TEXT NOT NULL);
  CREATE TABLE rows (row INTEGER PRIMARY KEY, state TEXT NOT NULL, found TEXT NOT NULL, choice TEXT, record TEXT,
    outcome TEXT);
  CREATE INDEX rows_state ON rows (state, choice, outcome, row);
  CREATE TABLE keys (key TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, row)) WITHOUT ROWID;
  CREATE INDEX keys_row ON keys (row);
  CREATE TABLE unknown (field TEXT NOT NULL, key TEXT NOT NULL, written TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (field, key)) WITHOUT ROWID;`;

const DAMAGED =
  'What was kept of this import is damaged. What has come in stays: choose the file again for the rest.';

/** Values that are no option, and are named; more are counted by nobody. */
const MOST_UNKNOWN = 500;

function openRows({ folder, nativeBinding, keys }: ImportPlace): SqliteDatabase {
  const path = join(folder, IMPORT_FILES.rows);
  return openSqlite(path, { synchronous: 'NORMAL', nativeBinding, encryption: keys?.rows });
}

/**
 * The rows of an import and what was found out about them, in an SQLite file of its own in the user's folder, private as
 * the cache and erased with it.
 */
export class StagedRows {
  readonly #db: SqliteDatabase;
  readonly #statements: StatementCache;
  readonly place: ImportPlace;
  work: ImportWork;
  #counts: ImportCounts | null = null;
  #below: { heading: number; count: number } | null = null;

  private constructor(place: ImportPlace, db: SqliteDatabase, work: ImportWork) {
    this.place = place;
    this.#db = db;
    this.#statements = new StatementCache(db);
    this.work = work;
  }

  /**
   * The import that is kept in the folder; null where there is none, or none that can be read.
   * @throws what a disk says that refuses for now
   */
  static open(place: ImportPlace): StagedRows | null {
    const { folder } = place;
    const path = join(folder, IMPORT_FILES.rows);
    if (!existsSync(path)) return null;
    let db: SqliteDatabase | undefined;
    try {
      db = openRows(place);
      db.pragma('secure_delete = ON');
      const row = db.prepare(`SELECT value FROM meta WHERE name = 'work'`).get() as { value: string };
      return new StagedRows(place, db, workSchema.parse(JSON.parse(row.value)));
    } catch (error) {
      db?.close();
      // There is room again some day, and the import goes on.
      if (isDiskRefusal(error)) throw error;
      eraseImport(folder);
      return null;
    }
  }

  /** In place of what was there. */
  static begin(place: ImportPlace, work: ImportWork): StagedRows {
    const { folder } = place;
    eraseImport(folder);
    const bytes = join(folder, IMPORT_FILES.bytes);
    closeSync(openSync(bytes, 'w', 0o600));
    const db = openRows(place);
    // Rows of people who are erased are not to be left in free pages of the file.
    db.pragma('secure_delete = ON');
    db.exec(FORM);
    const staged = new StagedRows(place, db, work);
    staged.keep({});
    return staged;
  }

  get open(): boolean {
    return this.#db.open;
  }

  get folder(): string {
    return this.place.folder;
  }

  /** Of the file; undefined where it is plain. */
  get bytesKey(): Buffer | undefined {
    return this.place.keys?.files;
  }

  get bytesPath(): string {
    return join(this.folder, IMPORT_FILES.bytes);
  }

  /** Writes the next piece of the file. What a full disk took of it before counts for nothing. */
  addBytes(at: number, piece: Buffer): void {
    putPiece(this.bytesPath, this.bytesKey, at, piece);
  }

  keep(changes: Partial<ImportWork>): void {
    const work = { ...this.work, ...changes };
    this.#run(`INSERT OR REPLACE INTO meta (name, value) VALUES ('work', ?)`, JSON.stringify(work));
    this.work = work;
    if ('choice' in changes) this.#counts = null;
  }

  /** The same where the disk may not take it: it is then so until the file is closed. */
  keepForNow(changes: Partial<ImportWork>): void {
    try {
      this.keep(changes);
    } catch {
      this.work = { ...this.work, ...changes };
    }
  }

  transaction(work: () => void): void {
    this.#sound(() => this.#db.transaction(work)());
  }

  /**
   * Where the file turns out to be damaged it is told of as a file that cannot be read, and as nobody else's damage.
   * @throws PlainError `unavailable`
   */
  #sound<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const nothing = { form: null, head: [], columns: [], heading: 0 };
      this.work = { ...this.work, ...nothing, going: null, step: 'file', problem: DAMAGED };
      throw new PlainError('unavailable', DAMAGED);
    }
  }

  /** The same in a commit that survives a power cut. */
  safely(work: () => void): void {
    this.#db.pragma('synchronous = FULL');
    try {
      this.transaction(work);
    } finally {
      this.#db.pragma('synchronous = NORMAL');
    }
  }

  #run(sql: string, ...params: (string | number | null)[]): void {
    this.#sound(() => this.#statements.prepare(sql).run(...params));
  }

  #all<Row>(sql: string, ...params: (string | number)[]): Row[] {
    return this.#sound(() => this.#statements.prepare(sql).all(...params) as Row[]);
  }

  /** Before the file is read again. */
  forgetCells(): void {
    this.#below = null;
    this.transaction(() => {
      this.#run('DELETE FROM cells');
      this.forgetJudged();
    });
  }

  /** Before the rows are judged anew. */
  forgetJudged(): void {
    for (const table of ['rows', 'keys', 'unknown']) this.#run(`DELETE FROM ${table}`);
    this.#counts = null;
  }

  addCells(rows: readonly KeptRow[]): void {
    this.#below = null;
    this.transaction(() => {
      for (const [row, cells] of rows)
        this.#run('INSERT OR REPLACE INTO cells (row, cells) VALUES (?, ?)', row, JSON.stringify(cells));
    });
  }

  /** Rows below the one with the number, in order. */
  cellsAfter(row: number, limit: number): KeptRow[] {
    return this.#all<{ row: number; cells: string }>(
      'SELECT row, cells FROM cells WHERE row > ? ORDER BY row LIMIT ?',
      row,
      limit,
    ).map((each) => [each.row, JSON.parse(each.cells) as KeptCell[]]);
  }

  has(row: number): boolean {
    return this.#all('SELECT 1 FROM cells WHERE row = ?', row).length > 0;
  }

  cellsOf(row: number): KeptCell[] | null {
    const [found] = this.#all<{ cells: string }>('SELECT cells FROM cells WHERE row = ?', row);
    return found ? (JSON.parse(found.cells) as KeptCell[]) : null;
  }

  setCells(row: number, cells: readonly KeptCell[]): void {
    this.#run('UPDATE cells SET cells = ? WHERE row = ?', JSON.stringify(cells), row);
  }

  /** Rows as they are kept, below the one with the number, in order: `found` and `record` of those that were judged. */
  keptAfter(row: number, limit: number): { row: number; cells: string; found: string; record: string }[] {
    return this.#all(
      `SELECT c.row, c.cells, coalesce(r.found, '') AS found, coalesce(r.record, '') AS record
       FROM cells c LEFT JOIN rows r ON r.row = c.row WHERE c.row > ? ORDER BY c.row LIMIT ?`,
      row,
      limit,
    );
  }

  /** Takes rows out, with all that was found out about them. @param fold how values are told apart */
  takeOut(rows: readonly number[], fold: (text: string) => string): void {
    this.#below = null;
    this.transaction(() => {
      for (const row of rows) {
        const [judged] = this.#all<{ found: string }>('SELECT found FROM rows WHERE row = ?', row);
        for (const [field, written] of judged ? (JSON.parse(judged.found) as Judged).unknown : [])
          this.#run('UPDATE unknown SET count = count - 1 WHERE field = ? AND key = ?', field, fold(written));
        for (const table of ['cells', 'rows', 'keys']) this.#run(`DELETE FROM ${table} WHERE row = ?`, row);
      }
      this.#run('DELETE FROM unknown WHERE count <= 0');
    });
    this.#counts = null;
  }

  /** Nothing of what was taken out stays in the files. */
  leaveNothing(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  countBelow(row: number): number {
    return (
      this.#all<{ count: number }>('SELECT count(*) AS count FROM cells WHERE row > ?', row)[0]?.count ?? 0
    );
  }

  /** Rows below the heading; counted once, for the state is asked for again and again while they come in. */
  countBelowHeading(): number {
    const { heading } = this.work;
    if (this.#below?.heading !== heading) this.#below = { heading, count: this.countBelow(heading) };
    return this.#below.count;
  }

  lastJudged(): number | null {
    return this.#all<{ row: number | null }>('SELECT max(row) AS row FROM rows')[0]?.row ?? null;
  }

  /** The first row above it with one of the keys that is to come in, or has. */
  firstWith(keys: readonly string[], row: number): number | null {
    let first: number | null = null;
    for (const key of keys) {
      const [found] = this.#all<{ row: number | null }>(
        `SELECT min(k.row) AS row FROM keys k CROSS JOIN rows r ON r.row = k.row
         WHERE k.key = ? AND k.row < ? AND r.state IN ('new', 'known', 'done')`,
        key,
        row,
      );
      const above = found?.row ?? null;
      if (above !== null && (first === null || above < first)) first = above;
    }
    return first;
  }

  /** Other rows with a key of the row, in order. */
  sharing(row: number, limit: number): number[] {
    return this.#all<{ row: number }>(
      `SELECT DISTINCT o.row FROM keys k JOIN keys o ON o.key = k.key WHERE k.row = ? AND o.row <> k.row
       ORDER BY o.row LIMIT ?`,
      row,
      limit,
    ).map((each) => each.row);
  }

  /** @param fold how values are told apart */
  judged(row: number, judged: Judged, fold: (text: string) => string): void {
    const [before] = this.#all<{ found: string }>('SELECT found FROM rows WHERE row = ?', row);
    if (before) {
      this.#run('DELETE FROM keys WHERE row = ?', row);
      for (const [field, written] of (JSON.parse(before.found) as Judged).unknown)
        this.#run('UPDATE unknown SET count = count - 1 WHERE field = ? AND key = ?', field, fold(written));
    }
    const { state, keys, ...found } = judged;
    this.#run(
      `INSERT INTO rows (row, state, found) VALUES (?, ?, ?)
       ON CONFLICT (row) DO UPDATE SET state = excluded.state, found = excluded.found`,
      row,
      state,
      JSON.stringify(found),
    );
    for (const key of keys) this.#run('INSERT OR IGNORE INTO keys (key, row) VALUES (?, ?)', key, row);
    for (const [field, written] of found.unknown)
      this.#run(
        `INSERT INTO unknown (field, key, written, count) VALUES (?, ?, ?, 1)
         ON CONFLICT (field, key) DO UPDATE SET count = count + 1`,
        field,
        fold(written),
        written,
      );
    this.#counts = null;
  }

  unknown(): { field: string; key: string; written: string; count: number }[] {
    return this.#all(
      'SELECT field, key, written, count FROM unknown WHERE count > 0 ORDER BY count DESC, written LIMIT ?',
      MOST_UNKNOWN,
    );
  }

  choose(row: number, choice: KnownChoice): void {
    this.#run('UPDATE rows SET choice = ? WHERE row = ?', choice, row);
    this.#counts = null;
  }

  counts(): ImportCounts {
    if (this.#counts) return this.#counts;
    const counts: ImportCounts = {
      ...(Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<RowState, number>),
      choices: { skip: 0, fill: 0, overwrite: 0, add: 0 },
      doubles: 0,
    };
    const found = this.#all<{ state: RowState; choice: KnownChoice | null; count: number }>(
      'SELECT state, choice, count(*) AS count FROM rows GROUP BY state, choice',
    );
    for (const { state, choice, count } of found) {
      counts[state] += count;
      if (state === 'known') counts.choices[choice ?? this.work.choice] += count;
      if (state === 'twice' && choice === 'add') counts.doubles += count;
    }
    this.#counts = counts;
    return counts;
  }

  outcomes(): Record<Outcome, number> {
    const outcomes = { added: 0, changed: 0, skipped: 0 };
    for (const { outcome, count } of this.#all<{ outcome: Outcome; count: number }>(
      `SELECT outcome, count(*) AS count FROM rows WHERE state = 'done' GROUP BY outcome`,
    ))
      outcomes[outcome] = count;
    return outcomes;
  }

  total(state: RowState | null): number {
    const counts = this.counts();
    return state === null ? ROW_STATES.reduce((sum, each) => sum + counts[each], 0) : counts[state];
  }

  page(state: RowState | null, offset: number, limit: number): (JudgedRow & { cells: KeptCell[] })[] {
    const where = state === null ? '1' : 'state = ?';
    const params = state === null ? [] : [state];
    const rows = this.#all<{ row: number }>(
      `SELECT row FROM rows WHERE ${where} ORDER BY row LIMIT ? OFFSET ?`,
      ...params,
      limit,
      offset,
    );
    return rows.flatMap(({ row }) => this.row(row) ?? []);
  }

  row(row: number): (JudgedRow & { cells: KeptCell[] }) | null {
    const [found] = this.#all<JudgedRow & { cells: string }>(
      `SELECT r.row, r.state, r.found, r.choice, r.record, c.cells FROM rows r JOIN cells c ON c.row = r.row
       WHERE r.row = ?`,
      row,
    );
    return found ? { ...found, cells: JSON.parse(found.cells) as KeptCell[] } : null;
  }

  /** The next rows that are to come in, below the one with the number: by the plus in their order, and not by an index of all of them. */
  toRun(after: number, limit: number): JudgedRow[] {
    return this.#all(
      `SELECT row, state, found, choice, record FROM rows
       WHERE row > ? AND (+state IN ('new', 'known') OR (+state = 'twice' AND choice = 'add')) ORDER BY row LIMIT ?`,
      after,
      limit,
    );
  }

  /** The rows that do not come in, below the one with the number. */
  leftOut(after: number, limit: number): (JudgedRow & { cells: KeptCell[] })[] {
    const rows = this.#all<{ row: number }>(
      `SELECT row FROM rows WHERE row > ? AND state IN ('wrong', 'twice') ORDER BY row LIMIT ?`,
      after,
      limit,
    );
    return rows.flatMap(({ row }) => this.row(row) ?? []);
  }

  /** Which record a row is about to make or change. */
  plan(row: number, record: string, outcome: Outcome): void {
    this.#run('UPDATE rows SET record = ?, outcome = ? WHERE row = ?', record, outcome, row);
  }

  /** The next rows that were added, and of which nobody was known then, here or in the file; below the one with the number. */
  addedAsNew(after: number, limit: number): { row: number; record: string }[] {
    return this.#all(
      `SELECT row, record FROM rows WHERE row > ? AND +outcome = 'added' AND state = 'done' AND record IS NOT NULL
         AND json_extract(found, '$.match') IS NULL AND json_extract(found, '$.sameAs') IS NULL
       ORDER BY row LIMIT ?`,
      after,
      limit,
    );
  }

  /** Rows whose record was named before a crash and that are not marked as done. */
  planned(): { row: number; record: string; outcome: Outcome }[] {
    return this.#all(`SELECT row, record, outcome FROM rows WHERE record IS NOT NULL AND state <> 'done'`);
  }

  done(row: number, outcome: Outcome): void {
    this.#run(`UPDATE rows SET state = 'done', outcome = ? WHERE row = ?`, outcome, row);
    this.#counts = null;
  }

  close(): void {
    this.#db.close();
  }
}
