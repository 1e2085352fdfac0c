import { fieldsReadableOnEveryRow, readableRows, type Actor } from '#shared/access/permissions.ts';
import { indianDayRange } from '#shared/format/dates.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Condition } from '#shared/model/list-query.ts';
import { CONTACT_IS_NEW_DAYS, type TodayPart, type TodayRow, type Whose } from '#shared/protocol/today.ts';
import { NOT_NOTED, NOT_PAID_UP, UNCALLED } from '#shared/node/cache/today-sql.ts';

type Shown = TodayRow['entity'];

/** Some rows of a part, in the order of one index: their ordering column, `_id`. */
export interface Source {
  entity: Shown;
  table: string;
  /** The column of its order. */
  at: string;
  where: Condition;
}

export interface Question {
  actor: Actor;
  whose: Whose;
  /** Milliseconds since 1970. */
  now: number;
  /** Lead statuses after which nobody need be called. */
  closed: readonly string[];
  definitionOf: (entity: Shown) => EntityDefinition;
}

/** The fields that a part looks at: who may not see one of them gets nothing of it. */
const LOOKED_AT: Readonly<Record<TodayPart, Partial<Record<Shown, readonly string[]>>>> = {
  calls: { candidate: ['nextCall', 'map'], inquiry: ['nextCall', 'enrolledAs', 'assignedTo'] },
  interviews: { candidate: ['interviewStatus', 'interviewDate', 'interviewerId', 'map'] },
  contacts: { contactInquiry: ['inquiry', 'notes', 'assignedTo'] },
  uncalled: { inquiry: ['nextCall', 'enrolledAs', 'leadStatus', 'assignedTo'] },
  payments: { candidate: ['nextCall', 'map', 'paymentStatus', 'fee', 'recievedAmount'] },
};

/** The end of the Indian day (ISO): what is due by then is due today. */
export const endOfDay = (now: number): string => indianDayRange(now).to;

/** The sources of a part that the reader may see, of which the part is the union; none where the reader may see nothing of it. */
export function sourcesOf(part: TodayPart, question: Question): Source[] {
  const { actor, definitionOf } = question;
  return makers[part](question).filter(({ entity }) => {
    const definition = definitionOf(entity);
    if (readableRows(definition, actor.role) !== 'all') return false;
    const readable = fieldsReadableOnEveryRow(definition, actor.role);
    return (LOOKED_AT[part][entity] ?? []).every((name) => readable.has(name));
  });
}

/** One source for each owner: together in one condition no index would have their order. */
function byOwner(column: string, { whose, actor }: Question, make: (of: Condition) => Source): Source[] {
  if (whose === 'everybody') return [make({ sql: '1 = 1', params: [] })];
  return [
    make({ sql: `"${column}" = ?`, params: [actor._id] }),
    make({ sql: `"${column}" IS NULL`, params: [] }),
  ];
}

const and = (one: Condition, sql: string, ...params: string[]): Condition => ({
  sql: `${one.sql} AND ${sql}`,
  params: [...one.params, ...params],
});

const makers: Readonly<Record<TodayPart, (question: Question) => Source[]>> = {
  calls: (question) => [
    ...byOwner('map', question, (of) => ({
      entity: 'candidate',
      table: 'candidate',
      at: 'nextCall',
      where: and(of, '"nextCall" < ?', endOfDay(question.now)),
    })),
    ...byOwner('assignedTo', question, (of) => ({
      entity: 'inquiry',
      table: 'inquiry',
      at: 'nextCall',
      where: and(of, '"enrolledAs" IS NULL AND "nextCall" < ?', endOfDay(question.now)),
    })),
  ],

  // Those of one day are few: whose they are is looked up in the rows.
  interviews: ({ actor, whose, now }) => {
    const { from, to } = indianDayRange(now);
    const ofDay: Condition = {
      sql: `"interviewStatus" = 'Scheduled' AND "interviewDate" >= ? AND "interviewDate" < ?`,
      params: [from, to],
    };
    const mine = '("map" = ? OR "interviewerId" = ? OR ("map" IS NULL AND "interviewerId" IS NULL))';
    const where = whose === 'mine' ? and(ofDay, mine, actor._id, actor._id) : ofDay;
    return [{ entity: 'candidate', table: 'candidate', at: 'interviewDate', where }];
  },

  contacts: ({ actor, whose, now }) => {
    const since = indianDayRange(now - CONTACT_IS_NEW_DAYS * DAY_MS).from;
    const fresh: Condition = {
      sql: `"inquiry" IS NULL AND ${NOT_NOTED} AND "createdAt" >= ?`,
      params: [since],
    };
    const where =
      whose === 'mine' ? and(fresh, '("assignedTo" = ? OR "assignedTo" IS NULL)', actor._id) : fresh;
    return [{ entity: 'contactInquiry', table: 'contactInquiry', at: 'createdAt', where }];
  },

  uncalled: (question) =>
    byOwner('assignedTo', question, (of) => ({
      entity: 'inquiry',
      table: UNCALLED,
      at: 'createdAt',
      where: and(
        of,
        '("leadStatus" IS NULL OR "leadStatus" NOT IN (SELECT value FROM json_each(?)))',
        JSON.stringify(question.closed),
      ),
    })),

  payments: (question) =>
    byOwner('map', question, (of) => ({
      entity: 'candidate',
      table: 'candidate',
      at: 'nextCall',
      where: and(of, `${NOT_PAID_UP} AND "nextCall" < ?`, endOfDay(question.now)),
    })),
};
