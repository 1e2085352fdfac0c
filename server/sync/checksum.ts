import type { Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import type { ChecksumResponse } from '#shared/protocol/sync.ts';
import type { Database } from '../database/database.ts';
import { visibleRows } from '../records/visibility.ts';
import { logPosition } from './page.ts';

/** Count and sum of seqs, for each entity, over what the user may see: a desk compares them with its cache's. */
export function checksum(database: Database, actor: Actor): Promise<ChecksumResponse> {
  return database.read(async (trx) => {
    const seq = await logPosition(trx);
    const entities: ChecksumResponse['entities'] = {};
    for (const entity of database.model.entities) {
      const rows = visibleRows(entity, actor);
      if (!rows) continue;
      const [sums] = await trx.all<{ count: number; seqSum: number | null }>(
        `SELECT COUNT(*) AS "count", SUM("_seq") AS "seqSum" FROM ${quote(entity.name)} WHERE "deletedAt" IS NULL AND ${rows.sql}`,
        rows.params,
      );
      entities[entity.name as EntityName] = {
        count: Number(sums?.count ?? 0),
        seqSum: Number(sums?.seqSum ?? 0),
      };
    }
    return { seq, entities };
  });
}
