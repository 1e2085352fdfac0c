import { mayCreate } from '#shared/access/permissions.ts';
import { alreadyEnrolled, alreadyTakenOver } from '#shared/model/enrolment.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import { mergedTo } from '../merged.ts';
import { titleOf } from '../refusals.ts';

/** Two records that name each other: what a person was, and what they became. */
export interface Link {
  from: { entity: string; field: string };
  to: { entity: string; field: string };
  /** The sentence where it has become something already. */
  refusal: (from: string, to: string, by: string | null) => string;
}

/** A message from the website is taken over into an inquiry; an inquiry is enrolled as a candidate. */
export const LINKS: readonly Link[] = [
  {
    from: { entity: 'contactInquiry', field: 'inquiry' },
    to: { entity: 'inquiry', field: 'contact' },
    refusal: alreadyTakenOver,
  },
  {
    from: { entity: 'inquiry', field: 'enrolledAs' },
    to: { entity: 'candidate', field: 'inquiry' },
    refusal: alreadyEnrolled,
  },
];

/**
 * Nobody becomes something twice, whichever of the two records says so first.
 * @throws PlainError `conflict`, also where the two would not name each other, or one would no longer name the other
 */
export async function assertLinks(change: Change, batch: Batch): Promise<void> {
  const { kind, entity, id, row, values } = change;
  for (const { from, to, refusal } of LINKS) {
    await assertStaysNamed(change, batch, { from, to });
    if (entity.name === from.entity && mayMoveLinks(batch, kind)) continue;
    const [start, end] =
      entity.name === from.entity && typeof values[from.field] === 'string'
        ? [row ?? titled(entity, id, values), values[from.field]]
        : entity.name === to.entity && typeof values[to.field] === 'string'
          ? [await batch.get(from.entity, values[to.field] as string), id]
          : [null, null];
    if (!start) continue;
    const became =
      (await standing(batch, to.entity, start[from.field])) ??
      (entity.name === to.entity && !mayMoveLinks(batch, kind)
        ? await cameFrom(batch, to, { start: start._id, id })
        : null);
    // What is merged away in the same transaction leaves that to the one that stays, and to no new one.
    const isLeft = became !== null && kind !== 'create' && batch.isMergedAway(became._id);
    if (became && became._id !== end && !isLeft) {
      const by = await author(batch, became);
      const names = [titleOf(batch.entity(from.entity), start), titleOf(batch.entity(to.entity), became)];
      throw new PlainError('conflict', refusal(names[0] ?? '', names[1] ?? '', by));
    }
    if (entity.name !== from.entity) continue;
    const other = await batch.get(to.entity, String(end));
    if (other?.[to.field] === start._id) continue;
    const label = batch.entity(to.entity).label;
    throw new PlainError(
      'conflict',
      `This ${label.toLowerCase()} did not come from here. Choose another one.`,
    );
  }
}

/** What has become something is not made to forget it: it would become something else once more. */
async function assertStaysNamed(
  { kind, entity, id, row, values, takesBack }: Change,
  batch: Batch,
  { from, to }: Pick<Link, 'from' | 'to'>,
): Promise<void> {
  if (!row || takesBack || mayMoveLinks(batch, kind)) return;
  const isFrom = entity.name === from.entity;
  const [own, other] = isFrom ? [from, to] : [to, from];
  if (entity.name !== own.entity || values[own.field] !== null) return;
  const named = await standing(batch, other.entity, row[own.field]);
  if (named?.[other.field] !== id) return;
  const [start, end] = isFrom ? [row, named] : [named, row];
  const [was, became] = [titleOf(batch.entity(from.entity), start), titleOf(batch.entity(to.entity), end)];
  throw new PlainError(
    'conflict',
    `${was} became ${became}, and they belong together. Undo that in Recent changes, or delete ${became}.`,
  );
}

/** A record that is not there yet: nothing can have come of it. */
const titled = ({ title }: Change['entity'], _id: string, values: Change['values']): Row => ({
  _id,
  [title]: typeof values[title] === 'string' ? values[title] : null,
});

/** Another one that says so, where the first record does not: it was said by a door that says one thing at a time. */
async function cameFrom(
  batch: Batch,
  { entity, field }: Link['to'],
  { start, id }: { start: string; id: string },
): Promise<Row | null> {
  const others = await batch.find(entity, field, start);
  return others.find((other) => other._id !== id && !batch.isMergedAway(other._id)) ?? null;
}

/**
 * Who merges has what named the one record name the other, in one go: whoever may do that says what became of whom. Two
 * who enrol or take over at once still meet, at the record that each of them makes.
 */
