import { encodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import type { Cache } from '../cache/cache.ts';
import type { CachedRow, StoredRow } from '#shared/node/cache/cache-rows.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { takesRecordAway, type OutboxOperation } from '../outbox/outbox-operation.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { provisionalValues } from './provisional-values.ts';
import { noteShown } from './shown-operations.ts';

/** A record as the server last gave it. Operations name it by its seq alone. */
export interface Base {
  seq: number;
  /** null where the server has no such record, or none for this user. */
  row: StoredRow | null;
}

/** An operation that the server has applied. */
export interface Acknowledged {
  id: string;
  entity: EntityName;
  recordId: string;
  seq: number;
}

const isWaiting = ({ status }: OutboxOperation): boolean => status === 'waiting' || status === 'sent';

const keyOf = (entity: EntityName, id: string): string => `${entity}\n${id}`;

const eachOnce = <Item extends { entity: EntityName; recordId: string }>(
  records: readonly Item[],
): Item[] => [...new Map(records.map((one) => [keyOf(one.entity, one.recordId), one])).values()];

/**
 * Keeps the tables of the cache at "what the server gave, with this user's operations laid over" (sync rule 8). An
 * operation lies over its record while it waits, and after it was applied until the record's row holds it, or the cache
 * has settled at its seq.
 */
export class Overlay {
  readonly #cache: Cache;
  readonly #outbox: Outbox;
  readonly #userId: string;
  /** Records over which operations lie, with those operations in order. */
  readonly #laid = new Map<string, OutboxOperation[]>();
  /** Records that the cache does not show as they are, because the disk had no room: they are put together when read. */
  readonly #behind = new Map<string, { entity: EntityName; recordId: string }>();

  constructor(cache: Cache, outbox: Outbox, userId: string) {
    this.#cache = cache;
    this.#outbox = outbox;
    this.#userId = userId;
    this.#relay();
  }

  /** At start: the outbox is what counts; the cache may lack what was saved last, or still show what has gone. */
  #relay(): void {
    const laid = new Map<string, OutboxOperation[]>();
    for (const operation of this.#outbox.laidOver(this.#cache.position.settledSeq)) {
      const key = keyOf(operation.entity, operation.recordId);
      const operations = laid.get(key);
      if (operations) operations.push(operation);
      else laid.set(key, [operation]);
    }
    const bases = this.#cache.statements.prepare('SELECT entity, recordId FROM overlay_base').all() as {
      entity: EntityName;
      recordId: string;
    }[];
    const uncovered = bases.filter(({ entity, recordId }) => !laid.has(keyOf(entity, recordId)));
    const covered = [...laid.values()].flatMap(([first]) => first ?? []);
    this.#orLater([...covered, ...uncovered], () => {
      for (const { entity, recordId } of covered) {
        this.#lieOver(entity, recordId, laid.get(keyOf(entity, recordId)) ?? []);
      }
      for (const { entity, recordId } of uncovered) this.#lieOver(entity, recordId, []);
      noteShown(this.#cache, this.#outbox.reach);
    });
  }

  /**
   * Shows records in one transaction. What they hold is safe in the outbox, so that a disk without room is no reason to
   * refuse it: they are shown as soon as there is room.
   */
  #orLater(records: readonly { entity: EntityName; recordId: string }[], show: () => void): void {
    try {
      this.#cache.transaction(() => {
        show();
        for (const { entity, recordId } of this.#behind.values()) this.#reread(entity, recordId);
      });
      this.#behind.clear();
    } catch (error) {
      if (!isDiskRefusal(error)) throw error;
      for (const { entity, recordId } of records) {
        this.#behind.set(keyOf(entity, recordId), { entity, recordId });
      }
    }
  }

  /** Shows what the disk had no room for. Throws where it still has none. */
  catchUp(): void {
    if (this.#behind.size === 0) return;
    this.#cache.transaction(() => {
      for (const { entity, recordId } of this.#behind.values()) this.#reread(entity, recordId);
    });
    this.#behind.clear();
  }

  /** A record as it is, where the cache has no room to show it; null where there is none, undefined where the cache is right. */
  unshown(entity: EntityName, id: string): CachedRow | null | undefined {
    if (!this.#behind.has(keyOf(entity, id))) return undefined;
    const { base, laid, row } = this.#compose(entity, id, this.#outbox.ofRecord(entity, id));
    return row && { row, seq: base.seq, waiting: laid.some(isWaiting) };
  }

  /** Whether operations lie over the record. */
  covers(entity: EntityName, id: string): boolean {
    return this.#laid.has(keyOf(entity, id));
  }

  /**
   * Whether what the server gave is not all that the user was shown of the record: beneath an operation that was made
   * over another row of it, and lies over it still, there may be values that nobody here has seen.
   */
  hidesServerRow(entity: EntityName, id: string): boolean {
    const laid = this.#laid.get(keyOf(entity, id));
    if (!laid) return false;
    const { againUpTo } = this.#outbox.server;
    const { seq } = this.base(entity, id);
    return laid.some(({ n, base }) => n <= againUpTo || base !== seq);
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
    this.#orLater(records, () => {
      for (const { entity, recordId } of eachOnce(records)) this.#reread(entity, recordId);
    });
  }

  /**
   * After these operations were appended to the outbox: lays them over what is shown. Those before them are not looked at
   * again, so that the thousandth change of a record takes no longer than the first.
   */
  append(operations: readonly { id: string; entity: EntityName; recordId: string }[]): void {
    this.#orLater(operations, () => {
      for (const { id, entity, recordId } of operations) {
        const operation = this.#outbox.get(id);
        if (operation && !this.#behind.has(keyOf(entity, recordId))) this.#layOver(operation);
        else this.#reread(entity, recordId);
      }
      noteShown(this.#cache, this.#outbox.reach);
    });
  }

  #layOver(operation: OutboxOperation): void {
    const { entity, recordId } = operation;
    const shown = this.#shown(entity, recordId);
    const laid = this.#laid.get(keyOf(entity, recordId));
    if (!laid) this.#keepBase(entity, recordId, shown);
    const { seq } = laid ? this.base(entity, recordId) : shown;
    // Anew, not longer: where the disk has no room, what is shown stays as it was.
    this.#laid.set(keyOf(entity, recordId), [...(laid ?? []), operation]);
    const rows = this.#cache.rows(entity);
    const row = this.#layOne(shown.row, operation);
    if (row) rows.write(recordId, row, seq, true);
    else rows.remove(recordId);
    this.#cache.touched(entity);
  }

  /**
   * After the server applied these operations: they lie over their records until the cache holds them, and the records
   * wait no longer. Nothing else of what is shown changes.
   */
  acknowledge(applied: readonly Acknowledged[]): void {
    this.#orLater(applied, () => {
      const outdated: Acknowledged[] = [];
      const answered: Acknowledged[] = [];
      for (const one of applied) {
        const laid = this.#laid.get(keyOf(one.entity, one.recordId)) ?? [];
        const at = laid.findIndex((operation) => operation.id === one.id);
        const operation = laid[at];
        const isHeld = !operation || one.seq <= this.#cache.position.settledSeq;
        (isHeld ? outdated : answered).push(one);
        if (operation && !isHeld) laid[at] = { ...operation, status: 'applied', seq: one.seq };
      }
      for (const { entity, recordId } of eachOnce(outdated)) this.#reread(entity, recordId);
      for (const { entity, recordId } of eachOnce(answered)) {
        const laid = this.#laid.get(keyOf(entity, recordId));
        if (!laid || laid.some(isWaiting)) continue;
        this.#cache.rows(entity).setWaiting(recordId, false);
        this.#cache.touched(entity);
      }
    });
  }

  #reread(entity: EntityName, id: string): void {
    this.#lieOver(entity, id, this.#outbox.ofRecord(entity, id));
  }

  /**
   * Shows the record with those of its operations laid over that the cache does not hold yet.
   * @param given the base that the server gives now, in place of the one that is kept.
   */
  #lieOver(entity: EntityName, id: string, operations: readonly OutboxOperation[], given?: Base): void {
    const { base, kept, laid, row } = this.#compose(entity, id, operations, given);
    if (laid.length === 0) {
      this.#laid.delete(keyOf(entity, id));
      this.#forgetBase(entity, id);
    } else {
      this.#laid.set(keyOf(entity, id), laid);
      if (!kept) this.#keepBase(entity, id, base);
    }
    const rows = this.#cache.rows(entity);
    if (row) rows.write(id, row, base.seq, laid.some(isWaiting));
    else rows.remove(id);
    this.#cache.touched(entity);
  }

  /** The record with those of its operations laid over that the cache does not hold yet. */
  #compose(
    entity: EntityName,
    id: string,
    operations: readonly OutboxOperation[],
    given?: Base,
  ): { base: Base; kept: Base | undefined; laid: OutboxOperation[]; row: StoredRow | null } {
    const kept = given ? undefined : this.#kept(entity, id);
    const base = given ?? kept ?? this.#shown(entity, id);
    // A row holds all that was done to it up to its own seq, whatever other rows are still to come.
    const heldSeq = Math.max(this.#cache.position.settledSeq, base.row ? base.seq : 0);
    const laid = operations.filter(
      (operation) =>
        isWaiting(operation) || (operation.status === 'applied' && (operation.seq ?? 0) > heldSeq),
    );
    const row = laid.reduce<StoredRow | null>((below, operation) => this.#layOne(below, operation), base.row);
    return { base, kept, laid, row };
  }

  /** Takes what the server gives for a record that is covered; within the transaction of the page, after its position. */
  rebase(entity: EntityName, id: string, base: Base): void {
    this.#lieOver(entity, id, this.#laid.get(keyOf(entity, id)) ?? [], base);
  }

  /**
   * After a page that no other follows: operations that the cache now holds no longer lie over it. Gives their
   * records. Not before: a row that somebody changed again comes in a later page than the operation's own seq, and
   * holds the operation by itself.
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

  #forgetBase(entity: EntityName, id: string): void {
    this.#cache.statements
      .prepare('DELETE FROM overlay_base WHERE entity = ? AND recordId = ?')
      .run(entity, id);
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
      case 'undo': {
        if (takesRecordAway(operation)) return null;
        const there = row ?? before;
        return there && { ...there, ...encodeChanges(entity, changes), updatedAt: at };
      }
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
