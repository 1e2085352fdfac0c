import { mayReadDeleted } from '#shared/access/history.ts';
import { fieldsReadableOnEveryRow, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { DeletedRecord } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import { visibleRows } from '../records/visibility.ts';
import { authorsOf } from './authors.ts';

interface DeletedRow {
  _id: string;
  title: string | null;
  deletedAt: string;
}

/** What `deletedPlaceOf` gives: a time and an id. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([^\p{Cc}\p{Cs}]+)$/u;

/**
 * The records of an entity that were deleted last, or before a place, newest first, as far as the actor may see them. Those that
 * were erased, or really removed, do not come back, and are not among them.
 * @throws PlainError `forbidden`; `bad-request` for a place that no page gave.
 */
export async function deletedRecords(
  database: Database,
  actor: Actor,
  entity: EntityDefinition,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<DeletedRecord[]> {
  const visible = mayReadDeleted(entity, actor.role) ? visibleRows(entity, actor) : null;
  if (!visible) {
    throw new PlainError('forbidden', `Your role may not see deleted ${inSentence(entity.plural)}.`);
  }
  const mayReadTitle = fieldsReadableOnEveryRow(entity, actor.role).has(entity.title);
  const from = before === undefined ? null : readPlace(before);
  const rows = await database.all<DeletedRow>(
    `SELECT "_id", ${quote(entity.title)} AS "title", "deletedAt" FROM ${quote(entity.name)} r
     WHERE "deletedAt" IS NOT NULL AND ${visible.sql}${from ? ' AND ("deletedAt", "_id") < (?, ?)' : ''}
       AND NOT EXISTS (SELECT 1 FROM "erased" e WHERE e."entity" = ? AND e."recordId" = r."_id")
     ORDER BY "deletedAt" DESC, "_id" DESC LIMIT ?`,
    [...visible.params, ...(from ?? []), entity.name, limit],
  );
  const deletedBy = await lastDeletions(
    database,
    entity,
    rows.map(({ _id }) => _id),
  );
  const author = await authorsOf(database, deletedBy.values());
  return rows.map(({ _id, title, deletedAt }) => ({
    _id,
    title: mayReadTitle ? (title ?? '') : '',
    deletedAt,
    by: author(deletedBy.get(_id) ?? null),
  }));
}

function readPlace(text: string): readonly [deletedAt: string, id: string] {
  const [, at, id] = PLACE.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw new PlainError(
      'bad-request',
      'Ask with the time and the id of the last record before, with a blank between them.',
    );
  return [at, id];
}

/** Who deleted each record last. */
async function lastDeletions(
  database: Database,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const lines = await database.all<{ recordId: string; userId: string | null }>(
    `SELECT "recordId", "userId" FROM "change_log"
     WHERE "entity" = ? AND "recordId" IN (${ids.map(() => '?').join(', ')}) AND "kind" = 'delete' AND "before" IS NULL
     ORDER BY "seq"`,
    [entity.name, ...ids],
  );
  return new Map(lines.map(({ recordId, userId }) => [recordId, userId]));
}
