import { Router } from 'express';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  closedRequestSchema,
  loginRequestSchema,
  PATHS,
  refreshRequestSchema,
  type ClosedAnswer,
  type LoginRequest,
  type LoginResponse,
  type SignedInUser,
} from '#shared/protocol/sync.ts';
import { sessionsQuerySchema } from '#shared/protocol/sessions.ts';
import { audit } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { addressOf, bodyOf, call, json, queryOf, sessionOf, signedIn } from '../http/calls.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import type { Services } from '../services.ts';
import { addressGroup } from './address-group.ts';
import { accountClosed, closedOf } from './closed-account.ts';
import type { Place } from './known-places.ts';
import { RateLimit, tooManyRequests } from './rate-limit.ts';
import { isPassword } from './password-check.ts';
import { withSecondStep } from './second-step.ts';
import { endSession, sessionsOf } from './session-list.ts';
import { watchUnheardEnds } from './unheard-ends.ts';

const SMALL_BODY = 16 * 1024;

/**
 * A password takes a core to compare: whoever knows one must not take them all. Counted by account and address, so that
 * nobody waits for strangers.
 */
const SIGN_INS: PlaceLimits = { ofOne: 1, inAll: Number.POSITIVE_INFINITY, waitMs: 15_000 };

/**
 * Each right password leaves lines that are kept for a year, also that of a closed account: nobody fills the disk with them, or
 * hides among them what they did.
 */
const RIGHT_PASSWORDS = { most: 500, windowMs: 60 * 60_000 } as const;
const SIGNED_IN_TOO_OFTEN = 'This account is signed in to again and again.';

interface Account extends SignedInUser {
  isActive: number | null;
  hash: string | null;
  passwordSetAt: string | null;
}

const NOWHERE_KNOWN = { desk: null, address: null };

