import express, { Router, type Request, type RequestHandler } from 'express';
import type { SentFor } from '#shared/model/named-files.ts';
import { FILE_HASH, MAX_FILE_BYTES, PICTURE_TOO_LARGE, PICTURE_TYPES } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { filePath, fileQuerySchema, receivedPath, sentFileQuerySchema } from '#shared/protocol/sync.ts';
import { sendPiecewise } from '../http/piecewise.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import { call, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { AuditEntry } from '../audit/record.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { scheduleCleanUp } from './clean-up.ts';
import { DOCUMENT_HEADERS, FILE_HEADERS } from './file-headers.ts';
import { giveFile, type GivenFile } from './give-file.ts';
import { assertMaySend, hashOf, keepFile } from './keep-file.ts';
import { receivedOf, takePiece } from './document-pieces.ts';
import { ReadingsTold } from './readings-told.ts';

/** Whole pictures, which are in memory until they are sent: so many at once. */
const PICTURES: PlaceLimits = { ofOne: 6, inAll: 60, waitMs: 15_000 };

/**
 * Under a hash there is never another content, and of a content never another thumbnail; but another user of the same
 * browser may not have it. Whoever reads a document asks for it each time.
 */
const KEPT_BY_ONE_READER = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  Vary: 'Authorization',
} as const;
const NOT_KEPT = { 'Cache-Control': 'private, no-store' } as const;

/** Pictures and documents that records name, by the hash of their content: to send one, and to fetch one. */
export function fileRoutes(services: Services): Router {
  const router = Router();
  const { model } = services.database;
  const pictures = new Places(PICTURES);
  const told = new ReadingsTold();
  scheduleCleanUp(services);

  router.put(
    filePath(':hash'),
    signedIn(services),
    (request, _response, next) => {
      assertMaySend(model, sessionOf(request), sentFor(request));
      next();
    },
    readBytes,
    call(async (request, response) => {
      const hash = String(request.params['hash']);
      const bytes: unknown = request.body;
      if (!FILE_HASH.test(hash) || !(bytes instanceof Uint8Array)) throw notAsSent();
      const { user, address } = sessionOf(request);
      const sender = { userId: user._id, address };
      if (sentFor(request) === 'document') {
        response.json(await takePiece(services, sender, { hash, bytes, ...pieceOf(request) }));
        return;
      }
      if (hashOf(bytes) !== hash) throw notAsSent();
      await keepFile(services, sender, bytes, sentFor(request));
      response.json({ hash });
    }),
  );

  router.get(
    receivedPath(':hash'),
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      assertMaySend(model, session, 'document');
      const hash = String(request.params['hash']);
      if (!FILE_HASH.test(hash)) throw notAsSent();
      response.json(await receivedOf(services, session.user._id, hash));
    }),
  );

  router.get(
    filePath(':hash'),
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      const { user, role } = session;
      const { size, at } = queryOf(request, fileQuerySchema);
      const hash = String(request.params['hash']);
      // Small ones have a queue of their own.
      const leave = size === undefined ? await pictures.take(user._id) : undefined;
      try {
        const file = await giveFile(services, { _id: user._id, role }, hash, { size, at });
        if (!file) throw new PlainError('not-found', 'There is no such file, or it is not yours to see.');
        // A scanned page is a document too, whatever else its bytes could be.
        const isPicture = !file.isDocument && PICTURE_TYPES.some((type) => type === file.type);
        if (isPicture) await services.taken.leaving(session, 'picture', { '': 1 });
        else if (told.isNew(session.id, hash, at ?? 0)) {
          const { times, isTold } = told.opening(user._id, hash);
          const line = isTold ? documentRead(session, file.of, times) : undefined;
          await services.taken.leaving(session, 'document', { '': 1 }, line);
          told.wasTold(session, hash);
        }
        const headers = isPicture
          ? { ...FILE_HEADERS, ...KEPT_BY_ONE_READER }
          : { ...DOCUMENT_HEADERS, ...NOT_KEPT };
        await sendPiecewise(response.set(headers).type(file.type), file.bytes);
      } finally {
        leave?.();
      }
    }),
  );

  return router;
}

/** Who opened which document: each is told of, one that is opened again and again by its number. */
const documentRead = ({ user, address }: Session, of: GivenFile['of'], times: number): AuditEntry => ({
  action: 'document-read',
  outcome: 'done',
  userId: user._id,
  address,
  ...(of ? { detail: { ...of, ...(times > 1 ? { times } : {}) } } : {}),
});

const notAsSent = (): PlainError =>
  new PlainError('bad-request', 'The file did not arrive as it was sent. Choose it again and save.');

const sentFor = (request: Request): SentFor => queryOf(request, sentFileQuerySchema).for ?? 'field';

function pieceOf(request: Request): { at: number; of: number } {
  const { at = 0, of = 0 } = queryOf(request, sentFileQuerySchema);
  return { at, of };
}

const readRaw = express.raw({ type: () => true, limit: MAX_FILE_BYTES, inflate: false });

/** The bytes of a body, whatever it says of its type. */
const readBytes: RequestHandler = (request, response, next) => {
  readRaw(request, response, (error?: unknown) => {
    const tooLarge =
      typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
    next(tooLarge ? new PlainError('too-large', PICTURE_TOO_LARGE) : error);
  });
};
