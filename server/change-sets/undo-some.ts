import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { newId } from '#shared/model/new-id.ts';
import { setTitle, type UndoAnswer, type UndoRequest } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT, type Operation } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import type { ChangeSetRow } from '../records/change-sets.ts';
import { applyOperations } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';

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
  const [sum] = await database.all<{ total: number }>(
    'SELECT COUNT(*) AS "total" FROM "change_log" WHERE "setId" = ?',
    [setId],
  );
  const total = Number(sum?.total ?? 0);
  // By changes and not by records: to sort a set of many by these would take longer for each call than the undo itself.
  // A record has few lines and a set may have many: joined to nothing, the set's id draws no index to itself.
  const lines = await database.all<{ entity: EntityName; recordId: string; isLast: number }>(
    `SELECT c."entity", c."recordId", CASE WHEN EXISTS (
       SELECT 1 FROM "change_log" l WHERE l."entity" = c."entity" AND l."recordId" = c."recordId"
         AND l."setId" || '' = c."setId" AND l."seq" > c."seq") THEN 0 ELSE 1 END AS "isLast"
     FROM (SELECT "entity", "recordId", "setId", "seq" FROM "change_log" WHERE "setId" = ?
       ORDER BY "seq" DESC LIMIT ? OFFSET ?) c ORDER BY c."seq" DESC`,
    [setId, PUSH_LIMIT, from],
  );
  // A record goes back as a whole, where its last change stands.
  const records = lines.filter(({ isLast }) => Number(isLast) === 1);
  const part = Math.floor(from / PUSH_LIMIT);
  const operations = records.map(({ entity, recordId }): Operation => {
    const changes = { id: by, title: setTitle(`Undone: ${set.title}`), part, undoes: setId };
    const undo = { id: newId(), kind: 'undo', entity, recordId, base: 0, changes: {}, set: changes } as const;
    return ackedAt === undefined ? undo : { ...undo, again: { ackedAt } };
  });
  const { results, at } = await applyOperations(services, session, operations, { source: 'rest' });
  const refused = results.find((result) => result.status === 'refused');
  if (refused) throw new PlainError(refused.code, refused.error);
  const done = Math.min(from + lines.length, total);
  return {
    title: set.title,
    done,
    total,
    next: lines.length === PUSH_LIMIT ? done : null,
    left: results.flatMap((result) => (result.status === 'applied' ? (result.left ?? []) : [])),
    at,
  };
}
