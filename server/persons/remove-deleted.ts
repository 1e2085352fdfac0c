import { isDataSubject } from '#shared/access/persons.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { placeholders } from '../database/statements.ts';
import { writtenBefore } from '../records/log-age.ts';
import type { Services } from '../services.ts';
import { eraseRecords } from './erase-records.ts';
import { leaveNoTrace } from './no-trace.ts';
import { removeOwedFiles } from './owed-files.ts';
import { isAboutPeople, ownersOf } from './records-of-person.ts';

type RemoveServices = Pick<Services, 'database' | 'files' | 'thumbnails'>;

/** So few in one transaction that nobody waits for long. */
const AT_ONCE = 50;

/**
 * Really removes what was deleted so many days ago and not restored: values, history, files, from the desks too; and what is shown
 * with whom that took. Gives how many records it was.
 * @param days 0 keeps deleted records for ever
 */
export async function removeDeleted(
  services: RemoveServices,
  days: number,
  now = Date.now(),
): Promise<number> {
  if (days === 0) return 0;
  const { database } = services;
  const before = new Date(now - days * DAY_MS).toISOString();
  const upTo = await oldUpTo(database, before, now);
  let removed = 0;
  for (const entity of database.model.entities.filter(isAboutPeople)) {
    const isLongDeleted = `"deletedAt" < ? AND "_seq" <= ? AND ${isNotMerged(entity)}`;
    for (let last = 0; ;) {
      const found = await deletedBefore(database, entity, { isLongDeleted, before, upTo, last });
      const ids = found.map(({ _id }) => _id);
      last = Number(found.at(-1)?._seq);
      if (ids.length === 0) break;
      removed += await removeThose(database, entity, ids, { sql: isLongDeleted, params: [before, upTo] });
      if (ids.length < AT_ONCE) break;
    }
  }
  for (const entity of database.model.entities) {
    for (const [field, target] of ownersOf(entity))
      if (isDataSubject(target)) removed += await removeShownWith(database, entity, { field, target });
  }
  if (removed === 0) return 0;
  await leaveNoTrace(database);
  await removeOwedFiles(services);
  return removed;
}

/** Up to which number all is so old was found out already: it only grows. */
const OLD_UP_TO = 'deletedOldUpTo';

/**
 * A delete counts as no older than what was written before it: while the server's clock was behind, it says a day of long ago, and
 * what was deleted a minute ago would be gone for good.
 */
async function oldUpTo(database: Database, before: string, now: number): Promise<number> {
  const [kept] = await database.all<{ value: string }>(
    `SELECT "value" FROM "meta" WHERE "name" = '${OLD_UP_TO}'`,
  );
  const known = kept ? (JSON.parse(kept.value) as { before: string; seq: number }) : null;
  // A longer time was set, or the clock goes back: then it is looked at anew.
  const low = known && known.before <= before ? known.seq : 0;
  const seq = await writtenBefore(database, { before, now, low });
  await database.write((trx) =>
    trx.all(
      `INSERT INTO "meta" ("name", "value") VALUES ('${OLD_UP_TO}', ?)
       ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      [JSON.stringify({ before, seq })],
    ),
  );
  return seq;
}

/** Removes those of the records for which the condition still holds: one may have been restored, or moved, meanwhile. */
async function removeThose(
  database: Database,
  entity: EntityDefinition,
  ids: readonly string[],
  { sql, params }: { sql: string; params: readonly ColumnValue[] },
): Promise<number> {
  return database.write(async (trx, log) => {
    const rows = await trx.all<Row>(
      `SELECT * FROM ${quote(entity.name)} r WHERE ${sql} AND "_id" IN ${placeholders(ids.length)}`,
      [...params, ...ids],
    );
    const records = rows.map((row) => ({ entity, row }));
    await eraseRecords(trx, log, database, records, { eraser: null, named: false });
    return rows.length;
  });
}

/**
 * What was merged into a record that is there is that same person: its history is told with that one's, and what comes late for it
 * is done to that one. It goes with that one.
 */
const isNotMerged = ({ name }: EntityDefinition): string =>
  isMergeable(name)
    ? `NOT EXISTS (SELECT 1 FROM "mergedRecord" m
         WHERE m."was" = r."_id" AND m."deletedAt" IS NULL AND m.${quote(name)} IS NOT NULL)`
    : '1 = 1';

/** The next ones after that place of the log: a run goes along the index `…_by_seq` once, however many it removes. */
function deletedBefore(
  database: Database,
  { name }: EntityDefinition,
  {
    isLongDeleted,
    before,
    upTo,
    last,
  }: { isLongDeleted: string; before: string; upTo: number; last: number },
): Promise<{ _id: string; _seq: number }[]> {
  return database.all(
    `SELECT "_id", "_seq" FROM ${quote(name)} r WHERE "_seq" > ? AND ${isLongDeleted} AND NOT EXISTS (
       SELECT 1 FROM "erased" e WHERE e."entity" = ? AND e."recordId" = r."_id") ORDER BY "_seq" LIMIT ${AT_ONCE}`,
    [last, before, upTo, name],
  );
}

/** Calls, notes and documents of those who are removed, which nobody has deleted: they are about nobody else. */
async function removeShownWith(
  database: Database,
  entity: EntityDefinition,
  { field, target }: { field: string; target: string },
): Promise<number> {
  const sql = `EXISTS (SELECT 1 FROM "erased" e WHERE e."entity" = ? AND e."recordId" = r.${quote(field)})`;
  let removed = 0;
  for (;;) {
    const found = await database.all<Pick<Row, '_id'>>(
      `SELECT r."_id" FROM "erased" e JOIN ${quote(entity.name)} r ON r.${quote(field)} = e."recordId"
       WHERE e."entity" = ? LIMIT ${AT_ONCE}`,
      [target],
    );
    const ids = found.map(({ _id }) => _id);
    const count = ids.length === 0 ? 0 : await removeThose(database, entity, ids, { sql, params: [target] });
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}
