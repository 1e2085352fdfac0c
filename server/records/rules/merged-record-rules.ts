import { entityOf } from '#shared/model/entities.ts';
import { isMergeable, MERGEABLE, type Mergeable } from '#shared/model/merged-record.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import { mergedInto, moveReferences } from '../merged.ts';
import { titleOf } from '../refusals.ts';
import { showCvsOf } from './document-rules.ts';
import type { EntityRules } from './entity-rules.ts';
import { takeLinks } from './merged-links.ts';

/**
 * A record that leads to another one is what merges them (decision 24): what referred to it refers to that one from then
 * on, whatever its maker's desk knew of, and it is deleted.
 */
export const mergedRecordRules: EntityRules = {
  async check({ kind, row, values, takesBack }, batch) {
    if (kind === 'delete' && !takesBack) throw new PlainError('conflict', UNDO_INSTEAD);
    if (kind === 'restore' && row) return assertLeadsAgain(batch, row);
    if (kind === 'update' && row && !takesBack) return assertLeadsOn(batch, row, values);
    if (kind !== 'create') return;
    const named = MERGEABLE.filter((name) => (values[name] ?? null) !== null);
    const [entity] = named;
    if (!entity || named.length > 1)
      throw invalid('candidate', 'A merge is into one candidate or one inquiry');
    await assertMayLead(batch, entity, String(values['was']), values[entity]);
  },

  async follow({ kind, id }, batch) {
    if (kind !== 'create' && kind !== 'restore') return;
    const lead = await batch.get('mergedRecord', id);
    const entity = MERGEABLE.find((name) => typeof lead?.[name] === 'string');
    if (!lead || !entity) return;
    if (kind === 'restore') await leadAsAtFirst(batch, entity, lead);
    const [from, to] = [String(lead['was']), String((await batch.get('mergedRecord', id))?.[entity])];
    await moveReferences(batch, entity, { from, to });
    await takeLinks(batch, entity, { from, to });
    const row = await batch.get(entity, from);
    if (row && row['deletedAt'] === null) batch.change(entity, from, 'delete', {});
    if (entity === 'candidate') await showCvsOf(to, batch);
  },
};

/** Without it nobody could tell whose record was merged away, and who erases the person would leave that behind. */
const UNDO_INSTEAD = 'What a merge has left is not deleted by itself. Undo the merge instead.';

/** A merge that is done again leads where it led at first, where that is there again: a later merge had taken it along. */
async function leadAsAtFirst(batch: Batch, entity: Mergeable, { _id }: Row): Promise<void> {
  const [made] = await batch.ask<{ after: string }>(
    `SELECT "after" FROM "change_log" WHERE "entity" = 'mergedRecord' AND "recordId" = ? AND "kind" = 'create'`,
    [_id],
  );
  const first = made && (JSON.parse(made.after) as Row)[entity];
  const row = typeof first === 'string' ? await batch.get(entity, first) : null;
  if (row && row['deletedAt'] === null && (await batch.get('mergedRecord', _id))?.[entity] !== first)
    batch.set('mergedRecord', _id, { [entity]: first });
}

/**
 * Where a record leads is changed by merges alone: it goes along with the record that it led to.
 * @throws PlainError `conflict`
 */
async function assertLeadsOn(
  batch: Batch,
  lead: Row,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changed = ['was', ...MERGEABLE].filter((name) => name in values && values[name] !== lead[name]);
  for (const name of changed) {
    const [before, now] = [lead[name], values[name]];
    const goesAlong = name !== 'was' && typeof before === 'string' && typeof now === 'string';
    if (goesAlong && batch.isMergedAway(before)) continue;
    throw new PlainError(
      'conflict',
      'Where a merged record leads is not changed by hand. Undo the merge, or merge the record that it leads to.',
    );
  }
}

/** A merge whose undo is undone merges once more, into what became of the record that stays. */
async function assertLeadsAgain(batch: Batch, lead: Row): Promise<void> {
  const entity = MERGEABLE.find((name) => typeof lead[name] === 'string');
  if (!entity) return;
  const stays = await batch.get(entity, String(lead[entity]));
  const isThere = stays !== null && stays['deletedAt'] === null;
  const into = isThere ? stays : await mergedInto(batch, entity, String(lead[entity]));
  if (into) return assertMayLead(batch, entity, String(lead['was']), into._id);
  const name = stays ? titleOf(entityOf(entity), stays) : entityOf(entity).label;
  throw new PlainError('conflict', `${name} was deleted meanwhile. Restore it first, then merge them.`);
}

