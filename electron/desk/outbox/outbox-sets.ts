import type { EntityName } from '#shared/model/entities.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import type { OperationRows } from './operation-rows.ts';
import type { OutboxMeta } from './outbox-meta.ts';
import type { OutboxOperation } from './outbox-operation.ts';

/** A change set as this computer knows it. */
export interface OutboxSet {
  id: string;
  title: string;
  at: string;
  changes: number;
  undoes: string | null;
  undoneBy: string | null;
  waiting: number;
  refused: number;
}

/** Change sets that are listed at once. */
const MOST_SETS = 200;
/** Before the ids of sets whose parts may be parted. */
const PARTABLE = 'partable:';

/** The part of the outbox that knows its operations by the change sets that they belong to. */
export class OutboxSets {
  readonly #statements: StatementCache;
  readonly #rows: OperationRows;
  readonly #meta: OutboxMeta;
  /** The last number of a part that was given out, by set. */
  readonly #lastParts = new Map<string, number>();

  constructor(statements: StatementCache, rows: OperationRows, meta: OutboxMeta) {
    this.#statements = statements;
    this.#rows = rows;
    this.#meta = meta;
  }

  /** A number that no part of the set has. */
  newPart(setId: string): number {
    const part = (this.#lastParts.get(setId) ?? this.#lastPart(setId)) + 1;
    this.#lastParts.set(setId, part);
    return part;
  }

  /**
   * The operations of a part of this set have nothing to do with each other, as the rows of a file: they are sent together
   * since that is faster, and one that is refused is no reason to refuse the rest.
   */
  markPartable(setId: string): void {
    this.#meta.write(PARTABLE + setId, '');
  }

  isPartable(setId: string): boolean {
    return this.#meta.read(PARTABLE + setId) !== undefined;
  }

  /** Forgets which sets may be parted, of those that nothing is left of. */
  forgetGone(): void {
    for (const { name } of this.#meta.below(PARTABLE))
      if (this.start(name, 1).length === 0 && this.refused(name) === 0)
        this.#meta.write(PARTABLE + name, null);
  }

  /** The operations of a change set, in order. */
  of(setId: string): OutboxOperation[] {
    return this.#rows.list('setId = ? ORDER BY n', setId);
  }

  /** The first operations of a change set that the server has, or may still get, in order. */
  start(setId: string, limit: number): OutboxOperation[] {
    return this.#rows.list(`setId = ? AND status <> 'refused' ORDER BY n LIMIT ?`, setId, limit);
  }

  /** Whether its beginning is here still, in whatever state. */
  hasBeginning(setId: string): boolean {
    const sql = 'SELECT setPart AS part FROM operations WHERE setId = ? ORDER BY n LIMIT 1';
    return (this.#statements.prepare(sql).get(setId) as { part: number } | undefined)?.part === 0;
  }

  /** Those before the operation `n`, the last first. */
  end(setId: string, before: number, limit: number): OutboxOperation[] {
    return this.#rows.list(
      `setId = ? AND status <> 'refused' AND n < ? ORDER BY n DESC LIMIT ?`,
      setId,
      before,
      limit,
    );
  }

  /** The change sets since an ISO time, newest first, with how many of their operations stand how. */
  since(time: string): OutboxSet[] {
    return this.#statements
      .prepare(
        `SELECT setId AS id, min(setTitle) AS title, min(at) AS at, count(*) AS changes, min(undoes) AS undoes,
           (SELECT min(u.setId) FROM operations u WHERE u.undoes = o.setId AND u.status <> 'refused') AS undoneBy,
           sum(status IN ('waiting', 'sent')) AS waiting, sum(status = 'refused') AS refused
         FROM operations o WHERE setId IS NOT NULL AND at >= ? GROUP BY setId ORDER BY max(n) DESC LIMIT ?`,
      )
      .all(time, MOST_SETS) as OutboxSet[];
  }

  /** The records that a change set touches, and its last part; -1 where there is none. */
  reach(setId: string): { records: Set<string>; part: number } {
    const rows = this.#statements.prepare('SELECT recordId FROM operations WHERE setId = ?').all(setId) as {
      recordId: string;
    }[];
    return { records: new Set(rows.map(({ recordId }) => recordId)), part: this.#lastPart(setId) };
  }

  #lastPart(setId: string): number {
    const sql = 'SELECT max(setPart) AS part FROM operations WHERE setId = ?';
    return (this.#statements.prepare(sql).get(setId) as { part: number | null }).part ?? -1;
  }

  /** Whether a change set touches a record. */
  touches(setId: string, { entity, recordId }: { entity: EntityName; recordId: string }): boolean {
    const sql = 'SELECT 1 FROM operations WHERE entity = ? AND recordId = ? AND +setId = ?';
    return this.#statements.prepare(sql).get(entity, recordId, setId) !== undefined;
  }

  /** How many records a change set touches. */
  records(setId: string): number {
    const sql = `SELECT count(*) AS count FROM (SELECT DISTINCT entity, recordId FROM operations
      WHERE setId = ? AND status <> 'refused')`;
    return (this.#statements.prepare(sql).get(setId) as { count: number }).count;
  }

  /** How many operations of a change set the server has not taken in. */
  unsettled(setId: string): number {
    const sql = `SELECT count(*) AS count FROM operations WHERE setId = ? AND status <> 'applied'`;
    return (this.#statements.prepare(sql).get(setId) as { count: number }).count;
  }

  // Asked again and again while a long set is sent: by what stands so, not by all that the set has.

  /** Whether something of a change set is still to be sent, or answered. */
  isOnItsWay(setId: string): boolean {
    const sql = `SELECT 1 FROM operations WHERE status IN ('waiting', 'sent') AND +setId = ? LIMIT 1`;
    return this.#statements.prepare(sql).get(setId) !== undefined;
  }

  /** How many operations of a change set the server has refused. */
  refused(setId: string): number {
    const sql = `SELECT count(*) AS count FROM operations WHERE status = 'refused' AND +setId = ?`;
    return (this.#statements.prepare(sql).get(setId) as { count: number }).count;
  }

  /** The seq that the server gave the last of a change set that it has taken in; 0 where it has none. */
  lastSeq(setId: string): number {
    const sql = 'SELECT seq FROM operations WHERE setId = ? AND seq IS NOT NULL ORDER BY n DESC LIMIT 1';
    return (this.#statements.prepare(sql).get(setId) as { seq: number } | undefined)?.seq ?? 0;
  }

  /**
   * Whether a change set is taken back as this computer knows: undone, and that not undone in turn. `last` is the set
   * that an undo is of now, which takes it back or does it again.
   * @param goesOn whether an undo of the first by the second is only half done: what it is of stands as it did before
   */
  undone(
    setId: string,
    goesOn: (setId: string, by: string) => boolean,
  ): { isTakenBack: boolean; isHalfUndone: boolean; last: string } {
    const by = this.#statements.prepare(
      `SELECT setId AS id FROM operations WHERE undoes = ? AND status <> 'refused' ORDER BY n DESC LIMIT 1`,
    );
    let isTakenBack = false;
    let last = setId;
    for (;;) {
      const next = by.get(last) as { id: string } | undefined;
      if (!next || goesOn(last, next.id)) return { isTakenBack, isHalfUndone: next !== undefined, last };
      last = next.id;
      isTakenBack = !isTakenBack;
    }
  }

  /** The id of the set that was made last by this application, as a clock had it that may have been put back since. */
  lastId(): string | null {
    const sql = `SELECT max(setId) AS id FROM operations WHERE setId GLOB '????????-????-7???-????-????????????'`;
    return (this.#statements.prepare(sql).get() as { id: string | null }).id;
  }

  /** Whether what a change set did to a record was undone here, and that not again. */
  isTakenBack(setId: string, record: { entity: EntityName; recordId: string }): boolean {
    const sql = `SELECT DISTINCT setId AS id FROM operations
      WHERE entity = ? AND recordId = ? AND +undoes = ? AND status <> 'refused'`;
    const undos = this.#statements.prepare(sql).all(record.entity, record.recordId, setId) as {
      id: string;
    }[];
    return undos.some(({ id }) => !this.isTakenBack(id, record));
  }

  /** The operations that take a change set back, in order. */
  undoing(setId: string): OutboxOperation[] {
    return this.#rows.list('undoes = ? ORDER BY n', setId);
  }
}
