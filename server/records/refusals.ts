import { mayFindAndRestore } from '#shared/access/history.ts';
import { mayCreate, mayUpdate } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { decodeRow } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { mergedInto } from './merged.ts';
import { rightsOn } from './visibility.ts';

/** The same for a record that never was and for one that the author may not see. */
export function noSuchRecord(entity: EntityDefinition): PlainError {
  return new PlainError(
    'not-found',
    `This ${inSentence(entity.label)} does not exist, or is not yours to see.`,
  );
}

/** @throws PlainError `forbidden` where the role may add no such record. */
export function assertMayCreate(entity: EntityDefinition, role: Role): void {
  if (mayCreate(entity, role)) return;
  throw new PlainError('forbidden', `Your role may not add ${inSentence(entity.plural)}.`);
}

/** @throws PlainError `forbidden` where the role may change no such record. */
export function assertMayUpdate(entity: EntityDefinition, role: Role): void {
  if (mayUpdate(entity, role)) return;
  throw new PlainError('forbidden', `Your role may not change ${inSentence(entity.plural)}.`);
}

/** What people call the record. */
export function titleOf(entity: EntityDefinition, row: Row): string {
  const title = decodeRow(entity, row)[entity.title];
  return typeof title === 'string' && title !== '' ? title : entity.label;
}

/** @throws PlainError `conflict` that says who deleted the record. */
export async function refuseDeleted(batch: Batch, entity: EntityDefinition, row: Row): Promise<never> {
  const [line] = await batch.ask<{ name: string | null }>(
    `SELECT u."name" AS "name" FROM "change_log" c LEFT JOIN "user" u ON u."_id" = c."userId"
     WHERE c."entity" = ? AND c."recordId" = ? AND c."kind" = 'delete' AND c."before" IS NULL
     ORDER BY c."seq" DESC LIMIT 1`,
    [entity.name, row._id],
  );
  const into = await mergedInto(batch, entity.name, row._id);
  if (into && rightsOn(entity, batch.author, into).read.size > 0) {
    throw new PlainError(
      'conflict',
      `${titleOf(entity, row)} was merged into ${titleOf(entity, into)} (${into._id}). Change that one.`,
    );
  }
  const { role } = batch.author;
  const restore = mayFindAndRestore(entity, role) ? 'Restore it' : 'Ask an administrator to restore it';
  throw new PlainError(
    'conflict',
    `${titleOf(entity, row)} was deleted by ${line?.name ?? 'somebody'}. ${restore}, then send your change again.`,
  );
}
