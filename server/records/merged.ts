import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { isMergeable, type Mergeable } from '#shared/model/merged-record.ts';
import { referringTo, type Referring } from '#shared/model/references.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { movesOf, Way, type Merge } from './merge-moves.ts';

/** Merges of what was merged, followed so far. */
const MOST_STEPS = 50;
/** Records asked about in one query. */
const SLICE = 500;

/** The record into which a deleted one was merged, in the end; null where it was not, or where that is deleted too. */
export async function mergedInto(batch: Batch, entityName: string, id: string): Promise<Row | null> {
  const row = await whereItLeads(batch, entityName, id);
  return row && row['deletedAt'] === null ? row : null;
}

/** The first record on the way that is there; else the last one, which is deleted. */
async function whereItLeads(batch: Batch, entityName: string, id: string): Promise<Row | null> {
  return (await wayOfMerges(batch, entityName, id)).at(-1) ?? null;
}

/** Where merges lead from a record, in order: to the first that is there, else to the last one, which is deleted. */
export async function wayOfMerges(batch: Batch, entityName: string, id: string): Promise<Row[]> {
  const way: Row[] = [];
  if (!isMergeable(entityName)) return way;
  for (let step = 0, at = id; step < MOST_STEPS; step += 1) {
    const leads = (await batch.find('mergedRecord', 'was', at)).filter((row) => row[entityName] !== null);
    const next = newest(leads)?.[entityName];
    if (typeof next !== 'string') return way;
    const row = await batch.get(entityName, next);
    if (row) way.push(row);
    else way.length = 0;
    if (row?.['deletedAt'] === null) return way;
    at = next;
  }
  return way;
}

const newest = (rows: readonly Row[]): Row | undefined =>
  rows.toSorted((one, other) => Number(other['_seq']) - Number(one['_seq']))[0];

/** The record, and those that were merged into it before: what was sent for them was on its way to it. */
export async function mergedTo(batch: Batch, entity: Mergeable, id: string): Promise<ReadonlySet<string>> {
  const found = new Set([id]);
  let last = [id];
  for (let step = 0; step < MOST_STEPS && last.length > 0; step += 1) {
    const next: string[] = [];
    for (const each of last)
      for (const { was } of await batch.find('mergedRecord', entity, each))
        if (typeof was === 'string' && !found.has(was)) next.push(was);
    for (const was of next) found.add(was);
    last = next;
  }
  return found;
}

/** What is deleted goes along, so that it is where it belongs when it comes back; but merges that were undone lead nowhere. */
const withDeleted = (entity: EntityName): boolean => entity !== 'mergedRecord';

/** Has everything that refers to one record refer to another one. */
export async function moveReferences(
  batch: Batch,
  target: EntityName,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { entity, field } of referringTo(target)) {
    const ids = await batch.idsWith(entity, field, from, withDeleted(entity));
    await batch.each(entity, ids, (id) => batch.set(entity, id, { [field]: to }));
  }
}

/**
 * A record that was deleted while what it refers to was merged by an earlier version refers to the one that stays, now that it is
 * back; also where that one was deleted since, as what stood there all the time does.
 */
export async function followMerges(batch: Batch, entity: EntityDefinition, row: Row): Promise<void> {
  for (const [name, { target, serverSet }] of storedFields(entity)) {
    const id = row[name];
    if (!target || serverSet || typeof id !== 'string' || !isMergeable(target.entity)) continue;
    const named = await batch.get(target.entity, id);
    const into = named && named['deletedAt'] !== null && (await whereItLeads(batch, target.entity, id));
    if (into) batch.set(entity.name, row._id, { [name]: into._id });
  }
}

/**
 * Undoes where merges of a record lead, because it is there again: nothing leads away from it any more, and what its last
 * merge took from it refers to it again, where it was given to nothing else since; also where later merges took it along.
 * @returns the id of the record that it led to; null where it was never merged
 */
export async function unmerge(batch: Batch, target: Mergeable, id: string): Promise<string | null> {
  // An undo has taken these away already, by the time it brings the record back. In this order: SQLite knows of no
  // number of rows, and might begin with all the log.
  const leads = await batch.ask<Merge & { into: string; deletedAt: string | null }>(
    `SELECT m."_id" AS "lead", m."${target}" AS "into", m."deletedAt", c."seq", c."at", c."setId" FROM "mergedRecord" m
       CROSS JOIN "change_log" c WHERE c."entity" = 'mergedRecord' AND c."recordId" = m."_id"
         AND c."kind" IN ('create', 'restore') AND c."before" IS NULL
         AND m."was" = ? AND m."${target}" IS NOT NULL ORDER BY c."seq" DESC`,
    [id],
  );
  const [last] = leads;
  if (!last) return null;
  const { lead, into } = last;
  const leading: Referring = { entity: 'mergedRecord', field: target };
  const way = new Way(into);
  for await (const moved of movesOf(batch, leading, { ids: [lead], at: into, merge: last })) way.add(moved);
  const undone = { merge: last, way, to: id };
  // What came late for a record that was merged into this one before was on its way to it; so was a merge that was done again.
  let from: ReadonlySet<string> = new Set([id]);
  for (let known = 0; known < from.size;) {
    known = from.size;
    await moveBack(batch, leading, { ...undone, from });
    from = await mergedTo(batch, target, id);
  }
  for (const each of referringTo(target))
    if (each.entity !== leading.entity) await moveBack(batch, each, { ...undone, from });
  for (const _id of new Set(leads.flatMap((each) => (each.deletedAt === null ? [each.lead] : [])))) {
    await batch.load('mergedRecord', [_id]);
    batch.change('mergedRecord', _id, 'delete', {});
  }
  return into;
}

/**
 * Those that the merge took from the record, or that came for it since, and that have gone no other way since than the merge
 * itself, which goes along with the record that it leads to.
 * @param from the record, and those for which what came late was on its way to it
 */
async function moveBack(
  batch: Batch,
  { entity, field }: Referring,
  { merge, way, from, to }: { merge: Merge; way: Way; from: ReadonlySet<ColumnValue>; to: string },
): Promise<void> {
  for (const at of way.places) {
    const ids = await batch.idsWith(entity, field, at, withDeleted(entity));
    for (let start = 0; start < ids.length; start += SLICE) {
      const taken = new Set<string>();
      const some = ids.slice(start, start + SLICE);
      for await (const move of movesOf(batch, { entity, field }, { ids: some, at, merge })) {
        if (way.takes(move, { from, isTaken: taken.has(move.recordId) })) taken.add(move.recordId);
        else taken.delete(move.recordId);
      }
      await batch.each(entity, [...taken], (id) => batch.set(entity, id, { [field]: to }));
    }
  }
}
