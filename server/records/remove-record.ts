import {
  mayFindAndRestore,
  RESTORE_IS_NOT_YOURS,
  UNDO_MINUTES,
  UNDO_TOO_LATE,
} from '#shared/access/history.ts';
import { mayCreate, mayDelete, mayDeleteRecord } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { decodeValue } from '#shared/model/columns.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { assertUnique, type ChangeRequest } from './change-record.ts';
import { assertNotDeleted, assertNothingNewer, unseenByDelete } from './offered-again.ts';
import { overtakenFields, type Applied, type Overtaken } from './overtaken.ts';
import { noSuchRecord } from './refusals.ts';
import { followMerges, mergedInto } from './merged.ts';
import { entityRules } from './rules/index.ts';
import type { Change } from './change.ts';
import { rightsOn } from './visibility.ts';

/**
 * Deletes a record, so that it can be restored. Doing it twice is as good as once. What was written after `base`, the
 * seq of the record that the author saw, counts as overtaken. Of one that was merged away meanwhile it says as what it is
 * still there.
 * @throws PlainError
 */
export async function deleteRecord(
  batch: Batch,
  {
    entity,
    recordId,
    base,
    again,
    takesBack,
  }: Pick<ChangeRequest, 'entity' | 'recordId' | 'base' | 'again' | 'takesBack'>,
): Promise<Applied> {
  const row = batch.known(entity.name, recordId);
  const isThere = row !== null && row['deletedAt'] === null;
  let unseen: Overtaken[] = [];
  if (isThere && again && mayTurn(batch, entity, row)) {
    const given = { entity, row, base, again };
    await assertNothingNewer(batch, given);
    unseen = await unseenByDelete(batch, given);
  } else if (isThere && !again) {
    unseen = writtenSince(batch, entity, row, base);
  }
  const seq = await doneOnceMore(batch, { entity, recordId, again, takesBack }, 'delete');
  const into = isThere || again || takesBack ? null : await mergedInto(batch, entity.name, recordId);
  const isSeen = into !== null && rightsOn(entity, batch.author, into).read.size > 0;
  return { seq, overtaken: unseen, ...(isSeen ? { mergedInto: into._id } : {}) };
}

function writtenSince(batch: Batch, entity: EntityDefinition, row: Row, base: number): Overtaken[] {
  const names = storedFields(entity).flatMap(([name, { serverSet }]) => (serverSet ? [] : [name]));
  return overtakenFields(batch, entity, row, names, base).map((field) => ({ ...field, won: null }));
}

/** Brings a deleted record back. @throws PlainError. */
export async function restoreRecord(
  batch: Batch,
  { entity, recordId, again, takesBack }: Pick<ChangeRequest, 'entity' | 'recordId' | 'again' | 'takesBack'>,
): Promise<Applied> {
  const row = batch.known(entity.name, recordId);
  const isDeleted = row !== null && row['deletedAt'] !== null;
  if (isDeleted && again && mayTurn(batch, entity, row))
    await assertNotDeleted(batch, { entity, row, again });
  return { seq: await doneOnceMore(batch, { entity, recordId, again, takesBack }, 'restore'), overtaken: [] };
}

/**
 * Where what is offered again is so already, the opposite that somebody did before it may still come: the log says that
 * this was done after that. Gives the seq.
 */
async function doneOnceMore(
  batch: Batch,
  { entity, recordId, again, takesBack }: Pick<ChangeRequest, 'entity' | 'recordId' | 'again' | 'takesBack'>,
  kind: 'delete' | 'restore',
): Promise<number> {
  const row = batch.known(entity.name, recordId);
  const wasSo = row !== null && (row['deletedAt'] !== null) === (kind === 'delete');
  const { seq } = await setDeleted(batch, { entity, recordId, takesBack }, kind);
  const isNoted = wasSo && again && mayTurn(batch, entity, row);
  return isNoted ? batch.noteOnceMore(entity.name, recordId, kind) : seq;
}

/** Whether the author may delete just this record: of any other nothing is said, and nothing noted. */
function mayTurn({ author }: Batch, entity: EntityDefinition, row: Row): boolean {
  return rightsOn(entity, author, row).read.size > 0 && mayDeleteRecord(entity, author, row);
}

