import { randomUUID } from 'node:crypto';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { ConflictNotice } from '#shared/protocol/sync.ts';
import type { Database, Transaction } from '../database/database.ts';
import { rightsOn } from '../records/visibility.ts';

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

/** Values of this user that others have overtaken in the range, where the user may still see the field. */
export async function conflictsFor(
  trx: Transaction,
  database: Database,
  actor: Actor,
  from: number,
  to: number,
): Promise<ConflictNotice[]> {
  const rows = await trx.all<ConflictRow>(
    'SELECT * FROM "conflicts" WHERE "userId" = ? AND "seq" > ? AND "seq" <= ? ORDER BY "seq"',
    [actor._id, from, to],
  );
  const notices: ConflictNotice[] = [];
  for (const { id, entity, recordId, field, lost, won, byName, at } of rows) {
    if (!database.model.has(entity)) continue;
    const definition = database.model.entity(entity);
    const [record] = await trx.all<{ _id: string } & Record<string, ColumnValue>>(
      `SELECT * FROM ${quote(entity)} WHERE "_id" = ?`,
      [recordId],
    );
    if (!record || !rightsOn(definition, actor, record).read.has(field)) continue;
    notices.push({
      id,
      entity: entity as EntityName,
      recordId,
      field,
      lost: JSON.parse(lost ?? 'null'),
      won: JSON.parse(won ?? 'null'),
      by: byName,
      at,
    });
  }
  return notices;
}
