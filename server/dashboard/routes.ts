import { Router } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { call, sessionOf, signedIn } from '../http/calls.ts';
import { search } from '../http/searches.ts';
import type { Services } from '../services.ts';
import { dashboardStats } from './stats.ts';

/** The dashboard's figures: all of them for administrators, the own line for an HR, none for others. */
export function dashboardRoutes(services: Services): Router {
  const router = Router();
  router.get(
    PATHS.dashboard,
    signedIn(services),
    call(async (request, response) => {
      const { role, user } = sessionOf(request);
      if (role !== 'Super Admin' && role !== 'HR') {
        throw new PlainError('forbidden', 'Your role may not see the dashboard figures.');
      }
      const { database } = services;
      const only = role === 'HR' ? user._id : null;
      response.json(await search(database, user._id, () => dashboardStats(database, only)));
    }),
  );
  return router;
}
