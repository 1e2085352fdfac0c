import { encodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import type { Cache } from './cache.ts';
import type { StoredRow } from './cache-rows.ts';
import type { Outbox, OutboxOperation } from './outbox.ts';
import { provisionalValues } from './provisional-values.ts';

export interface Base {
  seq: number;
  /** null where the server has no such record, or none for this user. */
  row: StoredRow | null;
}

const keyOf = (entity: EntityName, id: string): string => `${entity}\n${id}`;

/**
 * Keeps the tables of the cache at "what the server gave, with this user's operations laid over" (rule 8). An
 * operation lies over its record while it waits, and after it was applied until the cache has settled at its seq.
 */
export class Overlay {
  readonly #cache: Cache;
  readonly #outbox: Outbox;
  readonly #userId: string;
  /** Records over which operations lie, with those operations in order. */
  readonly #laid = new Map<string, OutboxOperation[]>();

  constructor(cache: Cache, outbox: Outbox, userId: string) {
    this.#cache = cache;
    this.#outbox = outbox;
    this.#userId = userId;
    this.#relay();
  }

  /** At start: the outbox is what counts; the cache may lack what was saved last, or still show what has gone. */
  #relay(): void {
    for (const operation of this.#outbox.laidOver(this.#cache.position.settledSeq)) this.#add(operation);
    const records = [...this.#laid.values()].flatMap(([first]) => (first ? [first] : []));
    const bases = this.#cache.statements.prepare('SELECT entity, recordId FROM overlay_base').all() as {
      entity: EntityName;
      recordId: string;
    }[];
    this.#cache.transaction(() => {
      for (const { entity, recordId } of [...records, ...bases]) this.#show(entity, recordId);
    });
  }

  #add(operation: OutboxOperation): void {
    const key = keyOf(operation.entity, operation.recordId);
    const operations = this.#laid.get(key);
    if (operations) operations.push(operation);
    else this.#laid.set(key, [operation]);
  }

  /** Whether operations lie over the record. */
  covers(entity: EntityName, id: string): boolean {
    return this.#laid.has(keyOf(entity, id));
  }

  get empty(): boolean {
    return this.#laid.size === 0;
  }

  /** The record as the server last gave it. */
  base(entity: EntityName, id: string): Base {
    return this.#kept(entity, id) ?? this.#shown(entity, id);
  }

  /** The base of a record with operations laid over. */
  #kept(entity: EntityName, id: string): Base | undefined {
    const kept = this.#cache.statements
      .prepare('SELECT seq, row FROM overlay_base WHERE entity = ? AND recordId = ?')
      .get(entity, id) as { seq: number; row: string | null } | undefined;
    return kept && { seq: kept.seq, row: kept.row === null ? null : (JSON.parse(kept.row) as StoredRow) };
  }

  #shown(entity: EntityName, id: string): Base {
    const shown = this.#cache.rows(entity).read(id);
    return shown ? { seq: shown.seq, row: shown.row } : { seq: 0, row: null };
  }

  /** After the outbox changed the operations of these records: shows them anew. */
  refresh(records: readonly { entity: EntityName; recordId: string }[]): void {
    this.#cache.transaction(() => {
      for (const { entity, recordId } of records) this.#reread(entity, recordId);
    });
  }

  #reread(entity: EntityName, id: string): void {
    this.#lieOver(entity, id, this.#outbox.ofRecord(entity, id));
  }

  /** Shows the record with those of its operations laid over that the cache does not hold yet. */
  #lieOver(entity: EntityName, id: string, operations: readonly OutboxOperation[]): void {
    const { settledSeq } = this.#cache.position;
    const laid = operations.filter(
      ({ status, seq: applied }) =>
        status === 'waiting' || status === 'sent' || (status === 'applied' && (applied ?? 0) > settledSeq),
    );
    const key = keyOf(entity, id);
    if (laid.length > 0) this.#laid.set(key, laid);
    else this.#laid.delete(key);
    this.#show(entity, id);
  }

  /** Takes what the server gives for a record that is covered; within the transaction of the page. */
  rebase(entity: EntityName, id: string, base: Base): void {
    this.#show(entity, id, base);
  }

  /**
   * After a page that no other follows: operations that the cache now holds no longer lie over it. Gives their
   * records. Not before: a row that somebody changed again comes in a later page than the operation's own seq.
   */
  settle(): { entity: EntityName; recordId: string }[] {
    const { settledSeq } = this.#cache.position;
    const settled: { entity: EntityName; recordId: string }[] = [];
    // A copy: showing a record that nothing lies over any more takes it out.
    for (const operations of Array.from(this.#laid.values())) {
      const [first] = operations;
      if (!first || !operations.some((each) => each.status === 'applied' && (each.seq ?? 0) <= settledSeq))
        continue;
      const { entity, recordId } = first;
      this.#lieOver(entity, recordId, operations);
      settled.push({ entity, recordId });
    }
    return settled;
  }

  #keepBase(entity: EntityName, id: string, { seq, row }: Base): void {
    this.#cache.statements
      .prepare('INSERT OR REPLACE INTO overlay_base (entity, recordId, seq, row) VALUES (?, ?, ?, ?)')
      .run(entity, id, seq, row === null ? null : JSON.stringify(row));
  }

  /** `given`: the base that the server gives now, in place of the one that is kept. */
  #show(entity: EntityName, id: string, given?: Base): void {
    const operations = this.#laid.get(keyOf(entity, id));
    const kept = given ? undefined : this.#kept(entity, id);
    const base = given ?? kept ?? this.#shown(entity, id);
    const rows = this.#cache.rows(entity);
    const row = operations ? this.#lay(base.row, operations) : base.row;
    if (!operations) {
      this.#cache.statements
        .prepare('DELETE FROM overlay_base WHERE entity = ? AND recordId = ?')
        .run(entity, id);
    } else if (!kept) {
      this.#keepBase(entity, id, base);
    }
    const waiting = operations?.some(({ status }) => status === 'waiting' || status === 'sent') ?? false;
    if (row) rows.write(id, row, base.seq, waiting);
    else rows.remove(id);
    this.#cache.touched(entity);
  }

  #lay(base: StoredRow | null, operations: readonly OutboxOperation[]): StoredRow | null {
    let row = base;
    for (const operation of operations) row = this.#layOne(row, operation);
    return row;
  }

  #layOne(row: StoredRow | null, operation: OutboxOperation): StoredRow | null {
    const { entity, kind, at, changes, before } = operation;
    const definition = entityOf(entity);
    switch (kind) {
      case 'create':
        return {
          ...Object.fromEntries(storedFields(definition).map(([name]) => [name, null])),
          ...encodeChanges(entity, changes),
          ...provisionalValues(this.#cache, entity, changes, this.#userId),
          createdAt: at,
          updatedAt: at,
        };
      case 'update':
        return row && { ...row, ...encodeChanges(entity, changes), updatedAt: at };
      case 'delete':
        return null;
      case 'restore':
        return row ?? before;
    }
  }
}

function encodeChanges(
  entity: EntityName,
  changes: Readonly<Record<string, unknown>>,
): Record<string, ColumnValue> {
  const definition = entityOf(entity);
  const columns: Record<string, ColumnValue> = {};
  for (const [name, value] of Object.entries(changes)) {
    // A field that an older version of the model had is for the server to judge.
    if (Object.hasOwn(definition.fields, name)) columns[name] = encodeValue(fieldOf(definition, name), value);
  }
  return columns;
}