async function setDeleted(
  batch: Batch,
  { entity, recordId, takesBack }: Pick<ChangeRequest, 'entity' | 'recordId' | 'takesBack'>,
  kind: 'delete' | 'restore',
): Promise<Pick<Applied, 'seq'>> {
  const { role } = batch.author;
  const mayByRole = mayDelete(entity, role);
  if (!mayByRole && !(takesBack && (await isOwnOfNow(batch, entity, recordId, kind)))) {
    throw new PlainError('forbidden', `Your role may not ${kind} ${inSentence(entity.plural)}.`);
  }
  const row = batch.known(entity.name, recordId);
  if (!row || rightsOn(entity, batch.author, row).read.size === 0) throw noSuchRecord(entity);
  const isDeleted = row['deletedAt'] !== null;
  if (isDeleted === (kind === 'delete')) return { seq: Number(row['_seq']) };
  if (mayByRole && !mayDeleteRecord(entity, batch.author, row)) {
    throw new PlainError('forbidden', `Only who added this ${inSentence(entity.label)} may ${kind} it.`);
  }
  if (kind === 'restore') await assertMayRestore(batch, entity, recordId);
  const change: Change = { kind, entity, id: recordId, row, values: {}, ...(takesBack ? { takesBack } : {}) };
  if (kind === 'restore') await assertUnique(batch, { ...change, values: uniqueValues(entity, row) });
  const rules = entityRules[entity.name];
  const checked = rules?.check?.(change, batch);
  if (checked) await checked;
  const seq = batch.change(entity.name, recordId, kind, change.values);
  if (kind === 'restore') await followMerges(batch, entity, row);
  const followed = rules?.follow?.(change, batch, seq);
  if (followed) await followed;
  return { seq };
}

/**
 * Restoring is for those who find deleted records; whoever else may delete takes back their own delete, soon after it.
 * How soon is counted between the server's taking in of the delete and of the restore, whatever a desk's clock says.
 * @throws PlainError `forbidden`.
 */
async function assertMayRestore(batch: Batch, entity: EntityDefinition, recordId: string): Promise<void> {
  const { author } = batch;
  if (mayFindAndRestore(entity, author.role)) return;
  const line = await lineOf(batch, entity, recordId, 'delete');
  const own = line?.userId === author._id;
  if (own && isOfNow(batch, line)) return;
  throw new PlainError('forbidden', own ? UNDO_TOO_LATE : RESTORE_IS_NOT_YOURS);
}

/** Whether the author may delete a record by taking back that it is there. */
export async function mayTakeAway(batch: Batch, entity: EntityDefinition, row: Row): Promise<boolean> {
  if (rightsOn(entity, batch.author, row).read.size === 0) return false;
  return mayDelete(entity, batch.author.role)
    ? mayDeleteRecord(entity, batch.author, row)
    : isOwnOfNow(batch, entity, row._id, 'delete');
}

/**
 * Whether an Undo takes back what the author has just done, who may add such records and delete none: a new record goes,
 * and one that went so comes back.
 */
async function isOwnOfNow(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  kind: 'delete' | 'restore',
): Promise<boolean> {
  if (!mayCreate(entity, batch.author.role)) return false;
  const line = await lineOf(batch, entity, recordId, kind === 'delete' ? 'create' : 'delete');
  return line?.userId === batch.author._id && isOfNow(batch, line);
}

const isOfNow = (batch: Batch, { at }: { at: string }): boolean =>
  Date.parse(batch.at) - Date.parse(at) <= UNDO_MINUTES * 60_000;

/**
 * By whom and when a record was made, or was deleted as it is now: what was noted of a delete once more, as a desk may ask
 * for after a restore from a backup, makes it nobody else's.
 */
async function lineOf(
  batch: Batch,
  entity: EntityDefinition,
  recordId: string,
  kind: 'create' | 'delete',
): Promise<{ userId: string | null; at: string } | undefined> {
  const [line] = await batch.ask<{ userId: string | null; at: string }>(
    `SELECT "userId", "at" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "kind" = ? AND "before" IS NULL
       AND "seq" > COALESCE((SELECT MAX("seq") FROM "change_log"
         WHERE "entity" = ? AND "recordId" = ? AND "kind" = 'restore' AND "before" IS NULL AND ? = 'delete'), 0)
     ORDER BY "seq" LIMIT 1`,
    [entity.name, recordId, kind, entity.name, recordId, kind],
  );
  return line;
}

function uniqueValues(entity: EntityDefinition, row: Row): Record<string, unknown> {
  return Object.fromEntries(
    storedFields(entity)
      .filter(([, field]) => field.unique)
      .map(([name, field]) => [name, decodeValue(field, row[name])]),
  );
}
