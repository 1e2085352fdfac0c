import { lstat } from 'node:fs/promises';
import { Router, type Request } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  MANIFEST_FILE,
  OFFER_PATH,
  offerQuerySchema,
  SIGNATURE_FILE,
  stageSchema,
  STARTED_PATH,
  startedSchema,
  updateFilePath,
  UPDATES_STATE_PATH,
} from '#shared/protocol/updates.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { VERSION } from '../version.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import type { Services } from '../services.ts';
import { builtInKey } from './key.ts';
import { ReleaseFolders } from './release-folders.ts';
import { mayFetch, noteStarted, offerFor, setStage, updatesState, type AskingDesk } from './releases.ts';
import { sendReleaseFile } from './send-file.ts';

const SMALL_BODY = 4 * 1024;
/** Installers of some hundred megabytes, read from the disk as they are taken: so many at once. */
const DOWNLOADS: PlaceLimits = { ofOne: 4, inAll: 30, waitMs: 15_000 };

/** New versions of the application, for the desks of this server (decision 42). */
export function updateRoutes(services: Services): Router {
  const router = Router();
  const { database, configuration } = services;
  const folders = new ReleaseFolders(configuration.dataFolder, builtInKey(configuration));
  const downloads = new Places(DOWNLOADS);

  router.get(
    OFFER_PATH,
    signedIn(services),
    call(async (request, response) => {
      const installed = queryOf(request, offerQuerySchema);
      response.json(await offerFor(database, folders, await deskOf(services, request), installed));
    }),
  );

  router.get(
    updateFilePath(':version', ':name'),
    signedIn(services),
    call(async (request, response) => {
      const desk = await deskOf(services, request);
      const version = String(request.params['version']);
      const name = String(request.params['name']);
      const release = (await mayFetch(database, version, desk.id)) ? folders.read(version) : undefined;
      const file = release?.manifest.files.find((each) => each.name === name);
      // Only what a manifest names: whatever else a path says leads nowhere.
      if (!release || !(file || name === MANIFEST_FILE || name === SIGNATURE_FILE)) throw noSuchFile();
      const root = folders.folderOf(version);
      const found = await lstat(`${root}/${name}`).catch(() => null);
      if (!found?.isFile()) throw noSuchFile();
      const leave = await downloads.take(desk.userId);
      try {
        const headers = {
          'Content-Type': 'application/octet-stream',
          ...(file ? { ETag: `"${file.sha512}"` } : {}),
        };
        await sendReleaseFile(response, { root, name, headers });
      } finally {
        leave();
      }
    }),
  );

  router.post(
    STARTED_PATH,
    signedIn(services),
    json(SMALL_BODY),
    call(async (request, response) => {
      const started = bodyOf(request, startedSchema);
      await noteStarted(database, await deskOf(services, request), started);
      response.status(204).end();
    }),
  );

  router.get(
    UPDATES_STATE_PATH,
    signedIn(services),
    call(async (request, response) => {
      assertSuperAdmin(request);
      response.json(await updatesState(database, VERSION));
    }),
  );

  router.put(
    UPDATES_STATE_PATH,
    signedIn(services),
    (request, _response, next) => {
      assertSuperAdmin(request);
      next();
    },
    json(SMALL_BODY),
    call(async (request, response) => {
      await setStage(database, sessionOf(request), bodyOf(request, stageSchema));
      response.json(await updatesState(database, VERSION));
    }),
  );

  return router;
}

const noSuchFile = (): PlainError => new PlainError('not-found', 'There is no such update for this PC.');

function assertSuperAdmin(request: Request): void {
  if (sessionOf(request).role !== 'Super Admin')
    throw new PlainError('forbidden', 'Only a Super Admin sees and decides about updates.');
}

/** @throws PlainError `forbidden` for a REST client, which is no PC of the office. */
async function deskOf({ database }: Services, request: Request): Promise<AskingDesk> {
  const { id, deskId, user, address } = sessionOf(request);
  if (deskId === null) throw new PlainError('forbidden', 'Updates are for the desktop application.');
  const [row] = await database.all<{ deskName: string | null }>(
    'SELECT "deskName" FROM "sessions" WHERE "id" = ?',
    [id],
  );
  return { id: deskId, name: row?.deskName ?? null, userId: user._id, address };
}
