import { Router } from 'express';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  loginRequestSchema,
  PATHS,
  refreshRequestSchema,
  type LoginRequest,
  type LoginResponse,
  type SignedInUser,
} from '#shared/protocol/sync.ts';
import { sessionsQuerySchema } from '#shared/protocol/sessions.ts';
import { audit } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { addressOf, bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import type { Services } from '../services.ts';
import { isPassword } from './passwords.ts';
import { withSecondStep } from './second-step.ts';
import { endSession, sessionsOf } from './session-list.ts';

const SMALL_BODY = 16 * 1024;

interface Account extends SignedInUser {
  isActive: number | null;
  hash: string | null;
}

/** Sign-in, renewal and sign-out. */
export function authRoutes(services: Services): Router {
  const router = Router();

  router.post(
    PATHS.login,
    json(SMALL_BODY),
    call(async (request, response) => {
      const body = bodyOf(request, loginRequestSchema);
      response.json(await signIn(services, body, addressOf(request)));
    }),
  );

  router.post(
    PATHS.refresh,
    json(SMALL_BODY),
    call(async (request, response) => {
      const { refreshToken } = bodyOf(request, refreshRequestSchema);
      const { userId, ...tokens } = await services.sessions.refresh(refreshToken);
      const [user] = await services.database.all<SignedInUser>(
        'SELECT "_id", "name", "email", COALESCE("roleName", \'\') AS "role" FROM "user" WHERE "_id" = ?',
        [userId],
      );
      if (!user) throw new PlainError('unauthenticated', 'Sign in to go on.');
      response.json({ ...tokens, user } satisfies LoginResponse);
    }),
  );

  router.post(
    PATHS.logout,
    signedIn(services, { settingUp: true }),
    call(async (request, response) => {
      await services.sessions.signOut(sessionOf(request));
      response.status(204).end();
    }),
  );

  router.get(
    PATHS.sessions,
    signedIn(services),
    call(async (request, response) => {
      const session = sessionOf(request);
      const { userId } = queryOf(request, sessionsQuerySchema);
      response.json(await sessionsOf(services, session, userId ?? session.user._id));
    }),
  );

  router.delete(
    `${PATHS.sessions}/:id`,
    signedIn(services),
    call(async (request, response) => {
      await endSession(services, sessionOf(request), String(request.params['id']));
      response.status(204).end();
    }),
  );

  return router;
}

async function signIn(services: Services, body: LoginRequest, address: string): Promise<LoginResponse> {
  const { database, sessions, passwords, attempts, configuration } = services;
  const account = normaliseText(body.email);
  await attempts.begin(account, address);
  const [found] = await database.all<Account>(
    `SELECT u."_id", u."name", u."email", COALESCE(u."roleName", '') AS "role", u."isActive", c."hash"
     FROM "user" u LEFT JOIN "credentials" c ON c."userId" = u."_id"
     WHERE u."email_key" = ? AND u."deletedAt" IS NULL`,
    [account],
  );
  const right = await isPassword(found?.hash ?? undefined, body.password, configuration.passwordCost);
  const attempt = {
    action: 'sign-in',
    userId: found?._id ?? null,
    account: accountOf(account, found),
    address,
  } as const;
  const refused = (reason: string): Promise<void> =>
    database.write((trx) => audit(trx, { ...attempt, outcome: 'refused', detail: { reason } }));
  if (!found || !right) {
    await refused(found ? 'wrong-password' : 'unknown-account');
    throw new PlainError('unauthenticated', 'Email or password is wrong.');
  }
  if (found.isActive === 0) {
    await refused('account-closed');
    throw new PlainError('account-closed', 'Your account is not active. Ask an administrator.');
  }
  const renew = await passwords.renew(found._id, found.hash ?? '', body.password);
  const passwordWasRight = (trx: Transaction): Promise<void> => attempts.succeeded(trx, account, address);
  const second = { userId: found._id, code: body.code, attempt, passwordWasRight };
  const tokens = await withSecondStep(services, second, (secondStep) =>
    sessions.open(found._id, body.desk ?? null, async (trx) => {
      await secondStep(trx);
      await renew?.(trx);
      await passwordWasRight(trx);
      await audit(trx, { ...attempt, outcome: 'done' });
    }),
  );
  const user: SignedInUser = { _id: found._id, name: found.name, email: found.email, role: found.role };
  return { ...tokens, user };
}

/** The account as the audit log has it: people type passwords in the wrong place, so only an email is written down. */
function accountOf(given: string, found: Account | undefined): string | null {
  return found || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given) ? given : null;
}
