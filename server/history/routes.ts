import { Router, type Request } from 'express';
import type { Actor } from '#shared/access/permissions.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { deletedQuerySchema, historyQuerySchema } from '#shared/protocol/history.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { call, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { sendPiecewise } from '../http/piecewise.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import type { Services } from '../services.ts';
import { deletedRecords } from './deleted-records.ts';
import { readHistory } from './read-history.ts';

/** A history is some megabytes at most, in memory until it is taken: so many at once. */
const HISTORIES: PlaceLimits = { ofOne: 4, inAll: 40, waitMs: 15_000 };

/** What happened to a record, and which records were deleted (decisions 10 and 11). */
export function historyRoutes(services: Services): Router {
  const router = Router();
  const { database, taken } = services;
  const places = new Places(HISTORIES);
  const asked = (request: Request): { entity: EntityDefinition; actor: Actor } => {
    const { user, role } = sessionOf(request);
    const name = String(request.params['entity']);
    // By its name in the protocol, or as the REST paths have it.
    const entity = database.model.entities.find((one) => one.name === name || one.path === name);
    if (!entity) throw new PlainError('not-found', 'There is nothing at this address.');
    return { entity, actor: { _id: user._id, role } };
  };

  router.get(
    `${PATHS.history}/:entity`,
    signedIn(services),
    call(async (request, response) => {
      const { entity, actor } = asked(request);
      const page = queryOf(request, deletedQuerySchema);
      const records = await deletedRecords(database, actor, entity, page);
      await taken.leaving(sessionOf(request), 'deleted', { [entity.name]: records.length });
      response.json(records);
    }),
  );

  router.get(
    `${PATHS.history}/:entity/:id`,
    signedIn(services),
    call(async (request, response) => {
      const { entity, actor } = asked(request);
      const id = String(request.params['id']);
      const page = queryOf(request, historyQuerySchema);
      const leave = await places.take(actor._id);
      try {
        const entries = await readHistory(database, actor, entity, id, { ...page, withMerged: true });
        // By the history of what was deleted one reads it as well as in the list of that.
        const door = (await isDeleted(database, entity, id)) ? 'deleted' : 'rest';
        await taken.leaving(sessionOf(request), door, { [entity.name]: entries.length });
        await sendPiecewise(response.type('json'), JSON.stringify(entries));
      } finally {
        leave();
      }
    }),
  );

  return router;
}

async function isDeleted(
  database: Services['database'],
  { name }: EntityDefinition,
  id: string,
): Promise<boolean> {
  const [row] = await database.all<{ deletedAt: string | null }>(
    `SELECT "deletedAt" FROM ${quote(name)} WHERE "_id" = ?`,
    [id],
  );
  return (row?.deletedAt ?? null) !== null;
}
