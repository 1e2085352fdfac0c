import { quote } from '#shared/model/list-query.ts';

/**
 * What the screen Today asks of the cache: indexes of the rows that it can show at all, so that neither what is done
 * nor what is finished is walked over on the way to what is due.
 */

export const UNCALLED = 'inquiry_uncalled';

/** An inquiry for which nothing is planned, and who is no candidate yet. */
const idle = (row: string): string => `${row}."nextCall" IS NULL AND ${row}."enrolledAs" IS NULL`;
const neverMet = (id: string): string => `NOT EXISTS (SELECT 1 FROM "activity" WHERE "inquiry" = ${id})`;
const add = (row: string): string =>
  `INSERT INTO ${quote(UNCALLED)} SELECT "_id", "createdAt", "assignedTo", "leadStatus" FROM "inquiry" AS i
    WHERE i."_id" = ${row} AND ${idle('i')} AND ${neverMet('i."_id"')}`;
const remove = (row: string): string => `DELETE FROM ${quote(UNCALLED)} WHERE "_id" = ${row}`;

/**
 * The inquiries without a next call, an activity and a candidate, in a table of their own: which of all inquiries have no
 * activity would have to be looked up for each of them. By triggers, so that no way of writing a row can forget it.
 */
export function uncalledSql(): string[] {
  const trigger = (name: string, when: string, ...steps: string[]): string =>
    `CREATE TRIGGER ${quote(`${UNCALLED}_${name}`)} ${when} BEGIN ${steps.join('; ')}; END`;
  return [
    `CREATE TABLE ${quote(UNCALLED)} ("_id" text PRIMARY KEY NOT NULL, "createdAt" text, "assignedTo" text,
      "leadStatus" text) WITHOUT ROWID`,
    trigger('added', `AFTER INSERT ON "inquiry" WHEN ${idle('new')}`, add('new."_id"')),
    trigger(
      'changed',
      `AFTER UPDATE OF "nextCall", "enrolledAs", "assignedTo", "leadStatus", "createdAt" ON "inquiry"`,
      remove('old."_id"'),
      add('new."_id"'),
    ),
    trigger('removed', `AFTER DELETE ON "inquiry"`, remove('old."_id"')),
    trigger('met', `AFTER INSERT ON "activity" WHEN new."inquiry" IS NOT NULL`, remove('new."inquiry"')),
    trigger(
      'met_another',
      `AFTER UPDATE OF "inquiry" ON "activity" WHEN old."inquiry" IS NOT new."inquiry"`,
      remove('old."inquiry"'),
      add('old."inquiry"'),
      remove('new."inquiry"'),
    ),
    trigger(
      'unmet',
      `AFTER DELETE ON "activity" WHEN old."inquiry" IS NOT NULL`,
      remove('old."inquiry"'),
      add('old."inquiry"'),
    ),
  ];
}

interface TodayIndex {
  name: string;
  /** The entity that it is made with. */
  of: 'inquiry' | 'candidate' | 'contactInquiry';
  table: string;
  columns: readonly string[];
  /** The rows that are in it; without it all. */
  where?: string;
}

/** What queries say in the very same words: SQLite then knows that an index of these rows has all that they ask for. */
export const NOT_PAID_UP = `"paymentStatus" IS NOT 'Fully Paid'`;
export const NOT_NOTED = '"notes" IS NULL';
const PLANNED = '"nextCall" IS NOT NULL';

const indexes: readonly TodayIndex[] = [
  {
    name: 'inquiry_to_call',
    of: 'inquiry',
    table: 'inquiry',
    columns: ['enrolledAs', 'nextCall', '_id'],
    where: PLANNED,
  },
  {
    name: 'inquiry_to_call_by_assignedTo',
    of: 'inquiry',
    table: 'inquiry',
    columns: ['enrolledAs', 'assignedTo', 'nextCall', '_id'],
    where: PLANNED,
  },
  // With all that is looked at: what is to be paid is counted and summed up within it.
  {
    name: 'candidate_to_pay',
    of: 'candidate',
    table: 'candidate',
    columns: ['nextCall', '_id', 'paymentStatus', 'fee', 'recievedAmount'],
    where: `${PLANNED} AND ${NOT_PAID_UP}`,
  },
  {
    name: 'candidate_to_pay_by_map',
    of: 'candidate',
    table: 'candidate',
    columns: ['map', 'nextCall', '_id', 'paymentStatus'],
    where: `${PLANNED} AND ${NOT_PAID_UP}`,
  },
  {
    name: 'contactInquiry_new',
    of: 'contactInquiry',
    table: 'contactInquiry',
    columns: ['inquiry', 'createdAt', '_id', 'assignedTo'],
    where: NOT_NOTED,
  },
  {
    name: 'inquiry_uncalled_by_createdAt',
    of: 'inquiry',
    table: UNCALLED,
    columns: ['createdAt', '_id', 'leadStatus'],
  },
  {
    name: 'inquiry_uncalled_by_assignedTo',
    of: 'inquiry',
    table: UNCALLED,
    columns: ['assignedTo', 'createdAt', '_id', 'leadStatus'],
  },
];

/** SQL that makes those indexes of an entity that are missing. */
export function todayIndexSql(entity: string): string[] {
  return indexes
    .filter((index) => index.of === entity)
    .map(({ name, table, columns, where }) => {
      const only = where === undefined ? '' : ` WHERE ${where}`;
      const on = `${quote(table)} (${columns.map(quote).join(', ')})`;
      return `CREATE INDEX IF NOT EXISTS ${quote(name)} ON ${on}${only}`;
    });
}
