import { isMergeable, type Mergeable } from '#shared/model/merged-record.ts';
import type { Batch } from '../batch.ts';
import { movesOf } from '../merge-moves.ts';
import { mergedTo, unmerge } from '../merged.ts';
import { LINKS } from './linked-records.ts';

/** The fields of a mergeable record by which it names what it came from, or what became of it. */
const linksOf = (entity: Mergeable): { own: string; other: { entity: string; field: string } }[] =>
  LINKS.flatMap(({ from, to }) => [
    ...(from.entity === entity ? [{ own: from.field, other: to }] : []),
    ...(to.entity === entity ? [{ own: to.field, other: from }] : []),
  ]);

/**
 * What a record that is merged away came from, or became, the one that stays did, unless it has its own: the merging desk
 * may not have known of it, and nobody may become something twice.
 */
export async function takeLinks(
  batch: Batch,
  entity: Mergeable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { own, other } of linksOf(entity)) {
    const [was, stays] = [await batch.get(entity, from), await batch.get(entity, to)];
    const id = was?.[own];
    // A merging desk that knew of it has written it already.
    if (typeof id !== 'string' || !stays || (stays[own] !== null && stays[own] !== id)) continue;
    const linked = await batch.get(other.entity, id);
    // By now it names the one that stays.
    if (linked?.['deletedAt'] !== null || linked[other.field] !== to) continue;
    // As merges have led it there, so that the undo of each takes it back.
    const steps = await stepsTo(batch, { entity, field: own }, { id: from, at: id });
    if (stays[own] === id && steps.length === 1) continue;
    for (const step of steps) batch.set(entity, to, { [own]: step });
  }
}

/** What a field of a record has named, in order, since it named nothing, and names now. */
async function stepsTo(
  batch: Batch,
  field: { entity: string; field: string },
  { id, at }: { id: string; at: string },
): Promise<string[]> {
  let steps: string[] = [];
  const ever = { seq: 0, at: '', setId: null };
  for await (const { from } of movesOf(batch, field, { ids: [id], at, merge: ever }))
    steps = typeof from === 'string' ? [...steps, from] : [];
  return [...steps, at];
}

/** A record that is there again leads nowhere, and has back what it came from, or became. */
export async function isItselfAgain(batch: Batch, entity: Mergeable, id: string): Promise<void> {
  const into = await unmerge(batch, entity, id);
  if (into === null) return;
  await giveLinksBack(batch, entity, { id, into });
  await takeNamed(batch, entity, id);
  await leaveLinks(batch, entity, id);
}

/** What another one is, or came from, by now: a merge into this one that was undone while this one was merged away itself. */
async function leaveLinks(batch: Batch, entity: Mergeable, id: string): Promise<void> {
  for (const { own, other } of linksOf(entity)) {
    const linkedId = (await batch.get(entity, id))?.[own];
    const linked = typeof linkedId === 'string' ? await batch.get(other.entity, linkedId) : null;
    const named = linked?.[other.field];
    if (typeof named !== 'string' || named === id) continue;
    const there = await batch.get(entity, named);
    const isTaken = there?.['deletedAt'] === null && there[own] === linkedId;
    if (isTaken && !(await isNamedByMerged(batch, other, { id, linkedId: String(linkedId) })))
      batch.set(entity, id, { [own]: null });
  }
}

/**
 * What the merge gave the other one, that one has no longer. What it had before, it keeps: a candidate may come from two inquiries.
 * What became of the record while it was away, and refers to it again by now, goes with that.
 */
async function giveLinksBack(
  batch: Batch,
  entity: Mergeable,
  { id, into }: { id: string; into: string },
): Promise<void> {
  for (const { own, other } of linksOf(entity)) {
    const [back, stayed] = [await batch.get(entity, id), await batch.get(entity, into)];
    const linkedId = stayed?.[own];
    if (typeof linkedId !== 'string' || !back) continue;
    const isLate = back[own] !== linkedId;
    if (isLate && (await isThere(batch, other.entity, back[own]))) continue;
    const linked = await batch.get(other.entity, linkedId);
    if (linked?.[other.field] !== id) continue;
    if (isLate) batch.set(entity, id, { [own]: linkedId });
    if (isLate || (await wasGivenByMerge(batch, entity, { id, into, own })))
      batch.set(entity, into, { [own]: null });
  }
}

/** What names the record again, and what the one that stayed had no place for, is what became of it, or what it came from. */
async function takeNamed(batch: Batch, entity: Mergeable, id: string): Promise<void> {
  for (const { own, other } of linksOf(entity)) {
    if (await isThere(batch, other.entity, (await batch.get(entity, id))?.[own])) continue;
    const naming = (await batch.find(other.entity, other.field, id)).filter(
      (row) => row['deletedAt'] === null,
    );
    if (naming[0] && naming.length === 1) batch.set(entity, id, { [own]: naming[0]._id });
  }
}

/** Whether another one was merged into the linked record that came from this one, or that this one became: so it is both. */
async function isNamedByMerged(
  batch: Batch,
  other: { entity: string; field: string },
  { id, linkedId }: { id: string; linkedId: string },
): Promise<boolean> {
  if (!isMergeable(other.entity)) return false;
  for (const each of await mergedTo(batch, other.entity, linkedId))
    if (each !== linkedId && (await batch.get(other.entity, each))?.[other.field] === id) return true;
  return false;
}

async function isThere(batch: Batch, entity: string, id: unknown): Promise<boolean> {
  return typeof id === 'string' && (await batch.get(entity, id))?.['deletedAt'] === null;
}

/** Whether the field was empty until the transaction that merged the one record into the other, or took that merge along. */
async function wasGivenByMerge(
  batch: Batch,
  entity: Mergeable,
  { id, into, own }: { id: string; into: string; own: string },
): Promise<boolean> {
  const lines = await batch.ask<{ before: string }>(
    // In this order: SQLite knows of no number of rows, and might begin with all that the record ever had.
    `SELECT c."before" FROM "mergedRecord" m CROSS JOIN "change_log" l CROSS JOIN "change_log" c
     WHERE m."was" = ? AND m."deletedAt" IS NOT NULL
       AND l."entity" = 'mergedRecord' AND l."recordId" = m."_id" AND l."kind" <> 'delete'
       AND c."at" = l."at" AND c."entity" = ? AND c."recordId" = ? AND c."kind" = 'update'`,
    [id, entity, into],
  );
  return lines.some(({ before }) => (JSON.parse(before) as Record<string, unknown>)[own] === null);
}
