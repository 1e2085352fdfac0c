import type { Left } from '#shared/protocol/change-sets.ts';
import type { StoredRow } from '#shared/node/cache/cache-rows.ts';
import { damageOf, type StatementCache } from '../storage/sqlite-file.ts';
import { operationSum } from './operation-sum.ts';
import type { OutboxOperation, Refusal } from './outbox-operation.ts';

interface OperationRow extends Omit<
  OutboxOperation,
  'changes' | 'error' | 'before' | 'seen' | 'damaged' | 'set' | 'left'
> {
  sum: number | null;
  changes: string;
  error: string | null;
  before: string | null;
  seen: string | null;
  setId: string | null;
  setTitle: string | null;
  setPart: number | null;
  undoes: string | null;
  leftAsIs: string | null;
}

/** The operations as they are read from the outbox's file. */
export class OperationRows {
  readonly #statements: StatementCache;
  readonly #path: string;

  constructor(statements: StatementCache, path: string) {
    this.#statements = statements;
    this.#path = path;
  }

  /** Those that fit, in the order that is asked for after the condition. Throws damage where one cannot be read. */
  list(where: string, ...params: (string | number)[]): OutboxOperation[] {
    const rows = this.#statements.prepare(`SELECT * FROM operations WHERE ${where}`).all(...params);
    try {
      return (rows as OperationRow[]).map(fromRow);
    } catch {
      throw damageOf(this.#path, 'An operation of the outbox cannot be read');
    }
  }
}

function fromRow(stored: OperationRow): OutboxOperation {
  const { sum, setId, setTitle, setPart, undoes, leftAsIs, ...row } = stored;
  const undone = undoes === null ? {} : { undoes };
  return {
    ...row,
    ...(setId === null ? {} : { set: { id: setId, title: setTitle ?? '', part: setPart ?? 0, ...undone } }),
    left: leftAsIs === null ? null : (JSON.parse(leftAsIs) as Left[]),
    damaged: sum !== operationSum({ ...stored }),
    changes: JSON.parse(row.changes) as Record<string, unknown>,
    error: row.error === null ? null : (JSON.parse(row.error) as Refusal),
    before: row.before === null ? null : (JSON.parse(row.before) as StoredRow),
    seen: row.seen === null ? null : (JSON.parse(row.seen) as Record<string, unknown>),
  };
}
