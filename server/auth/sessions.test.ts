import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS, type LoginResponse } from '#shared/protocol/sync.ts';
import { dataKeyOf, dataSecretOf } from './data-key.ts';
import { auditLines } from '../testing/audit-log.ts';
import { operation, type TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function refresh(
  client: TestClient,
  refreshToken = client.refreshToken,
): Promise<{ status: number; code?: string }> {
  const answer = await client.post<LoginResponse & { code?: string }>(PATHS.refresh, { refreshToken });
  if (answer.status === 200) {
    client.token = answer.body.token;
    client.refreshToken = answer.body.refreshToken;
  }
  return { status: answer.status, ...(answer.body.code ? { code: answer.body.code } : {}) };
}

test('a REST client gets a token for a working day, a desk a short one that it renews', async () => {
  const client = server.client();
  const rest = await client.signIn(emailOf('HR'), PASSWORD, null);
  expect(rest).toMatchObject({
    expiresIn: 43_200,
    user: { name: 'User HR', role: 'HR', email: emailOf('HR') },
  });
  expect(rest).not.toHaveProperty('refreshToken');
  const desk = await client.signIn(emailOf('HR').toUpperCase(), PASSWORD, 'desk');
  expect(desk.expiresIn).toBe(900);
  expect(await refresh(client)).toEqual({ status: 200 });
  expect((await client.get(PATHS.me)).status).toBe(200);
});

test('a desk gets a key for its data with each session: the user’s own, on every PC the same', async () => {
  const signedIn = async (role: 'HR' | 'Admin', desk: string | null): Promise<LoginResponse> =>
    server.client().signIn(emailOf(role), PASSWORD, desk);
  const { dataKey = '' } = await signedIn('HR', 'one');
  expect(Buffer.from(dataKey, 'base64')).toHaveLength(32);
  expect((await signedIn('HR', 'two')).dataKey).toBe(dataKey);
  expect((await signedIn('Admin', 'one')).dataKey).not.toBe(dataKey);
  expect(await signedIn('HR', null)).not.toHaveProperty('dataKey');
  const client = server.client();
  await client.signIn(emailOf('HR'), PASSWORD, 'one');
  const renewed = await client.post<LoginResponse>(PATHS.refresh, { refreshToken: client.refreshToken });
  expect(renewed.body.dataKey).toBe(dataKey);
  // What it follows from is in the database: a backup restored by a server with another signing secret opens what it did.
  const secret = await dataSecretOf(server.database, 'another signing secret');
  expect(dataKeyOf(secret, userIdOf('HR'))).toBe(dataKey);
});

test('who signs in to one account many times at once holds up nobody who signs in to another', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const writing = server.database.write(() => held);
  const answered: string[] = [];
  const signIn = async (role: 'Employee' | 'Admin'): Promise<void> => {
    await server.client().signIn(emailOf(role), PASSWORD, null);
    answered.push(role);
  };
  const all = [...Array.from({ length: 20 }, () => signIn('Employee')), signIn('Admin')];
  // Sign-ins are counted by the writer: when others have been answered meanwhile, all of these have come in.
  for (let times = 0; times < 10; times += 1) await server.client().get(PATHS.health);
  release();
  await Promise.all([writing, ...all]);
  expect(answered).toHaveLength(21);
  expect(answered.indexOf('Admin')).toBeLessThan(10);
});

test('a token of no session is refused without the writer, which saves wait for', async () => {
  const client = await server.signIn('HR', 'signed out');
  const ended = client.refreshToken;
  await client.post(PATHS.logout, {});
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = (): void => undefined;
  const taken = new Promise<void>((resolve) => (isHeld = resolve));
  const writer = server.database.write(async () => {
    isHeld();
    await held;
  });
  await taken;
  try {
    for (const token of ['garbage', 'a.b', `${randomUUID()}.x`, 'x'.repeat(400), '']) {
      expect(await refresh(server.client(), token)).toEqual({ status: 401, code: 'unauthenticated' });
    }
    expect(await refresh(server.client(), ended)).toEqual({ status: 401, code: 'session-ended' });
  } finally {
    release();
    await writer;
  }
});

test.each(['\0', '\ud800', "'"])(
  'a token with what no id has (%j) is no session, and spoils the look-up of nobody who asks with it',
  async (character) => {
    const [stranger, hr] = [server.client(), await server.signIn('HR')];
    const asked = Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0
        ? hr.get(PATHS.me).then(({ status }) => status)
        : refresh(stranger, `a${character}b.0.c.d`).then(({ status }) => -status),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200, -401]));
  },
);

test('wrong password and unknown email answer alike', async () => {
  const client = server.client();
  const wrong = await client.post(PATHS.login, { email: emailOf('HR'), password: 'wrong' });
  const unknown = await client.post(PATHS.login, { email: 'nobody@office.test', password: 'wrong' });
  expect(wrong).toMatchObject({ status: 401, body: { error: 'Email or password is wrong.' } });
  expect(unknown.body).toEqual(wrong.body);
});

