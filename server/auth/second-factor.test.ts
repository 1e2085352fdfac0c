import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import {
  resetSecondFactorPath,
  SECOND_FACTOR_PATHS,
  secondFactorPath,
  type RecoveryCodes,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
} from '#shared/protocol/second-factor.ts';
import { PATHS, PROTOCOL_VERSION, type LoginResponse } from '#shared/protocol/sync.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { resetSecondFactor } from '../reset-second-factor.ts';
import { auditLines } from '../testing/audit-log.ts';
import { codeOf } from '../../tests/product/authenticator.ts';
import { enrol, forgetUsedCodes } from '../testing/authenticator.ts';
import { operation, TestClient } from '../testing/client.ts';
import {
  emailOf,
  PASSWORD,
  startOnSameData,
  startTestServer,
  userIdOf,
  type TestServer,
} from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ configuration: { trustProxy: 1 } });
});
afterAll(() => server.stop());

interface SignInAnswer {
  status: number;
  body: LoginResponse & ErrorBody;
  retryAfter: number;
}

let address = 0;

/** From another address each time: all are strangers to the account. */
async function signIn(
  role: Role,
  code?: string,
  { password = PASSWORD, desk, url = server.url }: { password?: string; desk?: string; url?: string } = {},
): Promise<SignInAnswer> {
  address += 1;
  const response = await fetch(url + PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${address}` },
    body: JSON.stringify({
      email: emailOf(role),
      password,
      ...(code === undefined ? {} : { code }),
      ...(desk === undefined ? {} : { desk: { id: desk, name: desk } }),
    }),
  });
  return {
    status: response.status,
    body: (await response.json()) as SignInAnswer['body'],
    retryAfter: Number(response.headers.get('retry-after')),
  };
}

const status = async (client: TestClient, userId?: string): Promise<SecondFactorStatus> =>
  (await client.get<SecondFactorStatus>(secondFactorPath(userId))).body;

const wrongCode = (secret: string): string => {
  const good = [-2, -1, 0, 1, 2].map((later) => codeOf(secret, later));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
  );
};

async function off(client: TestClient): Promise<void> {
  expect((await client.post(SECOND_FACTOR_PATHS.off, { proof: PASSWORD })).status).toBe(204);
}

/** How the last actions of the kind went, as the audit log has it. */
async function told(action: string, userId: string): Promise<unknown[]> {
  const lines = await auditLines(server.database, action);
  return lines
    .filter((line) => line.userId === userId || line.subjectId === userId)
    .map(({ outcome, detail }) => [outcome, detail?.['change'] ?? detail?.['reason']]);
}

describe('signing in', () => {
  test('password and code; a code is good once, and not before the one that was used', async () => {
    const desk = await server.signIn('HR');
    expect(await status(desk)).toEqual({ on: false, since: null, recoveryCodesLeft: 0, required: false });
    const { secret } = await enrol(desk);
    expect(await status(desk)).toMatchObject({ on: true, recoveryCodesLeft: 10, required: false });

    const first = await signIn('HR', undefined, { desk: 'other' });
    expect([first.status, first.body]).toEqual([
      401,
      { code: 'second-factor', error: 'Enter the code from your authenticator app.' },
    ]);
    expect((await signIn('HR', '')).body.error).toBe('Enter the code from your authenticator app.');

    // The code that confirmed the set-up counts as used.
    const used = await signIn('HR', codeOf(secret));
    expect([used.status, used.body.code]).toEqual([401, 'second-factor']);
    expect(used.body.error).toMatch(/^That code is not right, or was used before\./);
    // A clock that is ahead by one step.
    const next = codeOf(secret, 1);
    expect((await signIn('HR', `${next.slice(0, 3)} ${next.slice(3)}`, { desk: 'other' })).status).toBe(200);
    expect((await signIn('HR', next)).status).toBe(401);
    expect((await signIn('HR', codeOf(secret))).status).toBe(401);
    await forgetUsedCodes(server.database);
    const rest = await signIn('HR', codeOf(secret));
    expect(rest.status).toBe(200);
    expect(rest.body.refreshToken).toBeUndefined();
    await off(desk);
    expect((await signIn('HR')).status).toBe(200);
    expect(await told('second-factor', userIdOf('HR'))).toEqual([
      ['done', 'on'],
      ['done', 'off'],
    ]);
  });

  test('without the password nobody learns whether there is a second step', async () => {
    const desk = await server.signIn('HR');
    const { secret } = await enrol(desk);
    const plain = { code: 'unauthenticated', error: 'Email or password is wrong.' };
    expect((await signIn('HR', undefined, { password: 'not it at all' })).body).toEqual(plain);
    expect((await signIn('HR', codeOf(secret, 1), { password: 'not it at all' })).body).toEqual(plain);
    expect((await signIn('Admin', '123456', { password: 'not it at all' })).body).toEqual(plain);
    // The code with the wrong password was not used up.
    expect((await signIn('HR', codeOf(secret, 1))).status).toBe(200);
    await off(desk);
  });

  test('of many at once with one code, at every server on the data, one gets in', async () => {
    const desk = await server.signIn('HR');
    const { secret } = await enrol(desk);
    const code = codeOf(secret, 1);
    // Two servers share a PostgreSQL; a file has one.
    const other = server.databaseUrl === null ? null : await startOnSameData(server);
    const urls = [server.url, ...(other ? [other.url] : [])];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => signIn('HR', code, { url: urls[at % urls.length] ?? server.url })),
    );
    expect(answers.filter(({ status: each }) => each === 200)).toHaveLength(1);
    await other?.close();
    await off(desk);
  });

  test('a recovery code gets in once, however it is typed', async () => {
    const desk = await server.signIn('HR');
    const { recoveryCodes } = await enrol(desk);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(
      recoveryCodes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code)),
    ).toBe(true);
    const [one = '', other = ''] = recoveryCodes;
    const typed = other.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    // As a text editor or a chat gives it back.
    const pasted = one.replaceAll('-', '‑').replaceAll('A', 'Ａ');
    expect((await signIn('HR', pasted)).status).toBe(200);
    expect((await signIn('HR', one)).body).toMatchObject({ code: 'second-factor' });
    expect((await signIn('HR', typed)).status).toBe(200);
    expect(await status(desk)).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await told('second-factor', userIdOf('HR'))).slice(-2)).toEqual([
      ['done', 'recovery-code'],
      ['done', 'recovery-code'],
    ]);

    const renewed = await desk.post<RecoveryCodes>(SECOND_FACTOR_PATHS.recoveryCodes, { proof: PASSWORD });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await signIn('HR', recoveryCodes[2])).status).toBe(401);
    expect((await signIn('HR', renewed.body.recoveryCodes[0])).status).toBe(200);
    await off(desk);
  });

  test('a recovery code that is given as a proof is used up, and told of', async () => {
    const desk = await server.signIn('HR');
    const { recoveryCodes } = await enrol(desk);
    const before = await told('second-factor', userIdOf('HR'));
    const begun = await desk.post(SECOND_FACTOR_PATHS.begin, { proof: recoveryCodes[0] });
    expect(begun.status).toBe(200);
    expect(await status(desk)).toMatchObject({ on: true, recoveryCodesLeft: 9 });
    expect(await told('second-factor', userIdOf('HR'))).toEqual([...before, ['done', 'recovery-code']]);
    await off(desk);
  });

  test('a code that was used while the clock was ahead stops nobody once it is right', async () => {
    const desk = await server.signIn('HR');
    const { secret } = await enrol(desk);
    const inAYear = Math.floor(Date.now() / 30_000) + 365 * 24 * 120;
    await server.database.write((trx) => trx.all('UPDATE "second_factors" SET "lastStep" = ?', [inAYear]));
    const code = codeOf(secret);
    expect((await signIn('HR', code)).status).toBe(200);
    expect((await signIn('HR', code)).status).toBe(401);
    await off(desk);
  });

  test('ten wrong codes and strangers to the account wait, from wherever; a new password ends that', async () => {
    const desk = await server.signIn('HR');
    const { secret, recoveryCodes } = await enrol(desk);
    const wrong = wrongCode(secret);
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn('HR', wrong)));
    expect(answers.filter(({ status: each }) => each === 401)).toHaveLength(10);
    const over = await signIn('HR', codeOf(secret, 1));
    expect([over.status, over.body.code]).toEqual([429, 'too-many-requests']);
    expect(over.body.error).toMatch(/^Too many wrong codes\. Wait 15 minutes/);
    expect(over.retryAfter).toBeGreaterThan(14 * 60);
    expect(await told('sign-in', userIdOf('HR'))).toContainEqual(['refused', 'wrong-code']);

    const superAdmin = await server.signIn('Super Admin');
    const whose = [userIdOf('HR')];
    const [before] = await server.database.all<{ hash: string }>(
      'SELECT "hash" FROM "credentials" WHERE "userId" = ?',
      whose,
    );
    const password = 'six brown herons wade';
    expect((await superAdmin.put(`/api/users/${userIdOf('HR')}`, { password })).status).toBe(200);
    expect((await signIn('HR', recoveryCodes[0], { password })).status).toBe(200);
    await superAdmin.delete(resetSecondFactorPath(userIdOf('HR')));
    // The tests after this one sign in as before; by a call nobody sets so weak a password.
    await server.database.write((trx) =>
      trx.all('UPDATE "credentials" SET "hash" = ? WHERE "userId" = ?', [before?.hash ?? '', ...whose]),
    );
  });

  test('asking for the second step is no failure, and does not forget wrong codes', async () => {
    const desk = await server.signIn('HR');
    const { secret } = await enrol(desk);
    for (let at = 0; at < 15; at += 1) expect((await signIn('HR')).status).toBe(401);
    for (let at = 0; at < 10; at += 1) {
      expect((await signIn('HR', wrongCode(secret))).status).toBe(401);
      expect((await signIn('HR')).status).toBe(401);
    }
    expect((await signIn('HR', codeOf(secret, 1))).status).toBe(429);
    const superAdmin = await server.signIn('Super Admin');
    await superAdmin.delete(resetSecondFactorPath(userIdOf('HR')));
    expect((await signIn('HR')).status).toBe(200);
  });
});

describe('setting up and turning off', () => {
  test('asks for the password or a code; a wrong first code turns nothing on', async () => {
    const desk = await server.signIn('Admin');
    const refused = await desk.post<ErrorBody>(SECOND_FACTOR_PATHS.begin, { proof: 'not my password' });
    expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([422, 'proof']);
    expect(await told('second-factor', userIdOf('Admin'))).toEqual([['refused', 'wrong-proof']]);
    const nothing = await desk.post<ErrorBody>(SECOND_FACTOR_PATHS.confirm, { code: '123456' });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'conflict']);

    const { body } = await desk.post<SecondFactorEnrolment>(SECOND_FACTOR_PATHS.begin, { proof: PASSWORD });
    const early = await desk.post<ErrorBody>(SECOND_FACTOR_PATHS.confirm, { code: wrongCode(body.secret) });
    expect([early.status, early.body.fields?.[0]?.field]).toEqual([422, 'code']);
    expect(await status(desk)).toMatchObject({ on: false });
    expect((await signIn('Admin')).status).toBe(200);
    await enrol(desk);

    // Moving to another phone: the old one is good until the new one is confirmed.
    const again = await desk.post<SecondFactorEnrolment>(SECOND_FACTOR_PATHS.begin, { proof: PASSWORD });
    expect((await signIn('Admin', codeOf(again.body.secret, 1))).status).toBe(401);
    const { body: changed } = await desk.post<RecoveryCodes>(SECOND_FACTOR_PATHS.confirm, {
      code: codeOf(again.body.secret),
    });
    expect(changed.recoveryCodes).toHaveLength(10);
    expect((await signIn('Admin', codeOf(again.body.secret, 1))).status).toBe(200);
    expect((await desk.post(SECOND_FACTOR_PATHS.off, { proof: 'guess' })).status).toBe(422);
    await forgetUsedCodes(server.database);
    expect((await desk.post(SECOND_FACTOR_PATHS.off, { proof: codeOf(again.body.secret) })).status).toBe(204);
    expect(await status(desk)).toMatchObject({ on: false, recoveryCodesLeft: 0 });
  });

  test('a secret that was shown an hour ago confirms nothing', async () => {
    const desk = await server.signIn('Admin');
    const { body } = await desk.post<SecondFactorEnrolment>(SECOND_FACTOR_PATHS.begin, { proof: PASSWORD });
    await server.database.write((trx) =>
      trx.all('UPDATE "second_factors" SET "pendingAt" = ?', [
        new Date(Date.now() - 3_700_000).toISOString(),
      ]),
    );
    const late = await desk.post<ErrorBody>(SECOND_FACTOR_PATHS.confirm, { code: codeOf(body.secret) });
    expect(late.body.code).toBe('conflict');
  });

  test('a first code is not guessed: not in another session, and not without end in the own one', async () => {
    const [desk, stolen] = [await server.signIn('Admin', 'own'), await server.signIn('Admin', 'stolen')];
    const { body } = await desk.post<SecondFactorEnrolment>(SECOND_FACTOR_PATHS.begin, { proof: PASSWORD });
    const elsewhere = await stolen.post<ErrorBody>(SECOND_FACTOR_PATHS.confirm, {
      code: codeOf(body.secret),
    });
    expect(elsewhere.body.code).toBe('conflict');

    const guesses: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      const guess = { code: wrongCode(body.secret) };
      guesses.push((await desk.post(SECOND_FACTOR_PATHS.confirm, guess)).status);
    }
    expect(guesses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    expect((await desk.post(SECOND_FACTOR_PATHS.confirm, { code: codeOf(body.secret) })).status).toBe(429);
    expect(await told('second-factor', userIdOf('Admin'))).toContainEqual(['refused', 'wrong-code']);
    expect(await status(desk)).toMatchObject({ on: false });

    // Whom somebody at the open PC has stopped so sets it up after another sign-in.
    const later = await server.signIn('Admin', 'own');
    await enrol(later);
    await off(later);
  });

  test('sessions that a password alone has opened sign in again, and hear no word that wipes them', async () => {
    const [desk, elsewhere] = [await server.signIn('Admin', 'one'), await server.signIn('Admin', 'two')];
    const { secret } = await enrol(desk);
    expect((await desk.get(PATHS.me)).status).toBe(200);
    const refused = await elsewhere.get<ErrorBody>(PATHS.me);
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
    const renewal = { refreshToken: elsewhere.refreshToken };
    expect((await elsewhere.post<ErrorBody>(PATHS.refresh, renewal)).body.code).toBe('unauthenticated');
    // A renewal needs no code.
    expect((await desk.post(PATHS.refresh, { refreshToken: desk.refreshToken })).status).toBe(200);
    expect((await signIn('Admin', codeOf(secret, 1), { desk: 'two' })).status).toBe(200);
    await off(desk);
  });

  test('a Super Admin turns it off for another, nobody else does, and the sessions end', async () => {
    const admin = await server.signIn('Admin');
    await enrol(admin);
    const hr = await server.signIn('HR');
    const superAdmin = await server.signIn('Super Admin');
    expect((await hr.get(secondFactorPath(userIdOf('Admin')))).status).toBe(403);
    expect((await hr.delete(resetSecondFactorPath(userIdOf('Admin')))).status).toBe(403);
    expect(await status(superAdmin, userIdOf('Admin'))).toMatchObject({ on: true });
    expect((await superAdmin.delete(resetSecondFactorPath(userIdOf('Super Admin')))).status).toBe(403);
    expect((await superAdmin.delete(resetSecondFactorPath(userIdOf('Admin')))).status).toBe(204);
    expect((await superAdmin.delete(resetSecondFactorPath(userIdOf('Admin')))).status).toBe(404);
    expect((await admin.get(PATHS.me)).status).toBe(401);
    expect((await signIn('Admin')).status).toBe(200);
    const lines = await auditLines(server.database, 'second-factor');
    expect(lines.at(-1)).toMatchObject({
      userId: userIdOf('Super Admin'),
      subjectId: userIdOf('Admin'),
      detail: { change: 'reset' },
    });
  });

  test('the command line turns it off, and says where there is nothing to turn off', async () => {
    const admin = await server.signIn('Admin');
    await enrol(admin);
    const given = readConfiguration(['--reset-second-factor', emailOf('Admin').toUpperCase()], {});
    expect(await resetSecondFactor(server.database, given.resetSecondFactor ?? '')).toMatch(
      /signs in with the password alone now/,
    );
    expect((await admin.get(PATHS.me)).status).toBe(401);
    expect((await signIn('Admin')).status).toBe(200);
    expect(await resetSecondFactor(server.database, emailOf('Admin'))).toMatch(/has no two-step sign-in/);
    await expect(resetSecondFactor(server.database, 'nobody@office.test')).rejects.toThrow(
      'There is no employee',
    );
  });
});

describe('where it is kept', () => {
  test('nothing of it is in clear in the database, in an answer or a log; it goes with the user', async () => {
    const desk = await server.signIn('Student');
    const { secret, recoveryCodes } = await enrol(desk);
    await signIn('Student', codeOf(secret, 1));
    const tables = ['second_factors', 'recovery_codes', 'audit_log', 'change_log', 'operations', 'user'];
    const rows = await Promise.all(tables.map((table) => server.database.all(`SELECT * FROM "${table}"`)));
    const superAdmin = await server.signIn('Super Admin');
    const answers = [
      await superAdmin.get(`/api/users/${userIdOf('Student')}`),
      await superAdmin.get('/api/users'),
      await superAdmin.get(`/api/history/user/${userIdOf('Student')}`),
    ].map(({ body }) => body);
    const pulled = [...(await superAdmin.pull()).rows.values()];
    const all = JSON.stringify([rows, answers, pulled]);
    for (const hidden of [secret, ...recoveryCodes]) expect(all).not.toContain(hidden);
    expect(JSON.stringify([answers, pulled])).not.toMatch(/secondFactor|second_factor|recovery/i);

    const [result] = await superAdmin.push(operation('delete', 'user', userIdOf('Student'), {}, 1_000_000));
    expect(result).toMatchObject({ status: 'applied' });
    for (const table of ['second_factors', 'recovery_codes']) {
      const left = await server.database.all(`SELECT 1 FROM "${table}" WHERE "userId" = ?`, [
        userIdOf('Student'),
      ]);
      expect([table, left]).toEqual([table, []]);
    }
  });

  test('with another key, or none for passwords, recovery codes are good and codes are not', async () => {
    const first = await startTestServer();
    const { secret, recoveryCodes } = await enrol(await first.signIn('Employee'));
    await first.close();
    const other = await startOnSameData(first, {
      passwordKey: Buffer.alloc(32, 'other').toString('base64'),
      passwordReveal: false,
    });
    const { url } = other;
    const refused = await signIn('Employee', codeOf(secret, 1), { url });
    expect([refused.body.code, refused.body.error]).toEqual([
      'second-factor',
      expect.stringContaining('Use a recovery code') as string,
    ]);
    const opened = await signIn('Employee', recoveryCodes[0], { url });
    expect(opened.status).toBe(200);
    // Passwords are not kept there, and a new authenticator is.
    const client = new TestClient(url);
    client.token = opened.body.token;
    await forgetUsedCodes(other.database);
    const renewed = await enrol(client);
    expect((await signIn('Employee', codeOf(renewed.secret, 1), { url })).status).toBe(200);
    await other.close();
    await first.drop();
  });
});

test('a desk that waits for its user hears what became of the account meanwhile', async () => {
  const superAdmin = await server.signIn('Super Admin');
  for (const [role, change, code] of [
    ['HR', { isActive: false }, 'account-closed'],
    ['Employee', { password: 'Monsoon over Konkan' }, 'session-ended'],
  ] as const) {
    const stolen = await server.signIn(role, 'stolen');
    // As somebody does who has lost a PC.
    await enrol(await server.signIn(role, null));
    expect(await stolen.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await superAdmin.put(`/api/users/${userIdOf(role)}`, change)).status).toBe(200);
    expect(await stolen.get(PATHS.me)).toMatchObject({ body: { code } });
    const renewed = await stolen.post(PATHS.refresh, { refreshToken: stolen.refreshToken });
    expect(renewed).toMatchObject({ body: { code } });
  }
});

describe('roles that must use it', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ configuration: { secondFactorRoles: ['super admin', 'HR'] } });
  });
  afterAll(() => strict.stop());

  test.each(['Super Admin', 'HR'] as const)('%s can set it up, and nothing else before', async (role) => {
    const desk = await strict.signIn(role);
    const calls: [string, string, unknown?][] = [
      ['GET', PATHS.me],
      ['GET', '/api/students'],
      ['GET', '/api/users'],
      ['PUT', `/api/users/${userIdOf(role)}`, { mobileNumber: '98765 43210' }],
      ['POST', '/api/students', { fullName: 'A', mobile: '98765 43210', email: 'a@people.test' }],
      ['POST', PATHS.pull, { protocol: PROTOCOL_VERSION, cursor: null }],
      ['POST', PATHS.push, { protocol: PROTOCOL_VERSION, operations: [] }],
      ['GET', PATHS.live],
      ['GET', PATHS.checksum],
      ['GET', PATHS.dashboard],
      ['GET', PATHS.sessions],
      ['GET', PATHS.audit],
      ['GET', `${PATHS.files}/${'a'.repeat(64)}`],
      ['POST', SECOND_FACTOR_PATHS.off, { proof: PASSWORD }],
      ['POST', SECOND_FACTOR_PATHS.recoveryCodes, { proof: PASSWORD }],
      ['DELETE', resetSecondFactorPath(userIdOf('Admin'))],
    ];
    for (const [method, path, body] of calls) {
      const answer = await desk.request<ErrorBody>(method, path, body);
      expect([method, path, answer.status, answer.body.code]).toEqual([
        method,
        path,
        403,
        'second-factor-setup',
      ]);
    }
    expect((await desk.get(secondFactorPath(userIdOf('Admin')))).status).toBe(403);
    const renewed = await desk.post<LoginResponse>(PATHS.refresh, { refreshToken: desk.refreshToken });
    desk.token = renewed.body.token;
    expect((await desk.get('/api/students')).status).toBe(403);
    expect(await status(desk)).toMatchObject({ on: false, required: true });

    await enrol(desk);
    expect((await desk.get(PATHS.me)).status).toBe(200);
    expect((await desk.pull()).pages).toBeGreaterThan(0);
    const kept = await desk.post<ErrorBody>(SECOND_FACTOR_PATHS.off, { proof: PASSWORD });
    expect([kept.status, kept.body.code]).toEqual([403, 'forbidden']);
  });

  test('other roles go on as before; a reset opens the set-up again and locks nobody out', async () => {
    expect((await (await strict.signIn('Admin')).get(PATHS.me)).status).toBe(200);
    await resetSecondFactor(strict.database, emailOf('Super Admin'));
    const superAdmin = await strict.signIn('Super Admin', 'again');
    expect((await superAdmin.get(PATHS.me)).status).toBe(403);
    await enrol(superAdmin);
    expect((await superAdmin.get(PATHS.me)).status).toBe(200);
  });

  test('a server that is to protect a role that is not there does not start, and says which there are', async () => {
    const starting = startTestServer({ configuration: { secondFactorRoles: ['HR', 'Superadmin'] } });
    await expect(starting).rejects.toThrow(
      /^SECOND_FACTOR_ROLES names Superadmin, and there is no such role\. The roles are .*Super Admin/,
    );
  });

  test('a server without a place for the key does not start, and says what to set', async () => {
    const starting = startTestServer({
      configuration: {
        secondFactorRoles: ['HR'],
        passwordKey: null,
        passwordKeyFile: `${import.meta.filename}/key`,
      },
    });
    await expect(starting).rejects.toThrow('Set PASSWORD_KEY_FILE');
  });
});
