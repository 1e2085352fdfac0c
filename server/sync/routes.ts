import { Router } from 'express';
import type { Actor } from '#shared/access/permissions.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  checksumQuerySchema,
  PATHS,
  PROTOCOL_VERSION,
  pullRequestSchema,
  pushRequestSchema,
  SYNC_BODY_LIMIT,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { sendPiecewise } from '../http/piecewise.ts';
import { Places, type Leave, type PlaceLimits } from '../http/places.ts';
import { ownTurn } from '../http/turns.ts';
import { applyOperations } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';
import { checksum } from './checksum.ts';
import { ContentSums } from './content-sums.ts';
import { Lineage } from './lineage.ts';
import { LiveChannels } from './live.ts';
import { pull, type Pulled } from './pull.ts';
import { SharedPages } from './shared-pages.ts';

/** Pages of some megabytes, read for one desk each and in memory until it has taken them: so many at once. */
const LARGE_PAGES: PlaceLimits = { ofOne: 4, inAll: 40, waitMs: 15_000 };

/** A desk asks for one in six hours; one may read all that its user sees. */
const CHECKSUMS: PlaceLimits = { ofOne: 2, inAll: 40, waitMs: 15_000 };

const actorOf = (session: Session): Actor => ({ _id: session.user._id, role: session.role });

/** The version before the current one is served too. */
function assertProtocol(protocol: number): void {
  if (protocol < PROTOCOL_VERSION - 1) {
    throw new PlainError(
      'client-too-old',
      'This application is too old for the server. Update it; your changes are kept.',
    );
  }
  if (protocol > PROTOCOL_VERSION) {
    throw new PlainError(
      'not-supported',
      'The server is older than this application. Ask your administrator to update it.',
    );
  }
}

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
      const applied = await applyOperations(services, sessionOf(request), operations, {
        source: 'sync',
        first: (trx, log) => lineage.assertFits(receipt, log.seq, trx),
      });
      services.metrics?.countOperations(applied.results);
      const { seq } = applied;
      const answer: PushResponse = { ...applied, receipt: lineage.receipt(seq, await lineage.mark(seq)) };
      response.json(answer);
    }),
  );

  router.post(
    PATHS.pull,
    signedIn(services),
    body,
    call(async (request, response) => {
      const asked = bodyOf(request, pullRequestSchema);
      assertProtocol(asked.protocol);
      const session = sessionOf(request);
      let leave: Leave | undefined;
      try {
        const pulled = await pull(pulls, actorOf(session), asked, async () => {
          leave = await large.take(session.user._id);
          await ownTurn();
        });
        await countPulled(services, session, pulled);
        await sendPiecewise(response.type('json'), pulled.text);
      } finally {
        leave?.();
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

  return router;
}

/** Counts what a pull gives. Where it begins a first sync, the audit log hears of it before anything leaves. */
async function countPulled(
  { database, taken }: Services,
  session: Session,
  { counts, first, total }: Pulled,
): Promise<void> {
  if (total !== undefined) {
    const [open] = await database.all<{ deskName: string | null }>(
      'SELECT "deskName" FROM "sessions" WHERE "id" = ?',
      [session.id],
    );
    await taken.firstSync(session, total, open?.deskName ?? null);
  }
  await taken.leaving(session, first ? 'first-sync' : 'sync', counts);
}
