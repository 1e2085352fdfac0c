import { isDataSubject } from '#shared/access/persons.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Transaction } from '../database/database.ts';
import type { Batch } from './batch.ts';

/** Whether a record was erased: nothing of it is taken in any more (decision 33). */
export async function isErased(
  ask: Transaction['all'],
  entityName: string,
  recordId: string,
): Promise<boolean> {
  const [found] = await ask('SELECT 1 AS "found" FROM "erased" WHERE "entity" = ? AND "recordId" = ?', [
    entityName,
    recordId,
  ]);
  return found !== undefined;
}

/** The same of a record that this batch has loaded; only a deleted one can have been erased. */
export async function wasErased(batch: Batch, entity: EntityDefinition, recordId: string): Promise<boolean> {
  const row = batch.known(entity.name, recordId);
  if (row?.['deletedAt'] === null || row === null) return false;
  return isErased((sql, params = []) => batch.ask(sql, params), entity.name, recordId);
}

/**
 * What would be shown with somebody who was erased is about them, and so is a person's new record that is made of an erased
 * one: an inquiry that was enrolled before the desk heard of it.
 * @throws PlainError `erased`
 */
export async function assertNotOfErased(
  batch: Batch,
  entity: EntityDefinition,
  { kind, changes }: Pick<Operation, 'kind' | 'changes'>,
): Promise<void> {
  const isMade = kind === 'create' && isDataSubject(entity.name);
  if (!isMade && !entity.shownWith) return;
  for (const [name, { target }] of storedFields(entity)) {
    const of = changes[name];
    if (!target || typeof of !== 'string') continue;
    const isOf = entity.shownWith?.includes(name) === true || (isMade && isDataSubject(target.entity));
    if (isOf && (await wasErased(batch, batch.entity(target.entity), of))) throw erasedSince();
  }
}

/** What a desk hears of a change that comes too late: it forgets it too. */
export const erasedSince = (): PlainError =>
  new PlainError('erased', 'This person was erased. What was written about them is gone, here too.');

/** In a list of what an undo left, without a name. */
export const WAS_ERASED = 'It was erased.';