/** The record that one of these leads, or led, away from. */
export function mergedBy(batch: Batch, lead: Row): { entity: EntityDefinition; id: string } | null {
  const name = MERGEABLE.find((each) => typeof lead[each] === 'string');
  return name && typeof lead['was'] === 'string' ? { entity: batch.entity(name), id: lead['was'] } : null;
}

/**
 * Whether a record that an undo of its merge brought back goes again by being merged, and not only deleted.
 * @param undone the set that brought it back
 * @throws PlainError `conflict` where there is no record any more to merge it into
 */
export async function mergesAgain(
  batch: Batch,
  entityName: string,
  { id, undone }: { id: string; undone: string },
): Promise<boolean> {
  const leads = await leadsTakenBy(batch, entityName, { id, undone });
  for (const { _id } of leads) {
    const lead = await batch.get('mergedRecord', _id);
    if (lead) await assertLeadsAgain(batch, lead);
  }
  return leads.length > 0;
}

/** Whether a set undid a merge of a record: what refers to it then goes with the merge, when that is done again. */
export const hasUnmerged = async (
  batch: Batch,
  entityName: string,
  record: { id: string; undone: string },
): Promise<boolean> => (await leadsTakenBy(batch, entityName, record)).length > 0;

/** What led away from a record until the set took it, and does not again. */
async function leadsTakenBy(
  batch: Batch,
  entityName: string,
  { id, undone }: { id: string; undone: string },
): Promise<Pick<Row, '_id'>[]> {
  if (!isMergeable(entityName)) return [];
  return batch.ask<Pick<Row, '_id'>>(
    `SELECT DISTINCT m."_id" FROM "mergedRecord" m JOIN "change_log" c
       ON c."entity" = 'mergedRecord' AND c."recordId" = m."_id" AND c."kind" = 'delete'
         AND c."before" IS NULL AND c."setId" = ?
     WHERE m."was" = ? AND m.${quote(entityName)} IS NOT NULL AND m."deletedAt" IS NOT NULL`,
    [undone, id],
  );
}

async function assertMayLead(batch: Batch, entity: Mergeable, was: string, into: unknown): Promise<void> {
  const { label } = entityOf(entity);
  const row = await batch.get(entity, was);
  if (!row) throw invalid('was', `There is no such ${inSentence(label)}`);
  if (was === into) {
    throw new PlainError(
      'conflict',
      `${titleOf(entityOf(entity), row)} was merged the other way round meanwhile. Nothing was merged; look again.`,
    );
  }
  if (row['deletedAt'] === null) return;
  await assertDeletedByThis(batch, entity, row);
}

/** A merge deletes what it merges away; what somebody else has deleted or merged before is not there to be merged. */
async function assertDeletedByThis(batch: Batch, entity: Mergeable, row: Row): Promise<void> {
  const [line] = await batch.ask<{ setId: string | null; name: string | null }>(
    `SELECT c."setId" AS "setId", u."name" AS "name" FROM "change_log" c LEFT JOIN "user" u ON u."_id" = c."userId"
     WHERE c."entity" = ? AND c."recordId" = ? AND c."kind" = 'delete' AND c."before" IS NULL
     ORDER BY c."seq" DESC LIMIT 1`,
    [entity, row._id],
  );
  if (line && line.setId !== null && line.setId === batch.setId) return;
  const definition = entityOf(entity);
  const other = await mergedInto(batch, entity, row._id);
  const what = other ? `merged into ${titleOf(definition, other)}` : 'deleted';
  throw new PlainError(
    'conflict',
    `${titleOf(definition, row)} was ${what} by ${line?.name ?? 'somebody'} meanwhile. ` +
      'Nothing was merged; look at those that are left, then merge them.',
  );
}

function invalid(field: string, message: string): PlainError {
  return new PlainError('invalid', `${message}.`, [{ field, code: 'invalid', message }]);
}
