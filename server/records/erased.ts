import { createHash } from 'node:crypto';
import { mayCreate } from '#shared/access/permissions.ts';
import { isDataSubject } from '#shared/access/persons.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import type { Transaction } from '../database/database.ts';
import { placeholders } from '../database/statements.ts';
import type { Batch } from './batch.ts';
import { NOT_IN_IDS, type Prepared } from './prepared-operation.ts';

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

/** Which of some hundred records of an entity were erased. */
export async function erasedAmong(
  { all }: Pick<Transaction, 'all'>,
  entityName: string,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await all<{ recordId: string }>(
    `SELECT "recordId" FROM "erased" WHERE "entity" = ? AND "recordId" IN ${placeholders(recordIds.length)}`,
    [entityName, ...recordIds],
  );
  return new Set(found.map(({ recordId }) => recordId));
}

/** What stands in the list of erased records apart from the database: nobody reads an id out of it. */
export const erasedHash = (entity: string, recordId: string): string =>
  createHash('sha256').update(`${entity}/${recordId}`).digest('hex');

/** In the table, the entity of what the list alone knows of: the database was put back to before there was such a record. */
export const OF_THE_LIST = '';

/** The hashes of all records that the database knows to be erased. */
export async function hashesOfErased({ all }: Pick<Transaction, 'all'>): Promise<string[]> {
  const rows = await all<{ entity: string; recordId: string }>('SELECT "entity", "recordId" FROM "erased"');
  return rows.map(({ entity, recordId }) =>
    entity === OF_THE_LIST ? recordId : erasedHash(entity, recordId),
  );
}

/** Asked about by one query. */
const ASKED_AT_ONCE = 500;

const listed = new WeakMap<Batch, Promise<boolean>>();

/** Whether there is anything at all that only the list knows of; asked once for a batch. */
function anyListed(batch: Batch): Promise<boolean> {
  let any = listed.get(batch);
  if (!any) {
    any = batch
      .ask('SELECT 1 AS "found" FROM "erased" WHERE "entity" = ? LIMIT 1', [OF_THE_LIST])
      .then((found) => found.length > 0);
    listed.set(batch, any);
  }
  return any;
}

/** The same of a record that this batch has loaded; only a deleted one, or one that is not here, can have been erased. */
export async function wasErased(batch: Batch, entity: EntityDefinition, recordId: string): Promise<boolean> {
  const ask: Transaction['all'] = (sql, params = []) => batch.ask(sql, params);
  const row = batch.known(entity.name, recordId);
  if (row === null) {
    const hash = erasedHash(entity.name, recordId);
    return batch.late.has(hash) || ((await anyListed(batch)) && isErased(ask, OF_THE_LIST, hash));
  }
  if (row['deletedAt'] === null) return false;
  return isErased(ask, entity.name, recordId);
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
  if (kind === 'create' && mayCreate(entity, batch.author.role)) {
    const named = namedInTexts(entity, changes);
    const all: Transaction['all'] = (sql, params = []) => batch.ask(sql, params);
    if (
      named.some(({ entity: of, id }) => batch.late.has(erasedHash(of, id))) ||
      (await anyErased({ all }, named))
    )
      throw erasedSince();
  }
  const isMade = kind === 'create' && isDataSubject(entity.name);
  if (!isMade && !entity.shownWith) return;
  for (const [name, { target }] of storedFields(entity)) {
    const of = changes[name];
    if (!target || typeof of !== 'string') continue;
    const isOf = entity.shownWith?.includes(name) === true || (isMade && isDataSubject(target.entity));
    if (isOf && (await wasErased(batch, batch.entity(target.entity), of))) throw erasedSince();
  }
}

interface Named {
  entity: string;
  id: string;
}

/** Records that are named by their ids in a text or a list: whom a merge takes away, and who are no duplicates. */
function namedInTexts({ name, shownWith = [] }: EntityDefinition, changes: Operation['changes']): Named[] {
  if (name !== 'mergedRecord' && name !== 'notDuplicate') return [];
  const ids = [name === 'mergedRecord' ? changes['was'] : changes['records']].flat();
  return ids.flatMap((id) => (isId(id) ? shownWith.map((entity) => ({ entity, id })) : []));
}

/** PostgreSQL takes no NUL, and would refuse the whole push. */
const isId = (given: unknown): given is string => typeof given === 'string' && !NOT_IN_IDS.test(given);

/** Whom an operation is about, refers to or names. */
export function namedBy(entity: EntityDefinition, { recordId, changes }: Operation): Named[] {
  const references = storedFields(entity).flatMap(([name, { target }]): Named[] => {
    const id = changes[name];
    return target && isId(id) ? [{ entity: target.entity, id }] : [];
  });
  return [{ entity: entity.name, id: recordId }, ...references, ...namedInTexts(entity, changes)];
}

/** Whether any of these was erased, as far as the database or the list knows. */
export async function anyErased(
  { all: ask }: Pick<Transaction, 'all'>,
  named: readonly Named[],
): Promise<boolean> {
  const ids = new Map<string, Set<string>>();
  const add = (entity: string, id: string): void =>
    void ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  const [isListed] = await ask('SELECT 1 AS "found" FROM "erased" WHERE "entity" = ? LIMIT 1', [OF_THE_LIST]);
  for (const { entity, id } of named) {
    add(entity, id);
    if (isListed) add(OF_THE_LIST, erasedHash(entity, id));
  }
  for (const [entity, ofEntity] of ids) {
    const whole = [...ofEntity];
    for (let from = 0; from < whole.length; from += ASKED_AT_ONCE) {
      const some = whole.slice(from, from + ASKED_AT_ONCE);
      const [found] = await ask(
        `SELECT 1 AS "found" FROM "erased" WHERE "entity" = ? AND "recordId" IN ${placeholders(some.length)} LIMIT 1`,
        [entity, ...some],
      );
      if (found) return true;
    }
  }
  return false;
}

/**
 * Notes a new record that was refused since it is of somebody who was erased: what follows to it, or is made of it, is about that
 * person too, and the server knows nothing of the record itself.
 */
export function noteLate(
  late: Set<string>,
  operation: Operation | null | undefined,
  result: OperationResult,
): void {
  if (result.status !== 'refused' || result.code !== 'erased' || result.refusedWith !== undefined) return;
  if (operation?.kind === 'create') late.add(erasedHash(operation.entity, operation.recordId));
}

/** What a desk hears of a change that comes too late: it forgets it too. */
export const erasedSince = (): PlainError =>
  new PlainError('erased', 'This person was erased. What was written about them is gone, here too.');

/** In a list of what an undo left, without a name. */
export const WAS_ERASED = 'It was erased.';

/**
 * A saved view may name somebody whom the server knows nothing of any more: its maker's desk takes them out once it has heard.
 * @throws PlainError `unavailable` where somebody was erased since what it has heard of
 */
export async function assertHeard(
  trx: Pick<Transaction, 'all'>,
  heard: number,
  operations: readonly Pick<Prepared, 'operation'>[],
): Promise<void> {
  if (!operations.some(({ operation }) => operation?.entity === 'savedView')) return;
  const [row] = await trx.all<{ seq: number | null }>('SELECT MAX("seq") AS "seq" FROM "erased"');
  if (Number(row?.seq ?? 0) <= heard) return;
  throw new PlainError('unavailable', 'Somebody was erased meanwhile. Your changes are sent in a moment.');
}
