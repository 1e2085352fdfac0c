import { Router } from 'express';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import { call } from './calls.ts';
import { isInTheClear } from './exposure.ts';

/** Health, without sign-in. A server on which nothing can be saved is not well, though it reads. */
export function healthRoutes(services: Services): Router {
  const router = Router();
  router.get(
    PATHS.health,
    call(async (_request, response) => {
      const { database, configuration, fullDisk } = services;
      response.status(fullDisk.isFull ? 503 : 200).json({
        status: fullDisk.isFull ? 'disk-full' : 'ok',
        version: VERSION,
        engine: database.dialect,
        seq: await database.seq(),
        // For whoever watches the server; who can read along knows it anyhow.
        ...(isInTheClear(configuration) ? { unencrypted: true } : {}),
      });
    }),
  );
  return router;
}
