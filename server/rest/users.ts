import { Router, type Request, type Response } from 'express';
import { PlainError } from '#shared/protocol/errors.ts';
import { hashPassword, isPassword, storePasswordHash } from '../auth/passwords.ts';
import type { Session } from '../auth/sessions.ts';
import { call, sessionOf, signedIn } from '../http/calls.ts';
import type { Alongside } from '../records/apply-operations.ts';
import { newId } from '../new-id.ts';
import type { Services } from '../services.ts';
import { readRecord } from './list-records.ts';
import { changesOf, readBody } from './request-body.ts';
import { saveRecord } from './save-record.ts';

/** What is special about users: the own record under `me`, and passwords, which never pass through a record. */
export function userRoutes(services: Services): Router {
  const router = Router();
  const { database } = services;
  const entity = database.model.entity('user');

  router.get(
    '/me',
    signedIn(services),
    call(async (request, response) => {
      const { user, role } = sessionOf(request);
      const record = await readRecord(database, { _id: user._id, role }, entity, user._id);
      response.json({ ...record, role: user.role });
    }),
  );

  const update = async (request: Request, response: Response, id: string): Promise<void> => {
    const session = sessionOf(request);
    const { password, currentPassword, ...changes } = changesOf(request, entity);
    const alongside = await passwordChange(services, session, id, password, currentPassword);
    await saveRecord(
      services,
      session,
      { kind: 'update', entity: entity.name, recordId: id, changes },
      alongside,
    );
    response.json(await readRecord(database, { _id: session.user._id, role: session.role }, entity, id));
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
    readBody,
    call((request, response) => update(request, response, String(request.params['id']))),
  );

  router.post(
    '/',
    signedIn(services),
    readBody,
    call(async (request, response) => {
      const session = sessionOf(request);
      const { password, ...changes } = changesOf(request, entity);
      const recordId = newId();
      const alongside =
        session.role === 'Super Admin' ? await firstPassword(services, recordId, password) : undefined;
      await saveRecord(
        services,
        session,
        { kind: 'create', entity: entity.name, recordId, changes },
        alongside,
      );
      response
        .status(201)
        .json(await readRecord(database, { _id: session.user._id, role: session.role }, entity, recordId));
    }),
  );

  return router;
}

const isGiven = (password: unknown): boolean =>
  password !== undefined && password !== null && password !== '';

function textOf(password: unknown): string {
  if (typeof password === 'string') return password;
  throw new PlainError('invalid', 'Password must be text.', [
    { field: 'password', code: 'invalid', message: 'Password must be text' },
  ]);
}

async function firstPassword(
  services: Services,
  userId: string,
  password: unknown,
): Promise<Alongside | undefined> {
  if (!isGiven(password)) return undefined;
  const passwordHash = await hashPassword(textOf(password), services.configuration.passwordCost);
  return (trx) => storePasswordHash(trx, userId, passwordHash);
}

/**
 * A new password: one's own by giving the old one, another's by a Super Admin; the user's other sessions end.
 * @throws PlainError `forbidden` or `invalid`.
 */
async function passwordChange(
  services: Services,
  session: Session,
  userId: string,
  password: unknown,
  currentPassword: unknown,
): Promise<Alongside | undefined> {
  if (!isGiven(password)) return undefined;
  const own = userId === session.user._id;
  if (!own && session.role !== 'Super Admin') {
    throw new PlainError('forbidden', 'Your role may not set Password (password) of others.');
  }
  if (own) await assertCurrentPassword(services, session, currentPassword);
  const passwordHash = await hashPassword(textOf(password), services.configuration.passwordCost);
  return async (trx, log) => {
    await storePasswordHash(trx, userId, passwordHash);
    await services.sessions.endAll(trx, log, userId, 'password-changed', session.id);
  };
}

async function assertCurrentPassword(services: Services, session: Session, given: unknown): Promise<void> {
  const { attempts, database, configuration } = services;
  const account = `password of ${session.user._id}`;
  attempts.begin(account, session.id);
  const [kept] = await database.all<{ hash: string }>('SELECT "hash" FROM "credentials" WHERE "userId" = ?', [
    session.user._id,
  ]);
  const right = await isPassword(
    kept?.hash,
    typeof given === 'string' ? given : '',
    configuration.passwordCost,
  );
  if (!right) {
    const message = 'Give your present password too: it was missing or wrong';
    throw new PlainError('invalid', `${message}.`, [{ field: 'currentPassword', code: 'invalid', message }]);
  }
  attempts.succeeded(account, session.id);
}
