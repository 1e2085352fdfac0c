import { indianDate } from '#shared/format/dates.ts';
import { isDataSubject } from '#shared/access/persons.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PROPOSALS_PAGE, type ProposalsPage, type ProposedInquiry } from '#shared/protocol/erasure.ts';
import type { Transaction } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';
import type { PersonRecord } from './records-of-person.ts';

type Reader = Pick<Transaction, 'all'>;

/** Inquiries looked at in one statement: it may be that few of them are proposed. */
const LOOKED_AT = 1_000;
/** What a page gives as the place where the next one goes on. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([^\p{Cc}\p{Cs}]+)$/u;

/** Since when there must have been no contact. */
export interface Horizon {
  months: number;
  /** ISO times. */
  before: string;
  now: string;
}

/**
 * What the office has decided; null where nothing is proposed (decision 34).
 * @param now milliseconds since 1970, by the retention clock
 */
export async function erasureHorizon(reader: Reader, now: number): Promise<Horizon | null> {
  const [setting] = await reader.all<{ months: string | null }>(
    `SELECT "eraseAfterMonths" AS "months" FROM "officeSetting" WHERE "deletedAt" IS NULL
     ORDER BY "createdAt", "_id" LIMIT 1`,
  );
  const months = Number(setting?.months ?? 0);
  if (months === 0) return null;
  return { months, before: monthsBefore(now, months), now: new Date(now).toISOString() };
}

/** The same time of day so many months ago, on the last day of a month that is shorter. */
function monthsBefore(now: number, months: number): string {
  const time = new Date(now);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() - months);
  const last = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  time.setUTCDate(Math.min(day, last));
  return time.toISOString();
}

/**
 * A page of the inquiries without contact since then, those changed longest ago first. Read in slices along an index, each in
 * a turn of its own.
 * @throws PlainError `bad-request` for a place that no page gave
 */
export async function proposedInquiries(
  reader: Reader,
  horizon: Horizon,
  after: string | undefined,
  limit = PROPOSALS_PAGE,
): Promise<Pick<ProposalsPage, 'people' | 'next'>> {
  const found: Placed[] = [];
  let place = after === undefined ? null : readPlace(after);
  for (;;) {
    await ownTurn();
    const { rows, last } = await slice(reader, horizon, place);
    found.push(...rows);
    if (found.length > limit) break;
    if (last === null) return { people: found.map(({ person }) => person), next: null };
    place = last;
  }
  const page = found.slice(0, limit);
  return { people: page.map(({ person }) => person), next: page.at(-1)?.place ?? null };
}

function readPlace(text: string): readonly [updatedAt: string, id: string] {
  const [, at, id] = PLACE.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw new PlainError('bad-request', 'Ask with the place that the page before has given.');
  return [at, id];
}

/** Somebody with the place where a page goes on that ends with them. */
interface Placed {
  person: ProposedInquiry;
  place: string;
}

interface Found {
  _id: string;
  Name: string | null;
  mobile: string | null;
  leadStatus: string | null;
  assignedTo: string | null;
  createdAt: string | null;
  updatedAt: string;
  lastActivity: string | null;
}

/** Follows the index `inquiry_by_enrolledAs_updatedAt`: of so many inquiries those that are proposed, and where it ended. */
async function slice(
  reader: Reader,
  { before, now }: Horizon,
  place: readonly [string, string] | null,
): Promise<{ rows: Placed[]; last: readonly [string, string] | null }> {
  const from = place ? ' AND ("updatedAt", "_id") > (?, ?)' : '';
  // PostgreSQL follows the index only where its first column, though empty in all of them, is part of the order.
  const along = await reader.all<{ _id: string; updatedAt: string }>(
    `SELECT "_id", "updatedAt" FROM "inquiry" WHERE "enrolledAs" IS NULL AND "updatedAt" < ?${from}
     ORDER BY "enrolledAs", "updatedAt", "_id" LIMIT ${LOOKED_AT}`,
    [before, ...(place ?? [])],
  );
  const end = along.at(-1);
  if (!end) return { rows: [], last: null };
  // Subqueries of each row follow an index on both engines; as joins PostgreSQL would read the whole tables for each slice.
  const found = await reader.all<Found>(
    `SELECT p.*, s."name" AS "leadStatus", u."name" AS "assignedTo" FROM (
       SELECT i."_id", i."Name", i."mobile", i."createdAt", i."updatedAt", i."leadStatus" AS "status", i."assignedTo" AS "of",
         (SELECT MAX(COALESCE(a."at", a."createdAt")) FROM "activity" a
          WHERE a."inquiry" = i."_id" AND a."deletedAt" IS NULL) AS "lastActivity",
         (SELECT c."_id" FROM "candidate" c WHERE c."inquiry" = i."_id" AND c."deletedAt" IS NULL LIMIT 1) AS "became"
       FROM "inquiry" i WHERE i."_id" IN (${along.map(() => '?').join(', ')}) AND i."deletedAt" IS NULL
         AND (i."createdAt" IS NULL OR i."createdAt" < ?) AND (i."nextCall" IS NULL OR i."nextCall" < ?)) AS p
     LEFT JOIN "leadStatus" s ON s."_id" = p."status" LEFT JOIN "user" u ON u."_id" = p."of"
     WHERE p."became" IS NULL AND (p."lastActivity" IS NULL OR p."lastActivity" < ?)
     ORDER BY p."updatedAt", p."_id"`,
    [...along.map(({ _id }) => _id), before, now, before],
  );
  const rows = found.map(
    ({ _id, Name, mobile, leadStatus, assignedTo, createdAt, updatedAt, lastActivity }) => ({
      person: {
        id: _id,
        name: calledBy(Name),
        mobile,
        leadStatus,
        assignedTo,
        lastContact: [createdAt ?? '', updatedAt, lastActivity ?? ''].toSorted().at(-1) ?? updatedAt,
      },
      place: `${updatedAt} ${_id}`,
    }),
  );
  return { rows, last: along.length < LOOKED_AT ? null : [end.updatedAt, end._id] };
}

const calledBy = (name: string | null): string => (name === null || name.trim() === '' ? 'Inquiry' : name);

/**
 * Whoever is erased as proposed must be so still, in every form that they are here: somebody may have called meanwhile.
 * @throws PlainError `conflict`
 */
export async function assertStillProposed(
  reader: Reader,
  records: readonly PersonRecord[],
  now: number,
): Promise<void> {
  const horizon = await erasureHorizon(reader, now);
  if (!horizon) throw new PlainError('conflict', 'Nothing is proposed for erasure any more.');
  const { before } = horizon;
  for (const { entity, row } of records) {
    if (row['deletedAt'] !== null) continue;
    const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
    if (isDataSubject(entity.name)) {
      if (entity.name === 'candidate' || entity.name === 'hrRecord' || text('enrolledAs') !== '')
        throw new PlainError(
          'conflict',
          `This person is here as ${entity.label} too. Erase them from there.`,
        );
      if (text('nextCall') >= horizon.now)
        throw new PlainError('conflict', `There is a call on ${indianDate(text('nextCall'))}.`);
    } else if (entity.name !== 'activity') continue;
    const last = [text('createdAt'), entity.name === 'activity' ? text('at') : text('updatedAt')]
      .toSorted()
      .at(-1);
    if (last !== undefined && last >= before)
      throw new PlainError('conflict', 'There was contact with this person since.');
  }
}
