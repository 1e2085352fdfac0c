import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { AnyRecord } from '#shared/model/entity.ts';
import { firstPassword, passwordChange } from '../auth/password-change.ts';
import { VIEW_LIMIT, viewPassword } from '../auth/password-view.ts';
import { RateLimit } from '../auth/rate-limit.ts';
import type { Session } from '../auth/sessions.ts';
import { call, sessionOf, signedIn } from '../http/calls.ts';
import { newId } from '#shared/model/new-id.ts';
import { applyOperations } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';
import { readRecord } from './list-records.ts';
import { mayAdd, mayChange } from './may-write.ts';
import { changesOf, readBody } from './request-body.ts';
import { saveRecord } from './save-record.ts';

/** What is special about users: the own record under `me`, and passwords, which never pass through a record. */
export function userRoutes(services: Services): Router {
  const router = Router();
  const { database, taken } = services;
  const entity = database.model.entity('user');
  const one = async (session: Session, id: string): Promise<AnyRecord> => {
    const record = await readRecord(database, { _id: session.user._id, role: session.role }, entity, id);
    // What everybody has of themselves is not taken.
    if (id !== session.user._id) await taken.leaving(session, 'rest', { [entity.name]: 1 });
    return record;
  };

  router.get(
    '/me',
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      response.json({ ...(await one(session, session.user._id)), role: session.user.role });
    }),
  );

  const views = new RateLimit(database, 'password view', VIEW_LIMIT.most, VIEW_LIMIT.windowMs);
  router.get(
    '/with-password/:id',
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      const id = String(request.params['id']);
      const viewed = await viewPassword(services, views, session, id);
      response.json({ ...(await one(session, id)), ...viewed });
    }),
  );

  const mayChangeAny = mayChange(entity);
  /** Everybody may send a password of their own. */
  const mayChangeOrIs: RequestHandler = (request, response, next) => {
    if (request.params['id'] === sessionOf(request).user._id) next();
    else mayChangeAny(request, response, next);
  };

  const update = async (request: Request, response: Response, id: string): Promise<void> => {
    const session = sessionOf(request);
    const given = withRoleName(changesOf(request, entity));
    const alongside = await passwordChange(services, session, id, given);
    const changes = withoutPasswords(given);
    const ownPasswordAlone = id === session.user._id && alongside && Object.keys(changes).length === 0;
    // Nothing of the record is written, which some roles may not do at all.
    if (ownPasswordAlone) await applyOperations(services, session, [], { source: 'rest', alongside });
    else {
      const change = { kind: 'update', entity: entity.name, recordId: id, changes } as const;
      await saveRecord(services, session, change, alongside);
    }
    response.json(await one(session, id));
  };

  router.put(
    '/me',
    signedIn(services),
    readBody,
    call((request, response) => update(request, response, sessionOf(request).user._id)),
  );
  router.put(
    '/:id',
    signedIn(services),
    mayChangeOrIs,
    readBody,
    call((request, response) => update(request, response, String(request.params['id']))),
  );

  router.post(
    '/',
    signedIn(services),
    mayAdd(entity),
    readBody,
    call(async (request, response) => {
      const session = sessionOf(request);
      const given = changesOf(request, entity);
      const recordId = newId();
      const alongside = await firstPassword(services, session, recordId, given);
      const changes = withoutPasswords(given);
      await saveRecord(
        services,
        session,
        { kind: 'create', entity: entity.name, recordId, changes },
        alongside,
      );
      response.status(201).json(await one(session, recordId));
    }),
  );

  return router;
}

/** What a body says of passwords, and `users/with-password` answers: never part of a record. */
const PASSWORD_FIELDS = new Set(['password', 'currentPassword', 'passwordsKept']);

function withoutPasswords(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !PASSWORD_FIELDS.has(name)));
}

/** The own record also calls the role `role`, as the sign-in does: sent back, it is the record's own field. */
function withRoleName({ role, ...given }: Record<string, unknown>): Record<string, unknown> {
  if (role === undefined || (given['roleName'] ?? '') === role) return given;
  return { ...given, roleName: role };
}
