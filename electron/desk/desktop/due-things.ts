import { mayOpen, pathShowing } from '#shared/access/routes.ts';
import type { Condition } from '#shared/model/list-query.ts';
import type { ReminderKind } from '#shared/window/desktop-settings.ts';
import { entityOf } from '#shared/model/entities.ts';
import { NOT_PAID_UP } from '#shared/node/cache/today-sql.ts';
import { sourcesOf } from '../records/today/today-parts.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Something of the user's own that falls due. */
export interface DueThing {
  kind: ReminderKind;
  entity: 'candidate' | 'inquiry';
  id: string;
  /** ISO time of the call or the interview. */
  at: string;
  /** So long before that it is told, in milliseconds. */
  before: number;
  name: string;
}

/** So long before it begins an interview is told, in milliseconds. */
export const BEFORE_INTERVIEW_MS = 10 * 60_000;

/** So many are told apart: of more, those that fell due last. */
export const MOST_DUE = 500;

/** A range of one index: the user's own rows, by the time at which they fall due. */
interface Source {
  kind: ReminderKind;
  entity: DueThing['entity'];
  name: string;
  at: string;
  /** So long before its time it is told. */
  before: number;
  where: Condition;
  /** SQL that says which rows are payments too. */
  unpaid: string;
}

/**
 * What fell due after `from` and until `to` (milliseconds since 1970), by its time. Where there are more than `MOST_DUE` these
 * are the last ones, and one or more before them: what is old and not done must not keep from being seen what comes now.
 */
export function dueThings(workspace: Workspace, from: number, to: number): DueThing[] {
  return sourcesFor(workspace)
    .flatMap((source) => {
      const { at, before } = source;
      return read(workspace, source, {
        sql: `"${at}" > ? AND "${at}" <= ? ORDER BY "${at}" DESC LIMIT ${MOST_DUE + 1}`,
        params: [isoOf(from + before), isoOf(to + before)],
      });
    })
    .toSorted(byTime);
}

/** What is known by one of these keys (`keyOf`), and is planned for that time still. */
export function plannedStill(workspace: Workspace, keys: readonly string[]): DueThing[] {
  const sources = keys.length === 0 ? [] : sourcesFor(workspace);
  return keys
    .flatMap((key) => {
      const [entity, id = '', time = '', only] = key.split('/');
      return sources
        .filter(
          (source) => source.entity === entity && (only === undefined) === (source.kind !== 'interviews'),
        )
        .flatMap((source) =>
          read(workspace, source, { sql: `"_id" = ? AND "${source.at}" = ?`, params: [id, time] }),
        );
    })
    .toSorted(byTime);
}

const byTime = (one: DueThing, other: DueThing): number => one.at.localeCompare(other.at);

/** @param which of the source's rows */
function read(
  workspace: Workspace,
  { kind, entity, name, at, before, where, unpaid }: Source,
  which: Condition,
): DueThing[] {
  const sql = `SELECT "_id" AS id, "${at}" AS at, "${name}" AS name, ${unpaid} AS unpaid FROM "${entity}"
    WHERE ${where.sql} AND ${which.sql}`;
  const rows = workspace.cache.statements.prepare(sql).all(...where.params, ...which.params) as {
    id: string;
    at: string;
    name: string | null;
    unpaid: number;
  }[];
  return rows.map((row) => ({
    kind: row.unpaid === 1 ? 'payments' : kind,
    entity,
    id: row.id,
    at: row.at,
    before,
    name: row.name ?? '',
  }));
}

/** When the next one falls due after that time, in milliseconds since 1970; Infinity where none does. */
export function nextDue(workspace: Workspace, after: number): number {
  const times = sourcesFor(workspace).map(({ entity, at, before, where }) => {
    const row = workspace.cache.statements
      .prepare(
        `SELECT "${at}" AS at FROM "${entity}" WHERE ${where.sql} AND "${at}" > ? ORDER BY "${at}" LIMIT 1`,
      )
      .get(...where.params, isoOf(after + before)) as { at: string } | undefined;
    return row ? Date.parse(row.at) - before : Infinity;
  });
  return Math.min(...times.filter((time) => !Number.isNaN(time)), Infinity);
}

/** When it is to be told, in milliseconds since 1970. */
export const tellAt = ({ at, before }: DueThing): number => Date.parse(at) - before;

const isoOf = (time: number): string => new Date(time).toISOString();

/** What the role may see of one's own, each along an index of its own. */
function sourcesFor({ actor }: Workspace): Source[] {
  const { _id: me, role } = actor;
  const sources: Source[] = [];
  const sees = (part: 'calls' | 'payments'): boolean =>
    sourcesOf(part, { actor, whose: 'mine', now: 0, closed: [], definitionOf: entityOf }).length > 0;
  if (mayOpen('/today', role) && sees('calls')) {
    sources.push(
      {
        kind: 'calls',
        entity: 'candidate',
        name: 'fullName',
        at: 'nextCall',
        before: 0,
        where: { sql: '"map" = ?', params: [me] },
        unpaid: sees('payments') ? NOT_PAID_UP : '0',
      },
      {
        kind: 'calls',
        entity: 'inquiry',
        name: 'Name',
        at: 'nextCall',
        before: 0,
        where: { sql: '"enrolledAs" IS NULL AND "assignedTo" = ?', params: [me] },
        unpaid: '0',
      },
    );
  }
  // Whose interview it is has been given the row with all that is read here (decision 17).
  if (pathShowing('candidate', role) !== undefined)
    sources.push({
      kind: 'interviews',
      entity: 'candidate',
      name: 'fullName',
      at: 'interviewDate',
      before: BEFORE_INTERVIEW_MS,
      where: { sql: `"interviewerId" = ? AND "interviewStatus" = 'Scheduled'`, params: [me] },
      unpaid: '0',
    });
  return sources;
}
