import type { Actor } from '#shared/access/permissions.ts';
import { mayOpen } from '#shared/access/routes.ts';
import { indianDayRange } from '#shared/format/dates.ts';
import { DAY_MS } from '#shared/format/time.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { saysClosed } from '#shared/model/lead-status-closed.ts';
import type { Condition } from '#shared/model/list-query.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type {
  TodayCounts,
  TodayFigures,
  TodayPage,
  TodayPart,
  TodayRow,
  Whose,
} from '#shared/protocol/today.ts';
import type { Cache } from '../../cache/cache.ts';
import type { ReferenceTexts } from '../../cache/reference-texts.ts';
import { endOfDay, sourcesOf, type Question, type Source } from './today-parts.ts';
import { readRow } from './today-rows.ts';
import { countSql, nextSql, pageSql } from './today-sql.ts';

/** The entities whose changes change what is counted. */
const FOLLOWS: Readonly<Record<Exclude<TodayPart, 'calls'>, readonly EntityName[]>> = {
  interviews: ['candidate'],
  contacts: ['contactInquiry'],
  uncalled: ['inquiry', 'activity', 'leadStatus'],
  payments: ['candidate'],
};

interface Kept {
  versions: string;
  /** A clock that says less was put back since: what was counted may be of another day. */
  madeAt: number;
  /** Milliseconds since 1970 at which time alone makes it another. */
  until: number;
  value: unknown;
}

/**
 * What is to be done today, from the cache alone. Lists are read a page at a time along indexes of what is due; what was
 * counted is kept until records of that part change, or a call's time comes.
 */
export class Today {
  readonly #cache: Cache;
  readonly #texts: ReferenceTexts;
  readonly #definitionOf: (entity: TodayRow['entity']) => EntityDefinition;
  readonly #kept = new Map<string, Kept>();

  /** @param definitionOf what says who may read what; that of the model */
  constructor(cache: Cache, texts: ReferenceTexts, definitionOf: Question['definitionOf'] = entityOf) {
    this.#cache = cache;
    this.#texts = texts;
    this.#definitionOf = definitionOf;
  }

