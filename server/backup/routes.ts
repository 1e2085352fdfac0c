import { Router } from 'express';
import { mayLookAfterBackups } from '#shared/access/backups.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { audit } from '../audit/record.ts';
import { tooManyRequests } from '../auth/rate-limit.ts';
import { call, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';

const BETWEEN_MS = 60_000;

/** When the last backup was made, and one made now: for administrators. */
export function backupRoutes(services: Services): Router {
  const router = Router();
  const { backups, database } = services;
  let askedAt = -Infinity;

  router.use(PATHS.backups, signedIn(services), (request, _response, next) => {
    if (!mayLookAfterBackups(sessionOf(request).role)) {
      throw new PlainError('forbidden', 'Only an administrator looks after the backups.');
    }
    next();
  });

  router.get(
    PATHS.backups,
    call(async (_request, response) => {
      response.json(await backups.status());
    }),
  );

  router.post(
    PATHS.backups,
    call(async (request, response) => {
      const { user, address } = sessionOf(request);
      if (backups.folder === null) {
        throw new PlainError('conflict', 'This server makes no backups: set BACKUP_DIR on the server.');
      }
      const wait = askedAt + BETWEEN_MS - performance.now();
      if (wait > 0 && !backups.isRunning) {
        throw tooManyRequests('A backup was made just now.', Math.ceil(wait / 1_000));
      }
      if (!backups.isRunning) {
        askedAt = performance.now();
        await database.write((trx) =>
          audit(trx, { action: 'backup', outcome: 'done', userId: user._id, address }),
        );
        // It goes on by itself; the status tells how it went.
        void backups.make();
      }
      response.status(202).json(await backups.status());
    }),
  );

  return router;
}
