import { Router, type Request } from 'express';
import { auditQuerySchema, dataTakenQuerySchema, exportNoticeSchema } from '#shared/protocol/audit.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import { bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';
import { takeExportNotice } from './export-notice.ts';
import { readAuditLog } from './read.ts';
import { readDataTaken } from './taken-table.ts';

const SMALL_BODY = 4 * 1024;
/** Under this name the lines of the log that left are counted. */
const AUDIT_LOG = 'audit_log';

/** The audit log: what desks tell it, and its reading; and the counts of what was taken. */
export function auditRoutes(services: Services): Router {
  const router = Router();
  const { database, taken } = services;

  router.post(
    PATHS.auditExport,
    signedIn(services),
    json(SMALL_BODY),
    call(async (request, response) => {
      await takeExportNotice(services, sessionOf(request), bodyOf(request, exportNoticeSchema));
      response.status(204).end();
    }),
  );

  router.get(
    PATHS.audit,
    signedIn(services),
    call(async (request, response) => {
      const session = superAdminOf(request);
      const query = queryOf(request, auditQuerySchema);
      if (query.from !== undefined && query.to !== undefined && query.from > query.to)
        throw new PlainError('bad-request', 'The first day is after the last one. Change one of them.');
      const { user, role } = session;
      const lines = await readAuditLog(database, { _id: user._id, role }, query);
      await taken.leaving(session, 'rest', { [AUDIT_LOG]: lines.length });
      response.json(lines);
    }),
  );

  router.get(
    PATHS.dataTaken,
    signedIn(services),
    call(async (request, response) => {
      superAdminOf(request);
      const query = queryOf(request, dataTakenQuerySchema);
      // With what is counted up to now.
      await taken.write();
      response.json(await readDataTaken(database, query));
    }),
  );

  return router;
}

/** @throws PlainError `forbidden`. */
function superAdminOf(request: Request): Session {
  const session = sessionOf(request);
  if (session.role === 'Super Admin') return session;
  throw new PlainError('forbidden', 'Only a Super Admin may read the audit log.');
}
