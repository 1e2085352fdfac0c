import { Router } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { snapshotRequestSchema, SNAPSHOTS_PATH, type SnapshotOffer } from '#shared/protocol/snapshot.ts';
import type { Session } from '../../auth/sessions.ts';
import { bodyOf, call, json, sessionOf, signedIn } from '../../http/calls.ts';
import { Places, type PlaceLimits } from '../../http/places.ts';
import type { Services } from '../../services.ts';
import { writeCursor } from '../cursor.ts';
import type { Lineage } from '../lineage.ts';
import { actorOf, assertProtocol } from '../asking.ts';
import { countFirstSync } from '../first-sync.ts';
import { countVisible } from '../page.ts';
import { versionsFor } from '../pull.ts';
import type { Manifest } from './snapshot-folder.ts';

const BODY_LIMIT = 4 * 1024;
/** Pieces of about a megabyte, in memory until a desk has taken them. */
const PIECES: PlaceLimits = { ofOne: 8, inAll: 60, waitMs: 15_000 };
const TICKET = 'snapshot';

const NONE: SnapshotOffer = { status: 'none' };

/** Offers snapshots, and gives their pieces. */
export function snapshotRoutes(services: Services, lineage: Lineage): Router {
  const router = Router();
  const { database, signer, snapshots } = services;
  const places = new Places(PIECES);

  router.post(
    SNAPSHOTS_PATH,
    signedIn(services),
    json(BODY_LIMIT),
    call(async (request, response) => {
      const { protocol, schema, receipt } = bodyOf(request, snapshotRequestSchema);
      assertProtocol(protocol);
      const session = sessionOf(request);
      const isOfHere = receipt === undefined || (await lineage.fits(receipt, await database.seq()));
      // A pull says what is to be done where the server was put back.
      const manifest =
        isOfHere && schema === cacheSchemaHash() ? await snapshots.offer(actorOf(session)) : null;
      response.json(manifest ? await offerOf(manifest, session) : NONE);
    }),
  );

  router.get(
    `${SNAPSHOTS_PATH}/:ticket/:piece`,
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      const { ticket, piece } = request.params as { ticket: string; piece: string };
      const signed = signer.read(TICKET, ticket);
      const [id, sessionId] = signed?.parts ?? [];
      const isTheirs = signed?.genuine === true && sessionId === session.id && /^\d{1,5}$/.test(piece);
      const leave = await places.take(session.user._id);
      try {
        const bytes = isTheirs ? await snapshots.piece(actorOf(session), String(id), Number(piece)) : null;
        if (!bytes)
          throw new PlainError(
            'not-found',
            'There is no such snapshot any more. The data is fetched page by page.',
          );
        response.type('application/octet-stream').end(bytes);
      } finally {
        leave();
      }
    }),
  );

  /** All of it is counted as taken before the first piece leaves. */
  async function offerOf(
    { id, seq, mark, counts, pieces }: Manifest,
    session: Session,
  ): Promise<SnapshotOffer> {
    const actor = actorOf(session);
    const total = await database.read((trx) => countVisible(trx, database, actor));
    await countFirstSync(services, session, { counts, total });
    return {
      status: 'snapshot',
      ticket: signer.write(TICKET, [id, session.id]),
      pieces,
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
      total,
      seq,
      cursor: writeCursor(signer, {
        ...versionsFor(database, actor),
        seq: 0,
        mark: await lineage.mark(0),
        firstFrom: seq,
        snapshot: mark,
      }),
      receipt: lineage.receipt(seq, mark),
      at: new Date().toISOString(),
    };
  }

  return router;
}
