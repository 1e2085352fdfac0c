import { Router } from 'express';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import { isAway } from './away-database.ts';
import { TOLD, TRY_AGAIN_SECONDS } from './errors.ts';
import { call } from './calls.ts';
import { isInTheClear } from './exposure.ts';

/** Whoever asks for the health waits no longer for a database that does not answer. */
const PATIENCE_MS = 4_000;

/** Where the log stands; null where the database is away. */
async function seqInTime({ database, away }: Services): Promise<number | null> {
  // A file is never away, though a busy computer may be slow.
  if (database.dialect === 'sqlite') return database.seq();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    const seq = await Promise.race([database.seq(), late]);
    if (seq === null) away.met();
    return seq;
  } catch (error) {
    if (!isAway(error, database)) throw error;
    away.met();
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Health, without sign-in. A server on which nothing can be saved is not well, though it reads. */
export function healthRoutes(services: Services): Router {
  const router = Router();
  router.get(
    PATHS.health,
    call(async (_request, response) => {
      const { database, configuration, fullDisk } = services;
      const seq = await seqInTime(services);
      if (seq === null) response.locals[TOLD] = true;
      const isWell = seq !== null && !fullDisk.isFull;
      if (!isWell) response.set('Retry-After', String(TRY_AGAIN_SECONDS));
      response.status(isWell ? 200 : 503).json({
        status: seq === null ? 'database-away' : fullDisk.isFull ? 'disk-full' : 'ok',
        version: VERSION,
        engine: database.dialect,
        ...(seq === null ? {} : { seq }),
        // For whoever watches the server; who can read along knows it anyhow.
        ...(isInTheClear(configuration) ? { unencrypted: true } : {}),
      });
    }),
  );
  return router;
}
