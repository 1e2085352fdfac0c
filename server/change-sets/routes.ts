import { Router } from 'express';
import { changesQuerySchema, undoRequestSchema } from '#shared/protocol/change-sets.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';
import { listChangeSets } from './list-change-sets.ts';
import { undoSome } from './undo-some.ts';

/** What people did in one go, and taking it back (docs/product.md, "Recent changes"). */
export function changeSetRoutes(services: Services): Router {
  const router = Router();

  router.get(
    PATHS.changes,
    signedIn(services),
    call(async (request, response) => {
      const { user, role } = sessionOf(request);
      const query = queryOf(request, changesQuerySchema);
      const sets = await listChangeSets(services.database, { _id: user._id, role }, query);
      await services.taken.leaving(sessionOf(request), 'rest', { changeSet: sets.length });
      response.json(sets);
    }),
  );

  router.post(
    `${PATHS.changes}/:id/undo`,
    signedIn(services),
    json(),
    call(async (request, response) => {
      const asked = bodyOf(request, undoRequestSchema);
      response.json(await undoSome(services, sessionOf(request), String(request.params['id']), asked));
    }),
  );

  return router;
}