test('an old refresh token ends the session, unless its successor was never used', async () => {
  const client = await server.signIn('HR', 'rotation');
  const first = client.refreshToken;
  expect(await refresh(client)).toEqual({ status: 200 });
  // The answer was lost: the desk tries the first one again, and goes on with what it gets.
  const lost = client.refreshToken;
  expect(await refresh(client, first)).toEqual({ status: 200 });
  expect((await client.get(PATHS.me)).status).toBe(200);
  // Now the successor was used: the first one again is a stolen copy.
  expect(await refresh(client, first)).toMatchObject({ status: 401, code: 'session-ended' });
  expect(await client.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  expect(await refresh(client, lost)).toMatchObject({ status: 401, code: 'session-ended' });
});

test('a refresh token that was overtaken ends the session when it turns up', async () => {
  const client = await server.signIn('HR', 'overtaken');
  const first = client.refreshToken;
  await refresh(client);
  const lost = client.refreshToken;
  await refresh(client, first);
  expect(await refresh(client, lost)).toMatchObject({ status: 401, code: 'session-ended' });
});

test('a token that was never given out ends no session', async () => {
  const client = await server.signIn('HR', 'garbage');
  const token = client.refreshToken ?? '';
  const [id = '', , secret = '', mark = ''] = token.split('.');
  const foreign = [
    `${id}.garbage`,
    `${id}.0.garbage`,
    `${id}.${secret}`,
    `${id}.0.${secret}.`,
    `${id}.0.${'x'.repeat(43)}.${mark}`,
    `${id}.7.${secret}.${mark}`,
    `${token}x`,
    token.slice(0, -2),
    id,
    '',
    '...',
  ];
  for (const each of foreign) {
    expect([each, await refresh(client, each)]).toEqual([each, { status: 401, code: 'unauthenticated' }]);
  }
  expect((await client.get(PATHS.me)).status).toBe(200);
  expect(await refresh(client, token)).toEqual({ status: 200 });
});

test('a token of a later rotation than the data knows, as after a restore, is no theft', async () => {
  const client = await server.signIn('HR', 'restored');
  const [before] = await server.database.all<{ id: string; refreshHash: string }>(
    `SELECT "id", "refreshHash" FROM "sessions" WHERE "deskName" LIKE 'restored%'`,
  );
  const old = client.refreshToken;
  await refresh(client);
  await refresh(client);
  await server.database.write((trx) =>
    trx.all(
      'UPDATE "sessions" SET "refreshHash" = ?, "previousHash" = NULL, "generation" = 0, "seenGeneration" = 0 WHERE "id" = ?',
      [before?.refreshHash ?? '', before?.id ?? ''],
    ),
  );
  expect(await refresh(client)).toEqual({ status: 401, code: 'unauthenticated' });
  expect(await refresh(client, old)).toEqual({ status: 200 });
});

test('a token of an older server, without our mark, goes on', async () => {
  const client = await server.signIn('HR', 'older');
  const [id = ''] = (client.refreshToken ?? '').split('.');
  const older = `${id}.${'y'.repeat(43)}`;
  const hash = createHash('sha256').update(older).digest('base64url');
  await server.database.write((trx) =>
    trx.all('UPDATE "sessions" SET "refreshHash" = ? WHERE "id" = ?', [hash, id]),
  );
  expect(await refresh(client, older)).toEqual({ status: 200 });
  await client.get(PATHS.me);
  expect(await refresh(client, older)).toMatchObject({ code: 'session-ended' });
});

test('a token that is used a second time is in the audit log, once', async () => {
  const client = await server.signIn('Admin', 'thief');
  const first = client.refreshToken;
  await refresh(client);
  await client.get(PATHS.me);
  await refresh(client, first);
  await refresh(client, first);
  const lines = await auditLines(server.database, 'token-reused');
  expect(lines.filter(({ subjectId }) => subjectId === userIdOf('Admin'))).toMatchObject([
    {
      outcome: 'refused',
      userId: null,
      subjectId: userIdOf('Admin'),
      account: emailOf('Admin'),
      address: '127.0.0.1',
      detail: { device: `thief of ${userIdOf('Admin')}` },
    },
  ]);
});

test('a desk signs in anew 90 days after its sign-in, however often it was there; a REST client after 12 hours', async () => {
  const client = await server.signIn('Admin', 'ninety');
  const opened = (days: number): Promise<unknown> =>
    server.database.write((trx) =>
      trx.all(`UPDATE "sessions" SET "createdAt" = ? WHERE "deskName" LIKE 'ninety%'`, [
        new Date(Date.now() - days * 86_400_000).toISOString(),
      ]),
    );
  await opened(89.9);
  expect(await refresh(client)).toEqual({ status: 200 });
  await opened(90.1);
  const token = client.refreshToken;
  for (let at = 0; at < 2; at += 1) {
    expect(await client.post(PATHS.refresh, { refreshToken: token })).toMatchObject({
      status: 401,
      body: {
        code: 'session-ended',
        expired: true,
        error:
          'You have been signed in here for a long time. Sign in again to go on; your changes are safe here.',
      },
    });
  }
  expect(await client.get(PATHS.me)).toMatchObject({ body: { code: 'session-ended', expired: true } });
  // And one that was opened while the clock was ahead, which has been put right.
  const ofTimeToCome = await server.signIn('HR', 'ninety ahead');
  await opened(-89.9);
  expect(await refresh(ofTimeToCome)).toEqual({ status: 200 });
  await opened(-90.1);
  expect(await refresh(ofTimeToCome)).toMatchObject({ status: 401 });
  const rest = await server.signIn('Admin', null);
  await server.database.write((trx) =>
    trx.all(`UPDATE "sessions" SET "expiresAt" = ? WHERE "deskId" IS NULL`, [
      new Date(Date.now() - 1).toISOString(),
    ]),
  );
  expect(await rest.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('tokens at rest are hashes', async () => {
  const client = await server.signIn('HR', 'at rest');
  const rows = await server.database.all<Record<string, unknown>>('SELECT * FROM "sessions"');
  expect(JSON.stringify(rows)).not.toContain(client.refreshToken?.split('.')[2]);
});

test('signing out ends this session at once, and no other', async () => {
  const one = await server.signIn('HR', 'one');
  const other = await server.signIn('HR', 'other');
  expect((await one.post(PATHS.logout, {})).status).toBe(204);
  expect(await one.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  expect((await other.get(PATHS.me)).status).toBe(200);
});

test('a changed role, deactivation and deletion end the sessions at once', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const student = await server.signIn('Student');
  await superAdmin.push(
    operation('update', 'roleAssignment', `assignment-${userIdOf('Student')}`, { roleName: 'HR' }),
  );
  expect(await student.get(PATHS.me)).toMatchObject({
    status: 401,
    body: { code: 'session-ended', error: 'Your role was changed. Sign in again.' },
  });
  const employee = await server.signIn('Employee');
  await superAdmin.push(operation('update', 'user', userIdOf('Employee'), { isActive: false }));
  expect(await employee.get('/api/students')).toMatchObject({
    status: 401,
    body: { code: 'account-closed' },
  });
  expect(await refresh(employee)).toMatchObject({ status: 401, code: 'account-closed' });
  const inactive = await server
    .client()
    .post(PATHS.login, { email: emailOf('Employee'), password: PASSWORD });
  expect(inactive).toMatchObject({ status: 401, body: { code: 'account-closed' } });

  const none = await server.signIn('');
  await superAdmin.push(operation('delete', 'user', userIdOf('')));
  expect(await none.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'account-closed' } });
  const deleted = await server.client().post(PATHS.login, { email: emailOf(''), password: PASSWORD });
  // Said to who gives the right password, so that desks drop what they keep; to others it is as if it never was.
  expect(deleted).toMatchObject({
    status: 401,
    body: { code: 'account-closed', error: 'Your account was deleted. Ask an administrator.' },
  });
  const guessed = await server.client().post(PATHS.login, { email: emailOf(''), password: 'wrong' });
  expect(guessed).toMatchObject({ status: 401, body: { error: 'Email or password is wrong.' } });
});

test('a new password: the own by giving the old one, which ends the other sessions', async () => {
  const admin = await server.signIn('Admin', null);
  const desk = await server.signIn('Admin');
  const refused = await admin.put(PATHS.me, { password: 'Tabla lantern 83', currentPassword: 'wrong' });
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ field: 'currentPassword' }] } });
  expect((await admin.put(PATHS.me, { password: 'short', currentPassword: PASSWORD })).status).toBe(422);
  expect(
    (await admin.put(PATHS.me, { password: 'Tabla lantern 83', currentPassword: PASSWORD })).status,
  ).toBe(200);
  expect(await desk.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  expect((await admin.get(PATHS.me)).status).toBe(200);
  await server.client().signIn(emailOf('Admin'), 'Tabla lantern 83', null);
  const others = await admin.put(`/api/users/${userIdOf('HR')}`, { password: 'Tabla lantern 83' });
  expect(others).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('forged and foreign tokens are no session', async () => {
  const client = server.client();
  for (const token of ['', 'abc', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4Iiwic3ViIjoieCJ9.']) {
    client.token = token;
    expect(await client.get(PATHS.me)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  }
});

test('too many wrong passwords stop sign-in from there', async () => {
  const client = server.client();
  const codes: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    codes.push(
      (await client.post(PATHS.login, { email: 'guess@office.test', password: `wrong ${at}` })).status,
    );
  }
  expect(codes.slice(0, 10).every((status) => status === 401)).toBe(true);
  expect(codes.slice(10)).toEqual([429, 429]);
  expect((await client.signIn(emailOf('HR'), PASSWORD, null)).token).toBeTruthy();
});

test('a session of before an account was closed is over also once the account is open again', async () => {
  const superAdmin = await server.signIn('Super Admin', 'closes and opens');
  const before = await server.signIn('HR', 'of before');
  for (const isActive of [false, true])
    await superAdmin.push(operation('update', 'user', userIdOf('HR'), { isActive }, 1e9));
  expect((await before.get(PATHS.me)).status).toBe(401);
  expect((await refresh(before)).status).toBe(401);
  expect((await server.signIn('HR', 'of after')).token).toBeDefined();
});
