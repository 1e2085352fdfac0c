import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import { SUM_SQL } from './operation-sum.ts';
import type { Refusal } from './outbox-operation.ts';

interface RecordName {
  entity: EntityName;
  recordId: string;
}

interface OperationRow {
  n: number;
  sound: number;
  entity: string;
  changes: string;
  title: string;
  error: string | null;
  setTitle: string | null;
}

const NO_LONGER_SHOWN =
  'The server refused it. What it said is not shown any more, since the record may not be yours to see.';

/** What people call a record of which nothing may be said. */
export const neutralTitle = (entity: string): string => (isEntityName(entity) ? entityOf(entity).label : '');

/**
 * The part of the outbox that others wrote: what records are called, the values that the user saw in them, those that
 * stand in the place of the user's. It goes when a record is taken away from the user; what the user wrote stays.
 */
export class OthersValues {
  readonly #statements: StatementCache;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  /** Takes out what others wrote in these records. Gives those of which there was anything here. */
  forget(records: readonly RecordName[]): RecordName[] {
    return records.filter(({ entity, recordId }) => {
      const where = 'entity = ? AND recordId = ?';
      const operations = this.#forgetOperations(where, entity, recordId);
      return this.#forgetConflicts(where, entity, recordId) || operations;
    });
  }

  /** The same for all records. */
  forgetAll(): void {
    this.#forgetOperations('1');
    this.#forgetConflicts('1');
  }

  /** The records of which nothing waits: the server has an answer to all that the user did to them. */
  settledRecords(): RecordName[] {
    return this.#statements
      .prepare(
        `SELECT entity, recordId FROM conflicts UNION SELECT entity, recordId FROM operations
         EXCEPT SELECT entity, recordId FROM operations WHERE status IN ('waiting', 'sent') OR kind = 'create'`,
      )
      .all() as RecordName[];
  }

  #forgetOperations(where: string, ...params: string[]): boolean {
    const rows = this.#statements
      .prepare(
        `SELECT n, entity, changes, title, error, setTitle, sum IS ${SUM_SQL} AS sound FROM operations
         WHERE ${where}`,
      )
      .all(...params) as OperationRow[];
    const change = this.#statements.prepare(
      `UPDATE operations SET title = ?, error = ?, before = NULL, leftAsIs = NULL,
         seen = iif(kind = 'undo' AND seen = '{}', seen, NULL),
         setTitle = iif(setTitle IS NULL, NULL, ?) WHERE n = ?`,
    );
    const sumAnew = this.#statements.prepare(`UPDATE operations SET sum = ${SUM_SQL} WHERE n = ?`);
    for (const { n, sound, entity, changes, title, error, setTitle } of rows) {
      // A damaged one stays known as such, and nothing of it is believed.
      const isOwn = sound === 1 && isOwnTitle(entity, changes);
      const named = isOwn ? title : neutralTitle(entity);
      change.run(
        named,
        sound ? withoutSentence(error) : error,
        isOwn ? setTitle : `Change of ${named}`,
        n,
      );
      if (sound) sumAnew.run(n);
    }
    return rows.length > 0;
  }

  #forgetConflicts(where: string, ...params: string[]): boolean {
    const rows = this.#statements
      .prepare(`SELECT id, entity FROM conflicts WHERE ${where}`)
      .all(...params) as { id: string; entity: string }[];
    const change = this.#statements.prepare(
      `UPDATE conflicts SET won = 'null', wonBy = '', title = ? WHERE id = ?`,
    );
    for (const { id, entity } of rows) change.run(neutralTitle(entity), id);
    return rows.length > 0;
  }
}

/** Whether the user wrote what the record is called. */
function isOwnTitle(entity: string, changes: string): boolean {
  if (!isEntityName(entity)) return false;
  return Object.hasOwn(JSON.parse(changes) as object, entityOf(entity).title);
}

/** A refusal without its sentences, which may name what others wrote. */
function withoutSentence(error: string | null): string | null {
  if (error === null) return null;
  const { code, dependsOn, strippedFields } = JSON.parse(error) as Refusal;
  // It speaks of the account alone.
  if (strippedFields !== undefined) return error;
  const kept: Refusal = { code, error: NO_LONGER_SHOWN, ...(dependsOn === undefined ? {} : { dependsOn }) };
  return JSON.stringify(kept);
}