/** Sign-in, renewal and sign-out. */
export function authRoutes(services: Services): Router {
  const router = Router();
  watchUnheardEnds(services);
  const signIns = new Places(SIGN_INS, 'Somebody is signing in to this account again and again.');
  const { most, windowMs } = RIGHT_PASSWORDS;
  const rightPasswords = new RateLimit(services.database, 'right password', most, windowMs);

  router.post(
    PATHS.login,
    json(SMALL_BODY),
    call(async (request, response) => {
      const body = bodyOf(request, loginRequestSchema);
      const address = addressOf(request);
      const leave = await signIns.take(`${addressGroup(address)} ${normaliseText(body.email)}`);
      try {
        response.json(await signIn(services, rightPasswords, body, address));
      } finally {
        leave();
      }
    }),
  );

  router.post(
    PATHS.refresh,
    json(SMALL_BODY),
    call(async (request, response) => {
      const { refreshToken } = bodyOf(request, refreshRequestSchema);
      const { userId, ...tokens } = await services.sessions.refresh(refreshToken, addressOf(request));
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

  router.post(
    PATHS.closed,
    signedIn(services),
    json(SMALL_BODY),
    call(async (request, response) => {
      const { accounts } = bodyOf(request, closedRequestSchema);
      const answer: ClosedAnswer = { closed: await closedOf(services, accounts) };
      response.json(answer);
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

async function signIn(
  services: Services,
  rightPasswords: RateLimit,
  body: LoginRequest,
  address: string,
): Promise<LoginResponse> {
  const { database, sessions, passwords, attempts, places, configuration } = services;
  const typed = normaliseText(body.email);
  const found = await accountWith(services, typed);
  const place: Place = { address, desk: body.desk };
  const known = found ? await places.of(found._id, place) : NOWHERE_KNOWN;
  const counted = await attempts.signIn(
    found ? { userId: found._id, passwordSetAt: found.passwordSetAt } : { typed },
    address,
    known,
  );
  const right = await isPassword(
    database,
    found?.hash ?? undefined,
    body.password,
    configuration.passwordCost,
  );
  const attempt = {
    action: 'sign-in',
    userId: found?._id ?? null,
    account: accountOf(typed, found),
    address,
  } as const;
  const refused = (trx: Transaction, reason: string): Promise<void> =>
    audit(trx, { ...attempt, outcome: 'refused', detail: { reason } });
  const former = right ? undefined : await formerOwner(services, typed, found, body.password);
  const whose = former ?? (right ? found?._id : undefined);
  if (whose !== undefined) {
    const { outcome, retryAfterSeconds } = await rightPasswords.count(whose);
    if (outcome !== 'allowed') {
      await database.write((trx) => counted.takeBack(trx));
      throw tooManyRequests(SIGNED_IN_TOO_OFTEN, retryAfterSeconds);
    }
  }
  if (former) {
    await database.write(async (trx) => {
      await counted.takeBack(trx);
      await audit(trx, {
        ...attempt,
        userId: former,
        outcome: 'refused',
        detail: { reason: 'account-closed' },
      });
    });
    const sentence = 'Your account was deleted. Ask an administrator.';
    throw await accountClosed(services, former, sentence, body.desk?.receipt);
  }
  if (!found || !right) {
    await database.write((trx) => refused(trx, found ? 'wrong-password' : 'unknown-account'));
    throw new WrongPassword();
  }
  if (found.isActive === 0) {
    await database.write(async (trx) => {
      await counted.takeBack(trx);
      await refused(trx, 'account-closed');
    });
    const sentence = 'Your account is not active. Ask an administrator.';
    throw await accountClosed(services, found._id, sentence, body.desk?.receipt);
  }
  const renew = await passwords.renew(found._id, found.hash ?? '', body.password);
  const passwordWasRight = (trx: Transaction): Promise<void> => counted.takeBack(trx);
  const { _id: userId, passwordSetAt } = found;
  const second = { userId, passwordSetAt, code: body.code, address, known, attempt, passwordWasRight };
  let deskProof: string | undefined;
  const tokens = await withSecondStep(services, second, (secondStep) =>
    sessions.open(found._id, body.desk ?? null, async (trx) => {
      await assertUnchanged(trx, found);
      await secondStep(trx);
      await renew?.(trx);
      await counted.succeeded(trx);
      deskProof = await places.remember(trx, found._id, place, known);
      await audit(trx, { ...attempt, outcome: 'done' });
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof WrongPassword) await database.write((trx) => refused(trx, 'wrong-password'));
    throw error;
  });
  const user: SignedInUser = { _id: found._id, name: found.name, email: found.email, role: found.role };
  return { ...tokens, user, ...(deskProof === undefined ? {} : { deskProof }) };
}

class WrongPassword extends PlainError {
  constructor() {
    super('unauthenticated', 'Email or password is wrong.');
  }
}

/**
 * A password takes a while to compare. Whoever changed it meanwhile, or closed the account, has ended the sessions that there
 * were, and not the one that is about to be opened.
 * @throws WrongPassword
 */
async function assertUnchanged(trx: Transaction, { _id, passwordSetAt }: Account): Promise<void> {
  const [now] = await trx.all<{ setAt: string | null }>(
    `SELECT c."changedAt" AS "setAt" FROM "user" u JOIN "credentials" c ON c."userId" = u."_id"
     WHERE u."_id" = ? AND u."deletedAt" IS NULL AND COALESCE(u."isActive", 1) <> 0`,
    [_id],
  );
  if (!now || now.setAt !== passwordSetAt) throw new WrongPassword();
}

async function accountWith({ database }: Services, email: string): Promise<Account | undefined> {
  const [found] = await database.all<Account>(
    `SELECT u."_id", u."name", u."email", COALESCE(u."roleName", '') AS "role", u."isActive", c."hash",
            c."changedAt" AS "passwordSetAt"
     FROM "user" u LEFT JOIN "credentials" c ON c."userId" = u."_id"
     WHERE u."email_key" = ? AND u."deletedAt" IS NULL`,
    [email],
  );
  return found;
}

/**
 * The deleted user whose email and password these are, so that a desk that kept that user's data hears that the account
 * is closed. Nobody else learns that there was one.
 */
async function formerOwner(
  { database, configuration }: Services,
  email: string,
  present: Account | undefined,
  password: string,
): Promise<string | undefined> {
  const [former] = await database.all<{ _id: string; hash: string }>(
    `SELECT u."_id", c."hash" FROM "user" u JOIN "credentials" c ON c."userId" = u."_id"
     WHERE u."email_key" = ? AND u."deletedAt" IS NOT NULL AND u."_id" <> ? ORDER BY u."deletedAt" DESC LIMIT 1`,
    [email, present?._id ?? ''],
  );
  // Computed also where there is none: how long a refusal takes tells nothing.
  const isTheirs = await isPassword(database, former?.hash, password, configuration.passwordCost);
  return isTheirs ? former?._id : undefined;
}

/** The account as the audit log has it: people type passwords in the wrong place, so only an email is written down. */
function accountOf(given: string, found: Account | undefined): string | null {
  return found || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given) ? given : null;
}
