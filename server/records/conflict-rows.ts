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

/** The author of a change that was offered again is told which newer values stand. */
export function stoodRows(
  { entity, recordId }: Operation,
  author: Author,
  seq: number,
  stood: readonly Stood[],
  at: string,
): ColumnValue[][] {
  return stood.map((each) => conflictRow({ ...each, seq, userId: author._id, entity, recordId, at }));
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
