import type { z } from 'zod';
import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import type { Actor } from '#shared/access/permissions.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { CHANGES_DAYS, type changesQuerySchema, type ChangeSetLine } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { Database } from '../database/database.ts';
import type { ChangeSetRow } from '../records/change-sets.ts';
import { titlesInstead } from './shown-titles.ts';

/** What `placeOf` gives: a time and an id. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([^\p{Cc}\p{Cs}]+)$/u;

/**
 * The change sets of the last `CHANGES_DAYS` days, newest first: everybody's for those who may see them, else one's own.
 * @throws PlainError `bad-request` for a place that no page gave.
 */
export async function listChangeSets(
  database: Database,
  actor: Actor,
  { limit, before, mine }: z.infer<typeof changesQuerySchema>,
  now = Date.now(),
): Promise<ChangeSetLine[]> {
  // One that was kept for what it might not change has no change to show.
  const conditions = ['s."at" >= ?', 's."changes" > 0'];
  const params: ColumnValue[] = [new Date(now - CHANGES_DAYS * DAY_MS).toISOString()];
  if (mine !== undefined || !mayReadEverybodysChanges(actor.role)) {
    conditions.push('s."userId" = ?');
    params.push(actor._id);
  }
  if (before !== undefined) {
    const [, at, id] = PLACE.exec(before) ?? [];
    if (at === undefined || id === undefined)
      throw new PlainError(
        'bad-request',
        'Ask with the time and the id of the last change before, with a blank between them.',
      );
    conditions.push('(s."at" < ? OR (s."at" = ? AND s."id" < ?))');
    params.push(at, at, id);
  }
  const rows = await database.all<ChangeSetRow & { name: string | null; leftSome: number | null }>(
    `SELECT s.*, u."name" AS "name", t."inPart" AS "leftSome" FROM "change_sets" s
     LEFT JOIN "user" u ON u."_id" = s."userId" LEFT JOIN "change_sets" t ON t."id" = s."undoneBy"
     WHERE ${conditions.join(' AND ')} ORDER BY s."at" DESC, s."id" DESC LIMIT ?`,
    [...params, limit],
  );
  const instead = await titlesInstead(
    database,
    actor,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title, at, userId, name, changes, undoes, undoneBy, leftSome }) => ({
    id,
    title: instead.get(id) ?? title,
    at,
    by: { _id: userId, name: name ?? '' },
    changes: Number(changes),
    undoes,
    // What was not that user's to take back, somebody else still can.
    undoneBy: leftSome ? null : undoneBy,
  }));
}
