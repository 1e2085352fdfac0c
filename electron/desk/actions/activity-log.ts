import { readableRows } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import { isSame, validated } from '../records/change-checks.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Activities that are given at once. */
const PAGE = 30;

type Logged = Params<'activities.log'>;

/**
 * Logs what was done about a person, and with it when to call next and, of an inquiry, how it stands: one change set.
 * Said again under the same id it is as good as once.
 * @throws PlainError `not-found`, `unavailable`, `forbidden`, `invalid`; `conflict` where something else was logged under the id
 */
export function logActivity(workspace: Workspace, given: Logged): { set: string | null } {
  const { writer, reader, actor } = workspace;
  const { about, kind, outcome, note } = given;
  const { entity, id } = about;
  const record = reader.record(entity, id);
  if (!record)
    throw notHere(
      workspace.cache,
      entityOf(entity),
      'This person is no longer there. Somebody may have deleted the record.',
    );
  const ofPerson = valuesOfPerson(given);
  const before = workspace.outbox.ofRecord('activity', given.id).find((each) => each.kind === 'create');
  if (before) {
    if (!isSameAgain(workspace, given, before)) throw new PlainError('conflict', LOGGED_ALREADY);
    return { set: before.set?.id ?? null };
  }
  if (reader.has('activity', given.id)) throw new PlainError('conflict', LOGGED_ALREADY);
  const name = titleOf(entityOf(entity), record);
  const result = outcome === null ? '' : `: ${outcome}`;
  const set = writer.together(newSet(`${kind} – ${name}${result}`), () => {
    const at = notBefore(workspace.outbox.server.time);
    const base = { outcome: kind === 'Call' ? outcome : null, note, at };
    const changes = { [entity]: id, kind, ...base };
    writer.save({ entity: 'activity', id: given.id, base: null, changes }, actor);
    if (Object.keys(ofPerson).length > 0)
      writer.save({ entity, id, base: reader.baseSeq(entity, id), changes: ofPerson }, actor);
  });
  return { set };
}

/** Now; but what is done after the server was last heard was not done before that, whatever this computer's clock says. */
export function notBefore(heard: string | undefined): string {
  const now = new Date(Date.now()).toISOString();
  return heard !== undefined && heard > now ? heard : now;
}

const LOGGED_ALREADY = 'This has been logged already. Close the dialog, and correct it in the timeline.';

const valuesOfPerson = ({ about, nextCall, leadStatus }: Logged): Record<string, unknown> => ({
  ...(nextCall === undefined ? {} : { nextCall }),
  ...(leadStatus === undefined || about.entity !== 'inquiry' ? {} : { leadStatus }),
});

/** Whether what was logged under the id before, with what was set beside it, is what is logged now. */
function isSameAgain({ outbox, reader }: Workspace, given: Logged, before: OutboxOperation): boolean {
  const { about, kind, outcome, note } = given;
  const own = { [about.entity]: about.id, kind, outcome: kind === 'Call' ? outcome : null, note };
  const activity = validated(entityOf('activity'), { ...own, at: before.changes['at'] }, undefined);
  const isSameActivity = Object.keys(own).every((name) => isSame(activity[name], before.changes[name]));
  const record = reader.record(about.entity, about.id);
  const beside = validated(entityOf(about.entity), valuesOfPerson(given), record, 'update');
  const written = outbox.sets
    .of(before.set?.id ?? '')
    .find(({ entity, recordId }) => entity === about.entity && recordId === about.id)?.changes;
  return (
    before.status !== 'refused' &&
    isSameActivity &&
    Object.keys(beside).every((name) =>
      isSame(beside[name], (written && Object.hasOwn(written, name) ? written : record)?.[name]),
    )
  );
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
