import { encodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { ChangeLines } from '../audit/changes.ts';
import type { EndReason } from '../auth/end-reasons.ts';
import type { EndSessions } from '../auth/sessions.ts';
import type { Database, LogWriter, Transaction } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';
import { derivedColumns } from '#shared/model/derived-columns.ts';
import type { Row } from '../database/rows.ts';
import { entityTable } from '../database/schema.ts';
import { bytesOf, insertRows, selectIn, updateRows } from '../database/statements.ts';
import type { Author } from './author.ts';
import type { ChangeKind } from './change.ts';
import { NOT_IN_IDS } from './prepared-operation.ts';
import { MAKING, parseVersions, type FieldVersion } from './versions.ts';

/** What else is told of a change. */
interface Said {
  ackedAt?: string | null | undefined;
  sentFor?: string | null | undefined;
}

interface RowState {
  row: Row;
  isNew: boolean;
  /** Columns that the database does not have yet. */
  dirty: Set<string>;
}

const LOG_COLUMNS = [
  'seq',
  'entity',
  'recordId',
  'kind',
  'userId',
  'deskId',
  'at',
  'before',
  'after',
  'setId',
  'sentFor',
];
const EACH_AT_ONCE = 100;
const VISIBILITY_COLUMNS = ['seq', 'userId', 'entity', 'recordId'];

/**
 * The records that one writing transaction touches, held in memory: rows are read many at once, changed in order,
 * and written by few large statements.
 */
export class Batch {
  readonly author: Author;
  /** Hashes of records that were refused a moment ago, since they are of somebody who was erased. */
  late: ReadonlySet<string> = new Set();
  readonly #trx: Transaction;
  readonly #log: LogWriter;
  readonly #database: Database;
  readonly #endSessions: EndSessions;
  readonly #states = new Map<string, Map<string, RowState | null>>();
  readonly #unwritten = new Map<string, Set<RowState>>();
  #logLines: ColumnValue[][] = [];
  #logged = 0;
  #hidden: ColumnValue[][] = [];
  readonly #hiddenSoFar = new Set<string>();
  #setId: string | null = null;
  readonly #mergedAway = new Set<string>();
  readonly #told = new ChangeLines();

  constructor(
    transaction: { trx: Transaction; log: LogWriter; database: Database },
    author: Author,
    endSessions: EndSessions,
  ) {
    this.#trx = transaction.trx;
    this.#log = transaction.log;
    this.#database = transaction.database;
    this.author = author;
    this.#endSessions = endSessions;
  }

  /** null for a visitor of the public website. */
  get #authorId(): string | null {
    return this.author._id === '' ? null : this.author._id;
  }

  /** ISO time of all changes of this batch. */
  get at(): string {
    return this.#log.at;
  }

  /** The change set of what is done now; null for none. */
  get setId(): string | null {
    return this.#setId;
  }

  /** What follows belongs to this change set; null for none. */
  inSet(id: string | null): void {
    this.#setId = id;
  }

  /** This transaction merges the record into another one: what it was named by goes there, whatever comes first. */
  mergesAway(id: string): void {
    this.#mergedAway.add(id);
  }

  isMergedAway(id: string): boolean {
    return this.#mergedAway.has(id);
  }

  /** Whether a record that this transaction merges away has the value: the one that stays may have it as that one did. */
  isOfMergedAway(entityName: string, field: string, value: ColumnValue): boolean {
    return [...this.#mergedAway].some((id) => this.known(entityName, id)?.[field] === value);
  }

  entity(name: string): EntityDefinition {
    return this.#database.model.entity(name);
  }

  /** Reads rows ahead, so that `known` has them. */
  async load(entityName: string, ids: Iterable<string>): Promise<void> {
    const states = this.#statesOf(entityName);
    const missing = [...new Set(ids)].filter((id) => !states.has(id));
    if (missing.length === 0) return;
    for (const id of missing) states.set(id, null);
    // What no record can have as its id is not asked for: PostgreSQL takes no NUL, and would refuse the whole push.
    const asked = missing.filter((id) => !NOT_IN_IDS.test(id));
    for (const row of await selectIn<Row>(this.#trx, entityName, '_id', asked)) {
      states.set(row._id, { row, isNew: false, dirty: new Set() });
    }
  }

  /** The row as this batch has it now, deleted or not; only for ids that were loaded. */
  known(entityName: string, id: string): Row | null {
    return this.#statesOf(entityName).get(id)?.row ?? null;
  }

  /** The row as this batch has it now, deleted or not. */
  async get(entityName: string, id: string): Promise<Row | null> {
    await this.load(entityName, [id]);
    return this.known(entityName, id);
  }

  /** The rows that are not deleted and whose column has the value. */
  async find(entityName: string, column: string, value: ColumnValue): Promise<Row[]> {
    await this.#writeRows(entityName);
    const rows = await this.#trx.all<Row>(
      `SELECT * FROM ${quote(entityName)} WHERE ${quote(column)} = ? AND "deletedAt" IS NULL ORDER BY "_id"`,
      [value],
    );
    const states = this.#statesOf(entityName);
    for (const row of rows)
      if (!states.get(row._id)) states.set(row._id, { row, isNew: false, dirty: new Set() });
    return rows;
  }

  /** Their ids alone: of rows that people make without end, nobody needs all texts at once. */
  async idsWith(
    entityName: string,
    column: string,
    value: ColumnValue,
    withDeleted = false,
  ): Promise<string[]> {
    const which = withDeleted ? '' : ' AND "deletedAt" IS NULL';
    const rows = await this.ask<{ _id: string }>(
      `SELECT "_id" FROM ${quote(entityName)} WHERE ${quote(column)} = ?${which} ORDER BY "_id"`,
      [value],
    );
    return rows.map(({ _id }) => _id);
  }

  /**
   * Does something to each of these records, of which there may be thousands with long texts: some at a time are in memory, and
   * those that were there before.
   */
  async each(entityName: string, ids: readonly string[], work: (id: string) => void): Promise<void> {
    const states = this.#statesOf(entityName);
    for (let at = 0; at < ids.length; at += EACH_AT_ONCE) {
      // Others are heard in between.
      if (at > 0) await ownTurn();
      const some = ids.slice(at, at + EACH_AT_ONCE);
      const passing = some.filter((id) => !states.has(id));
      await this.load(entityName, some);
      for (const id of some) work(id);
      await this.write();
      for (const id of passing) states.delete(id);
    }
  }

  /** Any other question to the database, with the changes of this batch in it. */
  async ask<Answer>(sql: string, params: readonly ColumnValue[]): Promise<Answer[]> {
    await this.write();
    return this.#trx.all<Answer>(sql, params);
  }

  /**
   * Changes a record: gives it its seq, field versions and log line. `values` are field values as programs use
   * them. Returns the seq.
   * @param said.ackedAt ISO time of the first acknowledgement, where the change is one that is brought back
   * @param said.sentFor id of the record that it was made for, where that had been merged into this one
   */
  change(
    entityName: string,
    id: string,
    kind: ChangeKind,
    values: Readonly<Record<string, unknown>>,
    { ackedAt, sentFor = null }: Said = {},
  ): number {
    const entity = this.entity(entityName);
    const before = this.#statesOf(entityName).get(id) ?? null;
    const seq = this.#log.next();
    const state = before ?? { row: this.#newRow(entity, id, seq), isNew: true, dirty: new Set<string>() };
    const columns: Record<string, ColumnValue> = {};
    const old: Record<string, ColumnValue> = {};
    for (const name of Object.keys(values)) {
      columns[name] = encodeValue(fieldOf(entity, name), values[name]);
      if (before) old[name] = before.row[name] ?? null;
    }
    this.#logLines.push([
      seq,
      entityName,
      id,
      kind,
      this.#authorId,
      this.author.deskId,
      this.at,
      kind === 'update' ? JSON.stringify(old) : null,
      kind === 'create' || kind === 'update' ? JSON.stringify(columns) : null,
      this.#setId,
      sentFor,
    ]);
    const row: Row = { ...state.row, ...columns, updatedAt: this.at, _seq: seq };
    if (kind === 'delete') row['deletedAt'] = this.at;
    if (kind === 'restore') row['deletedAt'] = null;
    this.#told.add({ kind, entity: entityName, id, before: old, after: columns });
    const { deskId } = this.author;
    // A desk's word for a time to come says nothing.
    const isOfBefore = ackedAt && ackedAt < this.at;
    const version: FieldVersion = isOfBefore
      ? [seq, deskId, this.#authorId, ackedAt]
      : [seq, deskId, this.#authorId];
    if (!before && isOfBefore) row['_versions'] = JSON.stringify({ [MAKING]: version });
    if (before) {
      const versions = parseVersions(before.row['_versions']);
      for (const name of Object.keys(columns)) versions[name] = version;
      row['_versions'] = JSON.stringify(versions);
      for (const name of Object.keys(columns)) state.dirty.add(name);
      for (const name of ['updatedAt', '_seq', '_versions']) state.dirty.add(name);
      if (kind === 'delete' || kind === 'restore') state.dirty.add('deletedAt');
    }
    state.row = row;
    this.#statesOf(entityName).set(id, state);
    this.#unwrittenOf(entityName).add(state);
    return seq;
  }

  /**
   * Says in the log that a record was deleted, or restored, once more, as it is already. By that the opposite that is offered
   * again later is judged (offered-again.ts), and nothing else comes of it: when it went, and by whom, stays as it was. What
   * asks the log for deletes and restores that happened leaves out those with something in `before`.
   */
  noteOnceMore(entityName: string, id: string, kind: 'delete' | 'restore'): number {
    const seq = this.#log.next();
    const { deskId } = this.author;
    this.#logLines.push([
      seq,
      entityName,
      id,
      kind,
      this.#authorId,
      deskId,
      this.at,
      '{}',
      null,
      this.#setId,
      null,
    ]);
    return seq;
  }

  /** A change that follows from another one: made by the server, with a seq of its own. */
  set(entityName: string, id: string, values: Readonly<Record<string, unknown>>): void {
    this.change(entityName, id, 'update', values);
  }

  /** A place in the log for something that users are told and that changes no record. */
  notice(): number {
    return this.#log.next();
  }

  /** From this seq on, the user can no longer see the record; for however many reasons, it is said once. */
  hideFrom(userId: string, entityName: string, recordId: string, seq: number): void {
    const key = JSON.stringify([seq, userId]);
    if (this.#hiddenSoFar.has(key)) return;
    this.#hiddenSoFar.add(key);
    this.#hidden.push([seq, userId, entityName, recordId]);
  }

  /** Ends the sessions of a user once this batch is committed; never the author's own by the way of another reason. */
  endSessions(userId: string, reason: EndReason): Promise<void> {
    return this.#endSessions(this.#trx, this.#log, userId, reason);
  }

  /** More work of the same transaction, for what is kept beside the records. */
  alongside(work: (trx: Transaction) => Promise<void>): Promise<void> {
    return work(this.#trx);
  }

  /** Writes the last of it: what the database does not have yet, and what the audit log is told of it all. */
  async finish(): Promise<void> {
    await this.write();
    await this.#told.write(this.#trx, this.#database, this.author);
  }

  /** Bytes that the history has got, and keeps as long as the records. */
  get logged(): number {
    return this.#logged;
  }

  /** Writes what the database does not have yet. */
  async write(): Promise<void> {
    for (const entityName of this.#unwritten.keys()) await this.#writeRows(entityName);
    const lines = this.#logLines;
    const hidden = this.#hidden;
    this.#logLines = [];
    this.#hidden = [];
    this.#logged += bytesOf(lines) + bytesOf(hidden);
    await insertRows(this.#trx, 'change_log', LOG_COLUMNS, lines);
    await insertRows(this.#trx, 'visibility', VISIBILITY_COLUMNS, hidden);
  }

  async #writeRows(entityName: string): Promise<void> {
    const states = this.#unwritten.get(entityName);
    if (!states || states.size === 0) return;
    this.#unwritten.delete(entityName);
    const entity = this.entity(entityName);
    const inserted: RowState[] = [];
    const updated = new Map<string, { columns: string[]; rows: ColumnValue[][] }>();
    for (const state of states) {
      derive(entity, state);
      if (state.isNew) {
        inserted.push(state);
        continue;
      }
      const columns = [...state.dirty].sort();
      const key = columns.join();
      let group = updated.get(key);
      if (!group) updated.set(key, (group = { columns, rows: [] }));
      group.rows.push([state.row._id, ...columns.map((name) => state.row[name] ?? null)]);
    }
    const table = entityTable(entity).columns;
    const all = table.map((column) => column.name);
    await insertRows(
      this.#trx,
      entityName,
      all,
      inserted.map(({ row }) => all.map((name) => row[name] ?? null)),
    );
    for (const { columns, rows } of updated.values()) {
      const types = columns.flatMap((name) => table.filter((column) => column.name === name));
      await updateRows(this.#trx, entityName, types, rows);
    }
    for (const state of states) {
      state.isNew = false;
      state.dirty.clear();
    }
  }

  #newRow(entity: EntityDefinition, id: string, seq: number): Row {
    const row: Row = { _id: id };
    for (const { name } of entityTable(entity).columns) if (name !== '_id') row[name] = null;
    row['createdAt'] = this.at;
    row['_createdSeq'] = seq;
    row['_createdBy'] = this.#authorId;
    row['_createdDesk'] = this.author.deskId;
    return row;
  }

  #statesOf(entityName: string): Map<string, RowState | null> {
    let states = this.#states.get(entityName);
    if (!states) this.#states.set(entityName, (states = new Map()));
    return states;
  }

  #unwrittenOf(entityName: string): Set<RowState> {
    let states = this.#unwritten.get(entityName);
    if (!states) this.#unwritten.set(entityName, (states = new Set()));
    return states;
  }
}

/** Brings sort keys and search texts in line with the fields they are made from. */
function derive(entity: EntityDefinition, state: RowState): void {
  for (const column of derivedColumns(entity)) {
    if (!state.isNew && !column.from.some((name) => state.dirty.has(name))) continue;
    state.row[column.name] = column.value((name) => state.row[name] ?? null);
    state.dirty.add(column.name);
  }
}
