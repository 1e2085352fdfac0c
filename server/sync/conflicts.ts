import { randomUUID } from 'node:crypto';
import { mayRead, type Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { WHOLE_RECORD, type ConflictNotice } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { rightsOn, seesEveryRow } from '../records/visibility.ts';
import { DAY_MS } from '#shared/format/time.ts';

export const newConflictId = (): string => randomUUID();

interface ConflictRow {
  id: string;
  entity: string;
  recordId: string;
  field: string;
  lost: string | null;
  won: string | null;
  byName: string;
  at: string;
}

/** A desk that starts anew is told of so many days: of what came before, the user has heard elsewhere. */
const TOLD_ANEW_DAYS = 14;

/**
 * Values of this user that others have overtaken in the range, where the user may still see the field; and those that were
 * overtaken before it in a record that was hidden from the user, and comes back in the range. Some of these may have been
 * told before: a desk knows them by their ids.
 * @param startedAt the seq at which the desk began with an empty cache.
 */
export async function conflictsFor(
  trx: Transaction,
  database: Database,
  actor: Actor,
  { from, to, startedAt }: { from: number; to: number; startedAt: number },
): Promise<ConflictNotice[]> {
  const anew = new Date(Date.now() - TOLD_ANEW_DAYS * DAY_MS).toISOString();
  const rows = await trx.all<ConflictRow>(
    `SELECT * FROM "conflicts" WHERE "userId" = ? AND "seq" > ? AND "seq" <= ? AND ("seq" > ? OR "at" > ?)
     ORDER BY "seq"`,
    [actor._id, from, to, startedAt, anew],
  );
  const notices: ConflictNotice[] = [];
  const before = await ofReturned(trx, database, actor, { from, to, since: anew });
  for (const { id, entity, recordId, field, lost, won, byName, at } of [...before, ...rows]) {
    if (!database.model.has(entity)) continue;
    const definition = database.model.entity(entity);
    const [record] = await trx.all<{ _id: string } & Record<string, ColumnValue>>(
      `SELECT * FROM ${quote(entity)} WHERE "_id" = ?`,
      [recordId],
    );
    if (!record) continue;
    const lostValues = readableLoss(
      field,
      JSON.parse(lost ?? 'null'),
      rightsOn(definition, actor, record).read,
    );
    if (lostValues === undefined) continue;
    notices.push({
      id,
      entity: entity as EntityName,
      recordId,
      field,
      lost: lostValues,
      won: JSON.parse(won ?? 'null'),
      by: byName,
      at,
    });
  }
  return notices;
}

/** What was overtaken before the range in records that were hidden from the user once, and changed in the range. */
async function ofReturned(
  trx: Transaction,
  database: Database,
  actor: Actor,
  { from, to, since }: { from: number; to: number; since: string },
): Promise<ConflictRow[]> {
  const found: ConflictRow[] = [];
  for (const entity of database.model.entities) {
    if (!mayRead(entity, actor.role) || seesEveryRow(entity, actor.role)) continue;
    found.push(
      ...(await trx.all<ConflictRow>(
        `SELECT c.* FROM "conflicts" c JOIN ${quote(entity.name)} r ON r."_id" = c."recordId"
         WHERE c."userId" = ? AND c."seq" <= ? AND c."entity" = ? AND c."at" > ?
           AND r."_seq" > ? AND r."_seq" <= ? AND r."deletedAt" IS NULL AND EXISTS (
             SELECT 1 FROM "visibility" v
             WHERE v."userId" = c."userId" AND v."entity" = c."entity" AND v."recordId" = c."recordId")
         ORDER BY c."seq"`,
        [actor._id, from, entity.name, since, from, to],
      )),
    );
  }
  return found;
}

/** What the user lost, as far as they may still see it; undefined where that is nothing. */
function readableLoss(field: string, lost: unknown, readable: ReadonlySet<string>): unknown {
  if (field !== WHOLE_RECORD) return readable.has(field) ? lost : undefined;
  const values = Object.entries(lost ?? {}).filter(([name]) => readable.has(name));
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
