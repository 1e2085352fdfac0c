import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import { setTitle, type UndoAnswer, type UndoRequest } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT, type Operation } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { ChangeKind } from '../records/change.ts';
import type { ChangeSetRow } from '../records/change-sets.ts';
import { applyOperations } from '../records/apply-operations.ts';
import { fewEnough, sizesOfLongTexts } from '../records/long-texts.ts';
import type { Services } from '../services.ts';
import { titlesInstead } from './shown-titles.ts';

/**
 * Takes back as many changes of a set as a push may have; what was changed last goes back first. The answer
 * says where the next call goes on.
 * @throws PlainError `not-found` for a set that is not the actor's to see; `conflict` for one that was undone.
 */
export async function undoSome(
  services: Services,
  session: Session,
  setId: string,
  { set: by, from, ackedAt }: UndoRequest,
): Promise<UndoAnswer> {
  const { database } = services;
  const [set] = await database.all<ChangeSetRow>('SELECT * FROM "change_sets" WHERE "id" = ?', [setId]);
  const isVisible = set?.userId === session.user._id || mayReadEverybodysChanges(session.role);
  if (!set || !isVisible)
    throw new PlainError('not-found', 'There is no such change, or it is not yours to see.');
  const size = await sizeOf(database, setId, by);
  let { total } = size;
  const actor = { _id: session.user._id, role: session.role };
  const title = (await titlesInstead(database, actor, [setId])).get(setId) ?? set.title;
  const lines = await linesFrom(database, setId, from, size);
  const last = await lastOf(database, setId, lines, from === 0);
  const records = last.toSorted((one, other) => turnOf(one) - turnOf(other));
  const part = Math.ceil(from / PUSH_LIMIT);
  const operations = records.map(({ entity, recordId }): Operation => {
    const changes = { id: by, title: setTitle(`Undone: ${title}`), part, undoes: setId };
    const undo = { id: newId(), kind: 'undo', entity, recordId, base: 0, changes: {}, set: changes } as const;
    return ackedAt === undefined ? undo : { ...undo, again: { ackedAt } };
  });
  let isUnderWay = from + lines.length < total;
  const underWay = {
    id: by,
    undoes: setId,
    // While it writes nobody else does: what came in since it was looked up is seen.
    isUnderWay: async (trx: Transaction): Promise<boolean> => {
      ({ total } = await sizeOf(trx, setId, by));
      return (isUnderWay = from + lines.length < total);
    },
  };
  const { results, at } = await applyOperations(services, session, operations, {
    source: 'rest',
    underWay: lines.length > 0 ? underWay : undefined,
  });
  const refused = results.find((result) => result.status === 'refused');
  if (refused) throw new PlainError(refused.code, refused.error);
  const done = Math.min(from + lines.length, total);
  return {
    set: by,
    title,
    done,
    total,
    next: lines.length > 0 && isUnderWay ? done : null,
    left: results.flatMap((result) => (result.status === 'applied' ? (result.left ?? []) : [])),
    at,
  };
}

interface Size {
  total: number;
  before: number;
  began: number;
}

/**
 * How many changes a set has, and how many it had when its undo began, before the log's number `began`: while it is undone,
 * more of it may come in from the desk that made it.
 */
async function sizeOf({ all }: Pick<Transaction, 'all'>, setId: string, by: string): Promise<Size> {
  // Under another set's id nothing is undone.
  const [first] = await all<{ seq: number | null }>(
    `SELECT MIN(l."seq") AS "seq" FROM "change_log" l JOIN "change_sets" s ON s."id" = l."setId"
     WHERE l."setId" = ? AND s."undoes" = ?`,
    [by, setId],
  );
  const began = Number(first?.seq ?? Number.MAX_SAFE_INTEGER);
  const [sum] = await all<{ total: number; before: number }>(
    `SELECT COUNT(*) AS "total", COUNT(CASE WHEN "seq" < ? THEN 1 END) AS "before" FROM "change_log" WHERE "setId" = ?`,
    [began, setId],
  );
  return { total: Number(sum?.total ?? 0), before: Number(sum?.before ?? 0), began };
}

/**
 * As many changes of a set as a push may have, and fewer of long texts, newest first: those from before its undo began, then
 * those that came in since, in the order in which they came, so that none is passed over for what comes in later. By changes and not by records: to sort
 * a set of many by these would take longer for each call than the undo itself.
 */
async function linesFrom(
  database: Database,
  setId: string,
  from: number,
  { before, began }: Size,
): Promise<Line[]> {
  const isBefore = from < before;
  const lines = await database.all<Line>(
    `SELECT "seq", "entity", "recordId", "kind" FROM "change_log" WHERE "setId" = ? AND "seq" ${isBefore ? '<' : '>'} ?
     ORDER BY "seq" ${isBefore ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
    [setId, began, PUSH_LIMIT, isBefore ? from : from - before],
  );
  const some = lines.slice(0, fewEnough(lines, await sizesOfLongTexts(database, lines)));
  return isBefore ? some : some.toReversed();
}

/**
 * What was deleted comes back first: what followed from the delete, such as a reference that was emptied, was done after it,
 * and finds it again. What goes, goes last.
 */
const TURN: Readonly<Record<ChangeKind, number>> = { delete: 0, update: 1, create: 2, restore: 2 };

/** An assignment goes by the email of its user, and by the name of its role: these are as they were before it comes back. */
const turnOf = ({ kind, entity }: Line): number =>
  TURN[kind] + (entity === 'roleAssignment' && TURN[kind] < TURN.create ? 0.5 : 0);

interface Line {
  kind: ChangeKind;
  seq: number;
  entity: EntityName;
  recordId: string;
}

type Place = Pick<Line, 'entity' | 'recordId'>;

const keyOf = ({ entity, recordId }: Place): string => `${entity} ${recordId}`;

/** The lines that are the set's last of their record: there it goes back as a whole. @param lines newest first */
async function lastOf(
  database: Database,
  setId: string,
  lines: readonly Line[],
  isNewest: boolean,
): Promise<Line[]> {
  const ids = [...new Set(lines.map(({ recordId }) => recordId))];
  // By the set's own index: the lines of a record that was edited often may hold long texts.
  const later =
    isNewest || ids.length === 0
      ? []
      : await database.all<Place>(
          `SELECT DISTINCT "entity", "recordId" FROM "change_log"
           WHERE "setId" = ? AND "seq" > ? AND "recordId" IN (${ids.map(() => '?').join(', ')})`,
          [setId, Number(lines[0]?.seq ?? 0), ...ids],
        );
  const seen = new Set(later.map(keyOf));
  return lines.filter((line) => {
    const key = keyOf(line);
    return !seen.has(key) && seen.add(key);
  });
}
