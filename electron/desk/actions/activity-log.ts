import { readableRows } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { newSet } from '../records/new-set.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Activities that are given at once. */
const PAGE = 30;

/**
 * Logs what was done about a person, and with it when to call next and, of an inquiry, how it stands: one change set.
 * @throws PlainError `not-found`, `forbidden`, `invalid`
 */
export function logActivity(
  { writer, reader, actor }: Workspace,
  { about, kind, outcome, note, nextCall, leadStatus }: Params<'activities.log'>,
): { set: string | null; activity: string } {
  const { entity, id } = about;
  const record = reader.record(entity, id);
  if (!record)
    throw new PlainError(
      'not-found',
      'This person is no longer there. Somebody may have deleted the record.',
    );
  const name = titleOf(entityOf(entity), record);
  const result = outcome === null ? '' : `: ${outcome}`;
  let activity = '';
  const set = writer.together(newSet(`${kind} – ${name}${result}`), () => {
    const base = { outcome: kind === 'Call' ? outcome : null, note, at: new Date().toISOString() };
    const changes = { [entity]: id, kind, ...base };
    activity = writer.save({ entity: 'activity', id: null, base: null, changes }, actor).recordId;
    const ofPerson = {
      ...(nextCall === undefined ? {} : { nextCall }),
      ...(leadStatus === undefined || entity !== 'inquiry' ? {} : { leadStatus }),
    };
    if (Object.keys(ofPerson).length > 0)
      writer.save({ entity, id, base: reader.baseSeq(entity, id), changes: ofPerson }, actor);
  });
  return { set, activity };
}

/** What was done about a person, newest first, a page at a time. */
export function activitiesOf(
  { cache, actor, reader }: Workspace,
  { about, offset }: Params<'activities.of'>,
): Results['activities.of'] {
  const ids = cache.statements
    .prepare(
      `SELECT "_id" AS id FROM "activity" WHERE "${about.entity}" = ? ORDER BY "at" DESC, "_id" DESC LIMIT ? OFFSET ?`,
    )
    .all(about.id, PAGE + 1, offset) as { id: string }[];
  const views = ids.slice(0, PAGE).flatMap(({ id }) => reader.view('activity', id, actor) ?? []);
  return { activities: views, more: ids.length > PAGE };
}

/** The newest activity of each of these people. Nothing where the role may not see everybody's. */
export function lastActivities(
  { cache, actor }: Workspace,
  { entity, ids }: Params<'activities.last'>,
): Results['activities.last'] {
  if (readableRows(entityOf('activity'), actor.role) !== 'all') return [];
  return cache.statements
    .prepare(
      `SELECT asked.value AS about, "kind", "outcome", "at" FROM json_each(?) AS asked JOIN "activity" ON "_id" =
         (SELECT "_id" FROM "activity" WHERE "${entity}" = asked.value ORDER BY "at" DESC, "_id" DESC LIMIT 1)`,
    )
    .all(JSON.stringify(ids)) as Results['activities.last'];
}
