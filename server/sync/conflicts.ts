import { randomUUID } from 'node:crypto';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { WHOLE_RECORD, type ConflictNotice } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { rightsOn } from '../records/visibility.ts';
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
 * Values of this user that others have overtaken in the range, where the user may still see the field.
 * @param startedAt the seq at which the desk began with an empty cache.
 */
export async function conflictsFor(
  trx: Transaction,
  database: Database,
  actor: Actor,
  { from, to, startedAt }: { from: number; to: number; startedAt: number },
): Promise<ConflictNotice[]> {
  const rows = await trx.all<ConflictRow>(
    `SELECT * FROM "conflicts" WHERE "userId" = ? AND "seq" > ? AND "seq" <= ? AND ("seq" > ? OR "at" > ?)
     ORDER BY "seq"`,
    [actor._id, from, to, startedAt, new Date(Date.now() - TOLD_ANEW_DAYS * DAY_MS).toISOString()],
  );
  const notices: ConflictNotice[] = [];
  for (const { id, entity, recordId, field, lost, won, byName, at } of rows) {
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

/** What the user lost, as far as they may still see it; undefined where that is nothing. */
function readableLoss(field: string, lost: unknown, readable: ReadonlySet<string>): unknown {
  if (field !== WHOLE_RECORD) return readable.has(field) ? lost : undefined;
  const values = Object.entries(lost ?? {}).filter(([name]) => readable.has(name));
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
