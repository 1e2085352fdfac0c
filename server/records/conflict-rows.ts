import type { ColumnValue } from '#shared/model/columns.ts';
import { WHOLE_RECORD, type Operation } from '#shared/protocol/sync.ts';
import { newConflictId } from '../sync/conflicts.ts';
import type { Author } from './author.ts';
import type { Stood } from './overtaken.ts';
import type { Applied } from './overtaken.ts';

export const CONFLICT_COLUMNS = [
  'id',
  'seq',
  'userId',
  'entity',
  'recordId',
  'field',
  'lost',
  'won',
  'byName',
  'at',
];

/** What the users whose values were overtaken are told: field by field, of a delete once for the whole record. */
export function conflictRows(
  { kind, entity, recordId }: Operation,
  author: Author,
  seq: number,
  overtaken: Applied['overtaken'],
  at: string,
): ColumnValue[][] {
  const row = (userId: string, field: string, lost: unknown, won: unknown): ColumnValue[] =>
    conflictRow({ seq, userId, entity, recordId, field, lost, won, byName: author.name, at });
  const ofUsers = overtaken.flatMap((each) =>
    each.userId === null ? [] : [{ ...each, userId: each.userId }],
  );
  if (kind !== 'delete') return ofUsers.map(({ userId, field, lost, won }) => row(userId, field, lost, won));
  const values = new Map<string, Record<string, unknown>>();
  for (const { userId, field, lost } of ofUsers) values.set(userId, { ...values.get(userId), [field]: lost });
  return [...values].map(([userId, lost]) => row(userId, WHOLE_RECORD, lost, null));
}

/**
 * What the author of changes that were offered again is told: which newer values stand. Of several changes of a field the
 * last one counts, which is the one to be put back; where that was taken in, nothing stands against it.
 */
export class StoodNotices {
  readonly #author: Author;
  readonly #at: string;
  /** By record and field. */
  readonly #rows = new Map<string, { ofRecord: string; row: ColumnValue[] }>();
  /** Records that the author has deleted since, and not restored: nothing stands there. */
  readonly #deleted = new Set<string>();

  constructor(author: Author, at: string) {
    this.#author = author;
    this.#at = at;
  }

  /** After a change of the author was applied; `stood` is what it did not take the place of. */
  after({ kind, entity, recordId, changes }: Operation, seq: number, stood: readonly Stood[]): void {
    const ofRecord = JSON.stringify([entity, recordId]);
    const keyOf = (field: string): string => `${ofRecord}\n${field}`;
    if (kind === 'delete') this.#deleted.add(ofRecord);
    if (kind === 'restore') this.#deleted.delete(ofRecord);
    for (const field of Object.keys(changes)) this.#rows.delete(keyOf(field));
    const { _id: userId } = this.#author;
    for (const each of stood) {
      const row = conflictRow({ ...each, seq, userId, entity, recordId, at: this.#at });
      this.#rows.set(keyOf(each.field), { ofRecord, row });
    }
  }

  rows(): ColumnValue[][] {
    return [...this.#rows.values()]
      .filter(({ ofRecord }) => !this.#deleted.has(ofRecord))
      .map(({ row }) => row);
  }
}

interface NewConflict extends Stood {
  seq: number;
  userId: string;
  entity: string;
  recordId: string;
  at: string;
}

const conflictRow = (conflict: NewConflict): ColumnValue[] => [
  newConflictId(),
  conflict.seq,
  conflict.userId,
  conflict.entity,
  conflict.recordId,
  conflict.field,
  JSON.stringify(conflict.lost ?? null),
  JSON.stringify(conflict.won ?? null),
  conflict.byName,
  conflict.at,
];
