import type { DataTakenLine, DataTakenQuery } from '#shared/protocol/audit.ts';
import type { Database, Transaction } from '../database/database.ts';
import { namesOf } from './names.ts';
import { watchOf, type Door, type Watch } from './doors.ts';

/** Rows of an entity that left by a door, for a user on a day. */
export interface Taken {
  /** `YYYY-MM-DD` in India. */
  day: string;
  userId: string;
  door: Door;
  entity: string;
  rows: number;
}

/** A row of the table. `told` is the sum of which the audit log last told. */
export interface TakenRow extends Omit<Taken, 'day'> {
  told: number | null;
}

/** Adds to the counts, in one statement with one bound value: it is written often, and its text stays the same. */
export async function addTaken(trx: Transaction, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  const rows = taken.map(({ day, userId, door, entity, rows: count }) => [day, userId, door, entity, count]);
  const [from, value] =
    trx.dialect === 'sqlite'
      ? ['json_each(?) AS "v"', (at: number) => `json_extract("v"."value", '$[${at}]')`]
      : ['json_array_elements(?::json) AS "v"("value")', (at: number) => `"v"."value" ->> ${at}`];
  await trx.all(
    `INSERT INTO "data_taken" ("day", "userId", "door", "entity", "rows")
     SELECT ${[0, 1, 2, 3].map(value).join(', ')}, CAST(${value(4)} AS bigint) FROM ${from} WHERE true
     ON CONFLICT ("day", "userId", "door", "entity") DO UPDATE SET "rows" = "data_taken"."rows" + excluded."rows"`,
    [JSON.stringify(rows)],
  );
}

/** What was counted on a day, of one user or of all. */
export async function takenOn(
  reader: Pick<Transaction, 'all'>,
  day: string,
  userId?: string,
): Promise<TakenRow[]> {
  const rows = await reader.all<TakenRow>(
    `SELECT "userId", "door", "entity", "rows", "told" FROM "data_taken" WHERE "day" = ?${userId === undefined ? '' : ' AND "userId" = ?'}`,
    userId === undefined ? [day] : [day, userId],
  );
  return rows.map((row) => ({
    ...row,
    rows: Number(row.rows),
    told: row.told === null ? null : Number(row.told),
  }));
}

/** A sum of a user's day, and how much of it the audit log was last told of. */
export interface Sum {
  sum: number;
  told: number;
}

/** A user's sum of the day, from the table. */
export function sumOf(rows: readonly TakenRow[], watch: Watch): Sum {
  const sum = { sum: 0, told: 0 };
  for (const { door, entity, rows: count, told } of rows) {
    const of = watchOf(door, entity);
    if (of?.name !== watch.name) continue;
    sum.sum += of.takesAway ? -count : count;
    sum.told = Math.max(sum.told, told ?? 0);
  }
  return sum;
}

/** Notes the sum of which the audit log has told. */
export async function noteTold(
  trx: Transaction,
  { day, userId, door, entity }: Omit<Taken, 'rows'>,
  told: number,
): Promise<void> {
  await trx.all(
    'UPDATE "data_taken" SET "told" = ? WHERE "day" = ? AND "userId" = ? AND "door" = ? AND "entity" = ?',
    [told, day, userId, door, entity],
  );
}

/** More users than this on as many days as one asks for are not shown. */
const MOST_LINES = 10_000;

/** The counts of some days, the newest first, and of a day who took most first. */
export async function readDataTaken(
  database: Database,
  { days, before }: DataTakenQuery,
): Promise<DataTakenLine[]> {
  const found = await database.all<{ day: string }>(
    `SELECT DISTINCT "day" FROM "data_taken" WHERE "day" < ? ORDER BY "day" DESC LIMIT ?`,
    [before ?? '9999', days],
  );
  const [newest, oldest] = [found[0], found.at(-1)];
  if (!newest || !oldest) return [];
  const sum = (name: string, ...doors: readonly Door[]): string =>
    `SUM(CASE WHEN "door" IN (${doors.map((door) => `'${door}'`).join(', ')}) THEN "rows" ELSE 0 END) AS "${name}"`;
  const rows = await database.all<Omit<DataTakenLine, 'user'> & { userId: string }>(
    `SELECT "day", "userId", ${[
      sum('rest', 'rest', 'rest-large', 'deleted'),
      sum('synced', 'sync'),
      sum('firstSynced', 'first-sync'),
      sum('pictures', 'picture'),
      sum('exported', 'export'),
      sum('exports', 'export-told'),
    ].join(', ')}
     FROM "data_taken" WHERE "day" >= ? AND "day" <= ? GROUP BY "day", "userId" ORDER BY "day" DESC, "userId" LIMIT ?`,
    [oldest.day, newest.day, MOST_LINES],
  );
  const user = await namesOf(
    database,
    rows.map(({ userId }) => userId),
  );
  const lines = rows.map(({ userId, ...line }) => ({
    day: line.day,
    user: { _id: userId, name: user(userId) },
    rest: Number(line.rest),
    synced: Number(line.synced),
    firstSynced: Number(line.firstSynced),
    pictures: Number(line.pictures),
    exported: Number(line.exported),
    exports: Number(line.exports),
  }));
  const all = (line: DataTakenLine): number => line.rest + line.synced + line.firstSynced + line.exported;
  return lines.sort((one, other) =>
    one.day === other.day ? all(other) - all(one) : one.day < other.day ? 1 : -1,
  );
}
