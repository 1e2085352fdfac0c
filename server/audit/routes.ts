import { Router } from 'express';
import { entityOf } from '#shared/model/entities.ts';
import { auditQuerySchema, exportNoticeSchema } from '#shared/protocol/audit.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';
import { readAuditLog } from './read.ts';
import { auditExport } from './record.ts';

const SMALL_BODY = 4 * 1024;

/** The audit log: what desks tell it, and its reading. */
export function auditRoutes(services: Services): Router {
  const router = Router();
  const { database } = services;

  router.post(
    PATHS.auditExport,
    signedIn(services),
    json(SMALL_BODY),
    call(async (request, response) => {
      const { at, ...exported } = bodyOf(request, exportNoticeSchema);
      if (!Object.hasOwn(entityOf(exported.entity).lists, exported.list)) {
        throw new PlainError('bad-request', 'The request is not as agreed: look at "list".');
      }
      const session = sessionOf(request);
      await database.write((trx) => auditExport(trx, session, { ...exported, exportedAt: at }));
      response.status(204).end();
    }),
  );

  router.get(
    PATHS.audit,
    signedIn(services),
    call(async (request, response) => {
      if (sessionOf(request).role !== 'Super Admin') {
        throw new PlainError('forbidden', 'Only a Super Admin may read the audit log.');
      }
      response.json(await readAuditLog(database, queryOf(request, auditQuerySchema)));
    }),
  );

  return router;
}
