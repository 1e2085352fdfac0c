import { randomUUID } from 'node:crypto';
import { mayRead, type Actor } from '#shared/access/permissions.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote, type Condition } from '#shared/model/list-query.ts';
import { WHOLE_RECORD, type ConflictNotice } from '#shared/protocol/sync.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Row } from '../database/rows.ts';
import { selectIn } from '../database/statements.ts';
import { decidingColumns, rightsOn, seesEveryRow } from '../records/visibility.ts';

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

/** Of which part of the log; `startedAt` is the seq at which the desk began with an empty cache. */
interface ToldRange {
  from: number;
  to: number;
  startedAt: number;
}

const toldSince = (): string => new Date(Date.now() - TOLD_ANEW_DAYS * DAY_MS).toISOString();

const IN_RANGE = '"userId" = ? AND "seq" > ? AND "seq" <= ? AND ("seq" > ? OR "at" > ?)';

const paramsOf = (actor: Actor, { from, to, startedAt }: ToldRange): ColumnValue[] => [
  actor._id,
  from,
  to,
  startedAt,
  toldSince(),
];

/**
 * The last seq up to which no more of this user's values are told than a page may have; null where all of the range fits.
 * Those of one seq are never parted. What comes back with a record counts where the record comes.
 */
export async function endOfConflicts(
  trx: Transaction,
  database: Database,
  actor: Actor,
  range: ToldRange,
  most: number,
  mostBytes: number,
): Promise<number | null> {
  const found = await trx.all<ToldSize>(
    `SELECT "seq", ${TOLD_SIZE} FROM "conflicts" WHERE ${IN_RANGE} ORDER BY "seq" LIMIT ?`,
    [...paramsOf(actor, range), most + 1],
  );
  for (const { sql, params } of returnedIn(database, actor, range)) {
    const returned = `SELECT "returnedAt" AS "seq", ${TOLD_SIZE} ${sql} ORDER BY "returnedAt" LIMIT ?`;
    found.push(...(await trx.all<ToldSize>(returned, [...params, most + 1])));
  }
  const rows = found.sort((one, other) => Number(one.seq) - Number(other.seq)).slice(0, most + 1);
  let size = 0;
  let fits: number | null = null;
  for (const [at, row] of rows.entries()) {
    const previous = rows[at - 1];
    if (previous && Number(previous.seq) < Number(row.seq)) fits = Number(previous.seq);
    size += Number(row.size);
    if (fits !== null && (at === most || size > mostBytes)) return fits;
  }
  return rows.length > most ? Number(rows[0]?.seq) : null;
}

interface ToldSize {
  seq: number;
  size: number;
}

const TOLD_SIZE = 'COALESCE(OCTET_LENGTH("lost"), 0) + COALESCE(OCTET_LENGTH("won"), 0) AS "size"';

/**
 * Values of this user that others have overtaken in the range, where the user may still see the field; and those that were
 * overtaken before it in a record that was hidden from the user, and comes back in the range. Some of these may have been
 * told before: a desk knows them by their ids.
 */
export async function conflictsFor(
  trx: Transaction,
  database: Database,
  actor: Actor,
  range: ToldRange,
): Promise<ConflictNotice[]> {
  const rows = await trx.all<ConflictRow>(
    `SELECT * FROM "conflicts" WHERE ${IN_RANGE} ORDER BY "seq"`,
    paramsOf(actor, range),
  );
  for (const returned of returnedIn(database, actor, range))
    rows.unshift(...(await trx.all<ConflictRow>(`SELECT * ${returned.sql} ORDER BY "seq"`, returned.params)));
  const notices: ConflictNotice[] = [];
  const rights = await rightsOnThose(trx, database, actor, rows);
  for (const { id, entity, recordId, field, lost, won, byName, at } of rows) {
    const readable = rights.get(`${entity} ${recordId}`);
    if (!readable) continue;
    const lostValues = readableLoss(field, JSON.parse(lost ?? 'null'), readable);
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

/**
 * What was overtaken before the range in records that were hidden from the user once, and changed in the range: of each
 * field the last, which is the one that happened while nobody could tell the user.
 */
function returnedIn({ model }: Database, actor: Actor, { from, to }: ToldRange): Condition[] {
  return model.entities
    .filter((entity) => mayRead(entity, actor.role) && !seesEveryRow(entity, actor.role))
    .map(({ name }) => ({
      sql: `FROM (
        SELECT c.*, r."_seq" AS "returnedAt",
          ROW_NUMBER() OVER (PARTITION BY c."recordId", c."field" ORDER BY c."seq" DESC, c."id") AS "place"
        FROM "conflicts" c JOIN ${quote(name)} r ON r."_id" = c."recordId"
        WHERE c."userId" = ? AND c."seq" <= ? AND c."entity" = ? AND c."at" > ?
          AND r."_seq" > ? AND r."_seq" <= ? AND r."deletedAt" IS NULL AND EXISTS (
            SELECT 1 FROM "visibility" v
            WHERE v."userId" = c."userId" AND v."entity" = c."entity" AND v."recordId" = c."recordId")
        ) AS "returned" WHERE "place" = 1`,
      params: [actor._id, from, name, toldSince(), from, to],
    }));
}

/** The fields that the actor may read of each record that is there, by entity and id. */
async function rightsOnThose(
  trx: Transaction,
  { model }: Database,
  actor: Actor,
  rows: readonly Pick<ConflictRow, 'entity' | 'recordId'>[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rights = new Map<string, ReadonlySet<string>>();
  for (const name of new Set(rows.map(({ entity }) => entity))) {
    if (!model.has(name)) continue;
    const entity = model.entity(name);
    const ids = new Set(rows.flatMap((row) => (row.entity === name ? row.recordId : [])));
    const columns = ['_id', ...decidingColumns(entity, actor.role)].map(quote).join(', ');
    for (const row of await selectIn<Row>(trx, name, '_id', [...ids], columns))
      rights.set(`${name} ${row._id}`, rightsOn(entity, actor, row).read);
  }
  return rights;
}

/** What the user lost, as far as they may still see it; undefined where that is nothing. */
function readableLoss(field: string, lost: unknown, readable: ReadonlySet<string>): unknown {
  if (field !== WHOLE_RECORD) return readable.has(field) ? lost : undefined;
  const values = Object.entries(lost ?? {}).filter(([name]) => readable.has(name));
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
