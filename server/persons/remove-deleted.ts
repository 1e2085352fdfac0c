import { DAY_MS } from '#shared/format/time.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import type { Services } from '../services.ts';
import { eraseRecords, removeFiles } from './erase-records.ts';
import { leaveNoTrace } from './no-trace.ts';
import { isAboutPeople } from './records-of-person.ts';

/** So few in one transaction that nobody waits for long. */
const AT_ONCE = 50;

/**
 * Really removes what was deleted so many days ago and not restored: values, history, files, from the desks too. Gives how many
 * records it was.
 * @param days 0 keeps deleted records for ever
 */
export async function removeDeleted(
  services: Pick<Services, 'database' | 'files' | 'thumbnails'>,
  days: number,
  now = Date.now(),
): Promise<number> {
  if (days === 0) return 0;
  const { database } = services;
  const before = new Date(now - days * DAY_MS).toISOString();
  let removed = 0;
  for (const entity of database.model.entities.filter(isAboutPeople)) {
    for (let last = 0; ;) {
      const found = await deletedBefore(database, entity, before, last);
      const ids = found.map(({ _id }) => _id);
      last = Number(found.at(-1)?._seq);
      if (ids.length === 0) break;
      const { count, files } = await database.write(async (trx, log) => {
        // One may have been restored meanwhile.
        const rows = await trx.all<Row>(
          `SELECT * FROM ${quote(entity.name)} WHERE "deletedAt" < ? AND "_id" IN (${ids.map(() => '?').join(', ')})`,
          [before, ...ids],
        );
        const records = rows.map((row) => ({ entity, row }));
        return {
          count: rows.length,
          files: await eraseRecords(trx, log, database, records, { eraser: null, named: false }),
        };
      });
      await removeFiles(services, files);
      removed += count;
      if (ids.length < AT_ONCE) break;
    }
  }
  if (removed > 0) await leaveNoTrace(database);
  return removed;
}

/** The next ones after that place of the log: a run goes along the index `…_by_seq` once, however many it removes. */
function deletedBefore(
  database: Database,
  { name }: EntityDefinition,
  before: string,
  last: number,
): Promise<{ _id: string; _seq: number }[]> {
  return database.all(
    `SELECT "_id", "_seq" FROM ${quote(name)} r WHERE "_seq" > ? AND "deletedAt" < ? AND NOT EXISTS (
       SELECT 1 FROM "erased" e WHERE e."entity" = ? AND e."recordId" = r."_id") ORDER BY "_seq" LIMIT ${AT_ONCE}`,
    [last, before, name],
  );
}