function mayMoveLinks(batch: Batch, kind: Change['kind']): boolean {
  return (
    kind === 'update' && batch.setId !== null && mayCreate(batch.entity('mergedRecord'), batch.author.role)
  );
}

/**
 * With a record goes that others became it; with the record it comes back, where nothing else came of them. What is merged
 * away leaves that to the one that stays. A record that comes back forgets what it became where that has gone meanwhile.
 */
export async function followLinks({ kind, entity, id, row }: Change, batch: Batch): Promise<void> {
  if (!row || (kind !== 'delete' && kind !== 'restore') || batch.isMergedAway(id)) return;
  for (const { from, to } of LINKS) {
    if (kind === 'restore' && entity.name === from.entity) await forgetGone(batch, { from, to }, id);
    if (entity.name !== to.entity) continue;
    if (kind === 'delete') {
      // After a merge there may be several.
      for (const start of await batch.find(from.entity, from.field, id))
        batch.set(from.entity, start._id, { [from.field]: null });
      continue;
    }
    const freed = await freedBy(batch, entity.name, id, from);
    for (const startId of await startsOf(batch, { from, to }, row, freed)) {
      const start = await standing(batch, from.entity, startId);
      if (start?.[from.field] === null) batch.set(from.entity, start._id, { [from.field]: id });
    }
  }
}

/**
 * Of what was freed by the delete of a record, what it came from: itself, or another one that was merged into it. What others were merged
 * into, and are not any more, may have become it by that merge alone.
 */
async function startsOf(
  batch: Batch,
  { from, to }: Pick<Link, 'from' | 'to'>,
  row: Row,
  freed: readonly string[],
): Promise<ReadonlySet<unknown>> {
  const starts = new Set<unknown>([row[to.field]]);
  if (freed.every((id) => starts.has(id))) return starts;
  if (isMergeable(to.entity))
    for (const id of await mergedTo(batch, to.entity, row._id))
      starts.add((await batch.get(to.entity, id))?.[to.field]);
  for (const id of freed) if (!(await hadOthers(batch, from.entity, id))) starts.add(id);
  return starts;
}

/** Whether another record was merged into this one, and is itself again. */
async function hadOthers(batch: Batch, entity: string, id: string): Promise<boolean> {
  if (!isMergeable(entity)) return false;
  const undone = await batch.ask<{ _id: string }>(
    `SELECT "_id" FROM "mergedRecord" WHERE "${entity}" = ? AND "deletedAt" IS NOT NULL LIMIT 1`,
    [id],
  );
  return undone.length > 0;
}

async function forgetGone(batch: Batch, { from, to }: Pick<Link, 'from' | 'to'>, id: string): Promise<void> {
  const became = (await batch.get(from.entity, id))?.[from.field] ?? null;
  if (became !== null && !(await standing(batch, to.entity, became)))
    batch.set(from.entity, id, { [from.field]: null });
}

/**
 * The lines right after the last delete of a record. SQLite would else look through all lines of the other entity, for each
 * record that comes back: it takes a name that it knows for rarer than a range of numbers.
 */
export const LINES_OF_DELETE = `SELECT c."recordId", c."before" FROM "change_log" c JOIN (
       SELECT "seq", "at" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "kind" = 'delete' AND "before" IS NULL
       ORDER BY "seq" DESC LIMIT 1) d ON c."seq" > d."seq" AND c."seq" <= d."seq" + ? AND c."at" = d."at"
     WHERE c."entity" || '' = ? AND c."kind" = 'update' ORDER BY c."seq"`;

/** What the last delete of a record freed: the log has it right after that. */
async function freedBy(
  batch: Batch,
  entity: string,
  id: string,
  from: Link['from'],
): Promise<readonly string[]> {
  const lines = await batch.ask<{ recordId: string; before: string }>(LINES_OF_DELETE, [
    entity,
    id,
    MOST_FREED,
    from.entity,
  ]);
  return lines.flatMap(({ recordId, before }) =>
    (JSON.parse(before) as Record<string, unknown>)[from.field] === id ? [recordId] : [],
  );
}

/** So many records are merged into one that came from others, and no more. */
const MOST_FREED = 50;

async function standing(batch: Batch, entity: string, id: unknown): Promise<Row | null> {
  const row = typeof id === 'string' ? await batch.get(entity, id) : null;
  return row && row['deletedAt'] === null ? row : null;
}

async function author(batch: Batch, { _createdBy: by }: Row): Promise<string | null> {
  const user = typeof by === 'string' ? await batch.get('user', by) : null;
  return typeof user?.['name'] === 'string' ? user['name'] : null;
}
