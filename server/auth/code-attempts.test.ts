import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND_FACTOR_PATHS } from '#shared/protocol/second-factor.ts';
import { PATHS, type LoginResponse } from '#shared/protocol/sync.ts';
import { codeOf } from '../../tests/product/authenticator.ts';
import { enrol, forgetUsedCodes } from '../testing/authenticator.ts';
import type { TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { CodeAttempts } from './code-attempts.ts';

/** Decision 6 for codes: whoever has the password stops strangers, and not the owner. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ configuration: { trustProxy: 1 } });
});
afterAll(() => server.stop());

const HOME = '203.0.113.7';
let strangers = 0;
const stranger = (): string => `198.51.100.${(strangers += 1)}`;

interface From {
  code?: string | undefined;
  from: string;
  desk?: { id: string; name: string; proof?: string | undefined };
}

async function signIn({ from, ...rest }: From): Promise<{ status: number; body: LoginResponse }> {
  const answer = await fetch(server.url + PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email: emailOf('HR'), password: PASSWORD, ...rest }),
  });
  return { status: answer.status, body: (await answer.json()) as LoginResponse };
}

const notThese = (secret: string): string => {
  const good = [-2, -1, 0, 1, 2].map((later) => codeOf(secret, later));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
  );
};

async function goodCode(secret: string): Promise<string> {
  await forgetUsedCodes(server.database);
  return codeOf(secret);
}

async function wrongOnes(count: number, from: From): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await signIn(from)).status);
  return statuses;
}

/** The owner with two-step sign-in, a desk and an address of their own, and an open session. */
async function owner(): Promise<{
  session: TestClient;
  secret: string;
  recovery: string[];
  desk: NonNullable<From['desk']>;
}> {
  await server.database.write((trx) => trx.all('DELETE FROM "known_places"'));
  const session = await server.signIn('HR');
  const desk = { id: 'desk of HR', name: 'PC' };
  const { deskProof: proof } = (await signIn({ from: HOME, desk })).body;
  const { secret, recoveryCodes: recovery } = await enrol(session);
  return { session, secret, recovery, desk: { ...desk, proof } };
}

test('ten wrong codes of one who has the password stop strangers, and neither desk, address nor session', async () => {
  const { session, secret, recovery, desk } = await owner();
  const wrong = notThese(secret);
  for (let at = 0; at < 10; at += 1)
    expect((await signIn({ code: wrong, from: stranger() })).status).toBe(401);
  expect((await signIn({ code: await goodCode(secret), from: stranger() })).status).toBe(429);
  // A recovery code is no six-digit one, also among strangers.
  expect((await signIn({ code: recovery[0], from: stranger() })).status).toBe(200);
  expect((await signIn({ code: await goodCode(secret), from: stranger(), desk })).status).toBe(200);
  expect((await signIn({ code: await goodCode(secret), from: HOME })).status).toBe(200);
  // The owner's success does not give strangers more.
  expect((await signIn({ code: await goodCode(secret), from: stranger() })).status).toBe(429);
  expect((await session.post(SECOND_FACTOR_PATHS.off, { proof: PASSWORD })).status).toBe(204);
});

test('who mistypes ten codes at every door of theirs waits, and still gets in by a recovery code', async () => {
  const { session, secret, recovery, desk } = await owner();
  const wrong = notThese(secret);
  // The desk's ten, the address's ten; the strangers' counter is judged together with the address's.
  expect(await wrongOnes(22, { code: wrong, from: HOME, desk: desk ?? { id: '', name: '' } })).toEqual([
    ...Array<number>(20).fill(401),
    429,
    429,
  ]);
  expect((await signIn({ code: await goodCode(secret), from: HOME, ...(desk && { desk }) })).status).toBe(
    429,
  );
  expect((await signIn({ code: recovery[0], from: HOME, ...(desk && { desk }) })).status).toBe(200);
  // Guesses at recovery codes are counted too, each door its own.
  const one = stranger();
  expect((await wrongOnes(11, { code: 'AAAA-BBBB-CCCC-DDDD', from: one })).at(-1)).toBe(429);
  expect((await signIn({ code: recovery[1], from: stranger() })).status).toBe(200);
  expect((await session.post(SECOND_FACTOR_PATHS.off, { proof: PASSWORD })).status).toBe(204);
});

test('an open session has ten proofs of its own', async () => {
  const { session, secret } = await owner();
  for (let at = 0; at < 10; at += 1) {
    expect((await session.post(SECOND_FACTOR_PATHS.off, { proof: notThese(secret) })).status).toBe(422);
  }
  expect((await session.post(SECOND_FACTOR_PATHS.off, { proof: PASSWORD })).status).toBe(429);
  expect((await signIn({ code: await goodCode(secret), from: stranger() })).status).toBe(200);
});

test('who waits is told what helps: another administrator, or the server where there is none', async () => {
  const attempts = new CodeAttempts(server.database);
  const nowhere = { desk: null, address: null };
  const refusal = async (userId: string, kind: 'six-digits' | 'recovery'): Promise<string> => {
    const account = { userId, passwordSetAt: null, since: '2026-02-01T00:00:00.000Z' };
    for (let at = 0; at < 100; at += 1) {
      const refused = await attempts.signIn(account, kind, HOME, nowhere).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      if (refused !== null) return refused;
    }
    return '';
  };
  const only = userIdOf('Super Admin');
  expect(await refusal(userIdOf('HR'), 'six-digits')).toMatch(
    /and try again, use a recovery code, or ask an administrator for a new password\.$/,
  );
  expect(await refusal(only, 'six-digits')).toMatch(
    /use a recovery code, or turn two-step sign-in off at the server's command line with --reset-second-factor\.$/,
  );
  expect(await refusal(only, 'recovery')).toMatch(
    /try again, or turn two-step sign-in off at the server's command line with --reset-second-factor\.$/,
  );
});

test('strangers together have fifty codes a day, however they spread them', async () => {
  let now = Date.parse('2026-03-02T03:30:00Z');
  const attempts = new CodeAttempts(server.database, () => now);
  const account = { userId: 'fifty', passwordSetAt: null, since: '2026-01-01T00:00:00.000Z' };
  const nowhere = { desk: null, address: null };
  let tried = 0;
  for (let quarter = 0; quarter < 90; quarter += 1, now += 15 * 60_000 + 1) {
    for (let at = 0; at < 12; at += 1) {
      await attempts.signIn(account, 'six-digits', stranger(), nowhere).then(
        () => (tried += 1),
        () => undefined,
      );
    }
  }
  expect(tried).toBe(50);
  const known = { desk: 'a desk', address: null };
  await expect(attempts.signIn(account, 'six-digits', stranger(), known)).resolves.toBeDefined();
});
