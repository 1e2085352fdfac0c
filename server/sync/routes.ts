import { Router } from 'express';
import {
  checksumQuerySchema,
  PATHS,
  pullQuerySchema,
  pullRequestSchema,
  pushQuerySchema,
  pushRequestSchema,
  SYNC_BODY_LIMIT,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { sendPiecewise } from '../http/piecewise.ts';
import { Places, type Leave, type PlaceLimits } from '../http/places.ts';
import { ownTurn } from '../http/turns.ts';
import { applyOperations } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';
import { actorOf, assertProtocol } from './asking.ts';
import { checksum } from './checksum.ts';
import { ContentSums } from './content-sums.ts';
import { countFirstSync } from './first-sync.ts';
import { Lineage, markIn } from './lineage.ts';
import { LiveChannels } from './live.ts';
import { pull } from './pull.ts';
import { SharedPages } from './shared-pages.ts';
import { snapshotRoutes } from './snapshots/snapshot-routes.ts';

/** Pages of some megabytes, read for one desk each and in memory until it has taken them: so many at once. */
const LARGE_PAGES: PlaceLimits = { ofOne: 4, inAll: 40, waitMs: 15_000 };

/** A desk asks for one in six hours; one may read all that its user sees. */
const CHECKSUMS: PlaceLimits = { ofOne: 2, inAll: 40, waitMs: 15_000 };

/** Push, pull, the live channel and the checksum. */
export function syncRoutes(services: Services): Router {
  const router = Router();
  const { database, signer } = services;
  const channels = new LiveChannels(services);
  const lineage = new Lineage(database, signer);
  const pulls = { database, signer, lineage, pages: new SharedPages(database) };
  const sums = new ContentSums(database);
  const large = new Places(LARGE_PAGES);
  const checksums = new Places(CHECKSUMS);
  const body = json(SYNC_BODY_LIMIT);

  router.post(
    PATHS.push,
    signedIn(services),
    body,
    call(async (request, response) => {
      const { protocol, operations, receipt } = bodyOf(request, pushRequestSchema);
      assertProtocol(protocol);
      const { heard } = queryOf(request, pushQuerySchema);
      let mark = '';
      const applied = await applyOperations(services, sessionOf(request), operations, {
        source: 'sync',
        ...(heard === undefined ? {} : { heardErased: heard }),
        first: (trx, log) => lineage.assertFits(receipt, log.seq, trx),
        last: async (trx, { seq }) => {
          mark = await markIn(trx, seq);
        },
      });
      services.metrics?.countOperations(applied.results);
      const answer: PushResponse = { ...applied, receipt: lineage.receipt(applied.seq, mark) };
      response.json(answer);
    }),
  );

  router.post(
    PATHS.pull,
    signedIn(services, { reads: true }),
    body,
    call(async (request, response) => {
      const asked = bodyOf(request, pullRequestSchema);
      assertProtocol(asked.protocol);
      const query = queryOf(request, pullQuerySchema);
      const session = sessionOf(request);
      let leave: Leave | undefined;
      try {
        const pulled = await pull(pulls, actorOf(session), { ...asked, ...query }, async () => {
          leave = await large.take(session.user._id);
          await ownTurn();
        });
        if (pulled.first) {
          services.snapshots.firstSyncGoesOn();
          await countFirstSync(services, session, pulled);
        } else await services.taken.leaving(session, 'sync', pulled.counts);
        await sendPiecewise(response.type('json'), pulled.text);
      } finally {
        leave?.();
        channels.answered(session);
      }
    }),
  );

  router.get(
    PATHS.live,
    signedIn(services, { staysOpen: true }),
    call(async (request, response) => {
      channels.open(sessionOf(request), response, await database.seq());
    }),
  );

  router.get(
    PATHS.checksum,
    signedIn(services),
    call(async (request, response) => {
      const { content } = queryOf(request, checksumQuerySchema);
      const actor = actorOf(sessionOf(request));
      const leave = await checksums.take(actor._id);
      try {
        await ownTurn();
        response.json(await checksum(database, sums, actor, content !== undefined));
      } finally {
        leave();
      }
    }),
  );

  router.use(snapshotRoutes(services, lineage));

  return router;
}
