import { isHandOver } from '#shared/access/leads.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { FieldConflict, Operation, OperationResult } from '#shared/protocol/sync.ts';
import type { Batch } from './batch.ts';
import { createRecord, updateRecord } from './change-record.ts';
import type { ChangeSets } from './change-sets.ts';
import { assertNotOfErased, erasedSince, WAS_ERASED, wasErased } from './erased.ts';
import type { Applied } from './overtaken.ts';
import type { RecordPasts } from './record-past.ts';
import { deleteRecord, restoreRecord } from './remove-record.ts';
import type { Undone } from './undo-left.ts';
import { undoRecord } from './undo-record.ts';

/** What the operations of one transaction are applied to. */
export interface Applying {
  batch: Batch;
  sets: ChangeSets;
  pasts: RecordPasts;
  now: number | undefined;
}

/** Applies one operation; why it is refused is its result. */
export async function applyOne(
  applying: Applying,
  id: string,
  operation: Operation | PlainError | undefined,
): Promise<
  { result: OperationResult; arrivedAt?: string; barred?: boolean } & Required<
    Pick<Applied, 'overtaken' | 'stood'>
  >
> {
  try {
    if (operation instanceof PlainError) throw operation;
    if (!operation) throw new PlainError('bad-request', 'The change is not as agreed and cannot be read.');
    const { author } = applying.batch;
    if (operation.set) applying.sets.assertMayWrite(operation.set);
    const done = await perform(applying, operation);
    const { seq, overtaken, stood = [], left = [], arrivedAt, mergedInto, barred = false } = done;
    // Of a deleted record the author may not be allowed to read all that others wrote.
    const shown = operation.kind === 'update' ? overtaken : [];
    const conflicts = shown.map(({ field, lost, won }): FieldConflict => ({ field, lost, won }));
    return {
      result: {
        id,
        status: 'applied',
        seq,
        ...(conflicts.length > 0 ? { conflicts } : {}),
        ...(left.length > 0 ? { left } : {}),
        ...(arrivedAt === undefined ? {} : { arrivedAt }),
        ...(mergedInto === undefined ? {} : { mergedInto }),
      },
      ...(arrivedAt === undefined ? {} : { arrivedAt }),
      overtaken: overtaken.filter(({ userId, deskId }) => userId !== author._id || deskId !== author.deskId),
      stood,
      barred,
    };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    const { code, message, fields } = error;
    return {
      result: { id, status: 'refused', code, error: message, ...(fields ? { fields } : {}) },
      overtaken: [],
      stood: [],
    };
  }
}

const NOT_HERE_AGAIN =
  'The change that this takes back is not on the server again yet. Try this again once it is there.';

/** @throws PlainError `erased`; an undo goes on with the other records of its set. */
function onErased(
  { name, label }: EntityDefinition,
  { kind, recordId }: Operation,
): Applied & Partial<Undone> {
  if (kind !== 'undo') throw erasedSince();
  const left = {
    entity: name as Operation['entity'],
    recordId,
    title: label,
    field: null,
    reason: WAS_ERASED,
  };
  return { seq: 0, overtaken: [], left: [left] };
}

async function perform(
  { batch, sets, pasts, now }: Applying,
  operation: Operation,
): Promise<Applied & Partial<Undone>> {
  const { recordId, base, changes, again, set } = operation;
  // What undoes has no say in what stands: a change of another kind would be overwritten as if nobody had made it.
  if (set?.undoes !== undefined && operation.kind !== 'undo')
    throw new PlainError('bad-request', 'Only an undo says which change it takes back.');
  const entity = batch.entity(operation.entity);
  if (await wasErased(batch, entity, recordId)) return onErased(entity, operation);
  await assertNotOfErased(batch, entity, operation);
  const request = { entity, recordId, base, changes, again, ...(now === undefined ? {} : { now }) };
  switch (operation.kind) {
    case 'create':
      return createRecord(batch, request);
    case 'update':
      return updateRecord(batch, {
        ...request,
        handsOver: set !== undefined && isHandOver(operation.entity, changes),
      });
    case 'delete':
      return deleteRecord(batch, request);
    case 'restore':
      return restoreRecord(batch, request);
    case 'undo':
      if (set?.undoes === undefined)
        throw new PlainError('bad-request', 'An undo says which change it takes back.');
      // The server was put back, and whoever made that change has not come back with it yet.
      if (again && !sets.sees(set.undoes)) throw new PlainError('conflict', NOT_HERE_AGAIN);
      return undoRecord(batch, entity, recordId, {
        undoes: set.undoes,
        by: set.id,
        ackedAt: again?.ackedAt,
        sets,
        pasts,
      });
  }
}