  /** A page of a part, in the order in which to work. @throws PlainError `forbidden` */
  list({ part, whose, after, limit }: Params<'today.list'>, actor: Actor, now: number): TodayPage {
    const sources = this.#sources(part, whose, actor, now);
    if (sources.length === 0)
      throw new PlainError('forbidden', 'Your role may not see this part of the day.');
    const found = this.#all<{ entity: TodayRow['entity']; id: string; at: string | null }>(
      pageSql(sources, after, limit + 1),
    );
    const services = { cache: this.#cache, texts: this.#texts };
    const rows = found.slice(0, limit).flatMap(({ entity, id, at }) => {
      const row = readRow(services, this.#definitionOf(entity), actor, { entity, id, at: at ?? '' });
      return row ? [row] : [];
    });
    return { rows, more: found.length > limit };
  }

  /** How much there is of each part. @throws PlainError `forbidden` */
  counts(whose: Whose, actor: Actor, now: number): TodayCounts {
    const count = (part: Exclude<TodayPart, 'calls'>): number | null =>
      this.#keep(`${part} ${whose} ${actor.role}`, FOLLOWS[part], now, () => {
        const sources = this.#sources(part, whose, actor, now);
        return {
          value: sources.length === 0 ? null : this.#count(sources),
          until: Date.parse(endOfDay(now)),
        };
      }).value;
    const candidates = this.#calls('candidate', whose, actor, now);
    const inquiries = this.#calls('inquiry', whose, actor, now);
    return {
      calls: {
        overdue: candidates.value.overdue + inquiries.value.overdue,
        today: candidates.value.today + inquiries.value.today,
      },
      interviews: count('interviews') ?? 0,
      contacts: count('contacts') ?? 0,
      uncalled: count('uncalled') ?? 0,
      payments: count('payments'),
      until: new Date(Math.min(candidates.until, inquiries.until)).toISOString(),
    };
  }

  /** The figures of the day, everybody's. For a Super Admin alone. @throws PlainError `forbidden` */
  figures(actor: Actor, now: number): TodayFigures {
    if (actor.role !== 'Super Admin')
      throw new PlainError('forbidden', 'Your role has no figures of the day.');
    const candidates = this.#calls('candidate', 'everybody', actor, now).value;
    const inquiries = this.#calls('inquiry', 'everybody', actor, now).value;
    const yesterday = indianDayRange(now - DAY_MS).from;
    const added = (table: string): number =>
      this.#one({
        sql: `SELECT count(*) AS count FROM "${table}" WHERE "createdAt" >= ?`,
        params: [yesterday],
      });
    return {
      overdue: { candidates: candidates.overdue, inquiries: inquiries.overdue },
      today: { candidates: candidates.today, inquiries: inquiries.today },
      interviews: this.#interviews(actor, now),
      fresh: {
        candidates: added('candidate'),
        inquiries: added('inquiry'),
        contacts: added('contactInquiry'),
      },
      payments: this.#keep(`sum ${actor.role}`, FOLLOWS.payments, now, () => ({
        value: this.#payments(actor, now),
        until: Date.parse(endOfDay(now)),
      })).value,
    };
  }

  /** The calls with records of one entity: those of the other need not be counted again with them. */
  #calls(
    entity: 'candidate' | 'inquiry',
    whose: Whose,
    actor: Actor,
    now: number,
  ): { value: TodayCounts['calls']; until: number } {
    return this.#keep(`calls ${entity} ${whose} ${actor.role}`, [entity], now, () => {
      const sources = this.#sources('calls', whose, actor, now).filter((source) => source.entity === entity);
      return { value: this.#callsOf(sources, now), until: this.#nextTime(sources, now) };
    });
  }

  #interviews(actor: Actor, now: number): TodayFigures['interviews'] {
    return this.#sources('interviews', 'everybody', actor, now).flatMap(({ table, where }) =>
      this.#all<TodayFigures['interviews'][number]>({
        sql: `SELECT "interviewerName" AS interviewer, count(*) AS count FROM "${table}" WHERE ${where.sql}
          GROUP BY "interviewerName" ORDER BY count DESC, "interviewerName"`,
        params: where.params,
      }),
    );
  }

  #payments(actor: Actor, now: number): TodayFigures['payments'] {
    const [source] = this.#sources('payments', 'everybody', actor, now);
    if (!source) return null;
    const [sum] = this.#all<{ people: number; rupees: number | null }>({
      sql: `SELECT count(*) AS people, sum(max("fee" - coalesce("recievedAmount", 0), 0)) AS rupees
        FROM "${source.table}" WHERE ${source.where.sql}`,
      params: source.where.params,
    });
    return { people: sum?.people ?? 0, rupees: sum?.rupees ?? 0 };
  }

  #sources(part: TodayPart, whose: Whose, actor: Actor, now: number): Source[] {
    if (!mayOpen('/today', actor.role)) throw new PlainError('forbidden', 'Your role may not open Today.');
    const definitionOf = this.#definitionOf;
    return sourcesOf(part, { actor, whose, now, closed: this.#closed(), definitionOf });
  }

  #closed(): string[] {
    return this.#texts.idsWhere('leadStatus', 'name', saysClosed);
  }

  #callsOf(sources: readonly Source[], now: number): TodayCounts['calls'] {
    const time = new Date(now).toISOString();
    return { overdue: this.#count(sources, { to: time }), today: this.#count(sources, { from: time }) };
  }

  #count(sources: readonly Source[], time: { from?: string; to?: string } = {}): number {
    return sources.reduce((sum, source) => sum + this.#one(countSql(source, time)), 0);
  }

  /** When the next call becomes overdue, or else the day ends; in milliseconds since 1970. */
  #nextTime(sources: readonly Source[], now: number): number {
    const from = new Date(now).toISOString();
    const next = sources.flatMap((source) => this.#all<{ at: string }>(nextSql(source, from)));
    // A call is overdue once its time has passed, not at it.
    const times = next.map(({ at }) => Date.parse(at) + 1);
    return Math.min(Date.parse(endOfDay(now)), ...times.filter((time) => !Number.isNaN(time)));
  }

  #keep<Value>(
    key: string,
    follows: readonly EntityName[],
    now: number,
    make: () => { value: Value; until: number },
  ): { value: Value; until: number } {
    const versions = follows.map((entity) => this.#cache.version(entity)).join(' ');
    const kept = this.#kept.get(key);
    if (kept?.versions === versions && now >= kept.madeAt && now < kept.until)
      return kept as Kept & { value: Value };
    const made = make();
    this.#kept.set(key, { versions, madeAt: now, ...made });
    return made;
  }

  #all<Row>({ sql, params }: Condition): Row[] {
    return this.#cache.statements.prepare(sql).all(...params) as Row[];
  }

  #one(condition: Condition): number {
    return this.#all<{ count: number }>(condition)[0]?.count ?? 0;
  }
}
