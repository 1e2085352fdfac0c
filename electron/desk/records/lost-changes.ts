import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { Cache } from '../cache/cache.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { titleOf } from './record-reader.ts';

interface NamedRecord {
  entity: EntityName;
  recordId: string;
  title: string;
}

/** The records over which the cache shows changes that the outbox does not have. */
export function lostRecords(cache: Cache, outbox: Outbox): NamedRecord[] {
  const known = new Set(
    // A refused one is told in the tray.
    [...outbox.laidOver(cache.position.settledSeq), ...outbox.refused()].map(
      ({ entity, recordId }) => `${entity} ${recordId}`,
    ),
  );
  const bases = cache.statements.prepare('SELECT entity, recordId FROM overlay_base').all() as {
    entity: EntityName;
    recordId: string;
  }[];
  return bases
    .filter(({ entity, recordId }) => !known.has(`${entity} ${recordId}`))
    .map(({ entity, recordId }) => {
      const rows = cache.rows(entity);
      const shown = rows.read(recordId);
      const title = titleOf(entityOf(entity), shown ? rows.toRecord(recordId, shown.row) : {});
      return { entity, recordId, title };
    });
}
