import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { SECOND_FACTOR_PATHS } from '#shared/protocol/second-factor.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Database } from '../database/database.ts';
import { auditLines } from '../testing/audit-log.ts';
import { operation, type TestClient } from '../testing/client.ts';
import {
  ALL_ROLES,
  emailOf,
  PASSWORD,
  startTestServer,
  userIdOf,
  type TestServer,
} from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';

const NEW = 'Monsoon over Konkan';
const INSTEAD = 'Choose three or four words that do not belong together';

let server: TestServer;
let superAdmin: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
});
afterEach(() => server.stop());

const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await server.client().post(PATHS.login, { email, password })).status === 200;

describe('setting a password by PUT /api/users/{id}', () => {
  test('the own one with the present one, whatever the role', async () => {
    for (const role of ALL_ROLES) {
      const client = await server.signIn(role, 'here');
      const elsewhere = await server.signIn(role, 'elsewhere');
      const path = `/api/users/${userIdOf(role)}`;
      const missing = await client.put(path, { password: NEW });
      expect([role, missing.status]).toEqual([role, 422]);
      const set = await client.put(path, { password: NEW, currentPassword: PASSWORD });
      expect([role, set.status]).toEqual([role, 200]);
      expect([role, await signsIn(emailOf(role), NEW)]).toEqual([role, true]);
      expect([role, await signsIn(emailOf(role), PASSWORD)]).toEqual([role, false]);
      // The session that set it goes on, the others end.
      expect((await client.get(PATHS.me)).status).toBe(200);
      expect((await elsewhere.get(PATHS.me)).status).toBe(401);
    }
  });

  test('the own one sixty times an hour, in all sessions together', async () => {
    const client = await server.signIn('Student');
    const path = `/api/users/${userIdOf('Student')}`;
    const set = async (one: TestClient, currentPassword = NEW): Promise<number> =>
      (await one.put(path, { password: NEW, currentPassword })).status;
    for (let at = 0; at < 63; at += 1) expect(await set(client, at === 0 ? PASSWORD : NEW)).toBe(200);
    const refused = await client.put(path, { password: NEW, currentPassword: NEW });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(String((refused.body as { error: string }).error)).toMatch(
      /^Your password was given again and again\. Wait (59|60) minutes and try again\.$/,
    );
    const elsewhere = server.client();
    await elsewhere.signIn(emailOf('Student'), NEW, 'elsewhere');
    // Whoever did that keeps nobody else from a new one.
    for (let at = 0; at < 3; at += 1) expect(await set(elsewhere)).toBe(200);
    expect(await set(elsewhere)).toBe(429);
    const codes = await elsewhere.post(SECOND_FACTOR_PATHS.recoveryCodes, { proof: NEW });
    expect(codes.status).toBe(429);
    // Nobody else hears of it, and signing in goes on.
    expect(await signsIn(emailOf('Student'), NEW)).toBe(true);
    const hr = await server.signIn('HR');
    const changed = await hr.put(`/api/users/${userIdOf('HR')}`, {
      password: NEW,
      currentPassword: PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect(await auditLines(server.database, 'password-change')).toHaveLength(67);
  });

  test('that of others as Super Admin alone, which ends all their sessions', async () => {
    for (const role of ['Admin', 'HR', 'Employee', 'Student', ''] as const) {
      const client = await server.signIn(role);
      const refused = await client.put(`/api/users/${userIdOf('Super Admin')}`, {
        password: NEW,
        currentPassword: PASSWORD,
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const changesItself = role !== 'Student' && role !== '';
      if (changesItself) expect(refused.body).toMatchObject({ fields: [{ field: 'password' }] });
    }
    const hr = await server.signIn('HR');
    expect((await superAdmin.put(`/users/${userIdOf('HR')}`, { password: NEW })).status).toBe(200);
    expect(await hr.get(PATHS.me)).toMatchObject({
      status: 401,
      body: { code: 'session-ended', error: 'Your password was changed. Sign in with the new one.' },
    });
    expect(await signsIn(emailOf('HR'), NEW)).toBe(true);
    expect((await superAdmin.get(PATHS.me)).status).toBe(200);
    expect((await superAdmin.put('/api/users/nobody', { password: NEW })).status).toBe(404);
  });

  test('a sign-in with the old one that is under way opens nothing', async () => {
    const unchanged = { ...server.database };
    let set: Promise<number> | undefined;
    const changing: Database['all'] = async <Row>(...asked: Parameters<Database['all']>) => {
      const rows = await unchanged.all<Row>(...asked);
      if (set === undefined && asked[0].includes('"passwordSetAt"')) {
        set = superAdmin.put(`/api/users/${userIdOf('HR')}`, { password: NEW }).then(({ status }) => status);
        await set;
      }
      return rows;
    };
    Object.assign(server.database, { all: changing });
    expect(await signsIn(emailOf('HR'), PASSWORD)).toBe(false);
    expect(await set).toBe(200);
    expect(await signsIn(emailOf('HR'), NEW)).toBe(true);
    const lines = await auditLines(server.database, 'sign-in');
    const detail = { reason: 'wrong-password' };
    expect(lines.slice(-2)).toMatchObject([
      { outcome: 'refused', userId: userIdOf('HR'), detail },
      { outcome: 'done', userId: userIdOf('HR') },
    ]);
  });

  test('what the password view gave, sent back as it was, changes nothing and ends no session', async () => {
    const hr = await server.signIn('HR');
    const { body } = await superAdmin.get<AnyRecord>(`/api/users/with-password/${userIdOf('HR')}`);
    const saved = await superAdmin.put(`/api/users/${userIdOf('HR')}`, {
      ...body,
      mobileNumber: '98200 12345',
    });
    expect(saved).toMatchObject({ status: 200, body: { mobileNumber: '98200 12345' } });
    expect((await hr.get(PATHS.me)).status).toBe(200);
    expect(await auditLines(server.database, 'password-change')).toEqual([]);
  });

  test('a refused record sets no password, and a refused password changes no record', async () => {
    const path = `/api/users/${userIdOf('HR')}`;
    expect((await superAdmin.put(path, { password: NEW, email: 'no email' })).status).toBe(422);
    expect((await superAdmin.put(path, { password: 'short', name: 'Renamed' })).status).toBe(422);
    expect(await signsIn(emailOf('HR'), PASSWORD)).toBe(true);
    expect((await superAdmin.get(path)).body).toMatchObject({ name: 'User HR' });
  });

  test.each([
    ['Nine char', 'Password must have 10 to 200 characters'],
    ['x y'.repeat(67), 'Password must have 10 to 200 characters'],
    ['PassWord@123', 'This password is one of those that are guessed first. Choose another one'],
    ['User Renamed', 'Password must not be the name or the email of its user'],
    ['USER-HR@office.test', 'Password must not be the name or the email of its user'],
    ['Renamed@12345', `It is made of the name, email, mobile number or birthday of its user. ${INSTEAD}`],
    ['98200-12345!', `It is made of the name, email, mobile number or birthday of its user. ${INSTEAD}`],
    ['Priyanka@2024', `A name with a common ending is guessed soon. ${INSTEAD}`],
  ])('refuses %j, for a new employee too', async (password, message) => {
    const refusal = {
      status: 422,
      body: { code: 'invalid', error: `${message}.`, fields: [{ field: 'password', message }] },
    };
    const path = `/api/users/${userIdOf('HR')}`;
    const renamed = { name: 'User Renamed', mobileNumber: '98200 12345' };
    expect(await superAdmin.put(path, { ...renamed, password })).toMatchObject(refusal);
    await superAdmin.push(operation('delete', 'user', userIdOf('HR')));
    const added = { ...renamed, email: emailOf('HR'), password };
    expect(await superAdmin.post('/api/users', added)).toMatchObject(refusal);
  });
});

describe('the audit log', () => {
  const lines = (action: string): ReturnType<typeof auditLines> => auditLines(server.database, action);

  test('has who set whose password, and who failed to', async () => {
    const { body } = await superAdmin.post<AnyRecord>('/users', {
      name: 'Newcomer',
      email: 'newcomer@office.test',
      password: NEW,
    });
    await superAdmin.put(`/api/users/${userIdOf('HR')}`, { password: NEW });
    const admin = await server.signIn('Admin');
    await admin.put(PATHS.me, { password: NEW, currentPassword: 'wrong' });
    await admin.put(PATHS.me, { password: NEW, currentPassword: PASSWORD });
    const [own, chief] = [userIdOf('Admin'), userIdOf('Super Admin')];
    expect(await lines('password-change')).toMatchObject([
      { outcome: 'done', userId: chief, subjectId: body._id, address: '127.0.0.1' },
      { outcome: 'done', userId: chief, subjectId: userIdOf('HR') },
      { outcome: 'refused', userId: own, subjectId: own, detail: { reason: 'wrong-present-password' } },
      { outcome: 'done', userId: own, subjectId: own },
    ]);
  });

  test('has each sign-in with its account, and no password that was typed in its place', async () => {
    const before = (await lines('sign-in')).length;
    await server.signIn('HR', null);
    const login = { password: 'wrong wrong wrong' };
    const client = server.client();
    await client.post(PATHS.login, { ...login, email: emailOf('HR').toUpperCase() });
    await client.post(PATHS.login, { ...login, email: 'nobody@office.test' });
    await client.post(PATHS.login, { ...login, email: PASSWORD });
    await superAdmin.push(operation('update', 'user', userIdOf('Employee'), { isActive: false }));
    await client.post(PATHS.login, { email: emailOf('Employee'), password: PASSWORD });
    const address = '127.0.0.1';
    const hr = { userId: userIdOf('HR'), account: emailOf('HR'), address };
    expect((await lines('sign-in')).slice(before)).toMatchObject([
      { ...hr, outcome: 'done', detail: null },
      { ...hr, outcome: 'refused', detail: { reason: 'wrong-password' } },
      { userId: null, account: 'nobody@office.test', detail: { reason: 'unknown-account' } },
      { userId: null, account: null, address, detail: { reason: 'unknown-account' } },
      { userId: userIdOf('Employee'), outcome: 'refused', detail: { reason: 'account-closed' } },
    ]);
  });

  test('and every other file of the server are without passwords', async () => {
    await superAdmin.post('/users', { name: 'Newcomer', email: 'newcomer@office.test', password: NEW });
    const hr = await server.signIn('HR');
    await hr.put(PATHS.me, {
      password: `${NEW} again`,
      currentPassword: PASSWORD,
      mobileNumber: '98200 12345',
    });
    await superAdmin.get(`/api/users/with-password/${userIdOf('HR')}`);
    await server.client().post(PATHS.login, { email: `${NEW} wrong`, password: `${NEW} wrong` });
    expect(
      await server.database.all('SELECT * FROM "change_log" WHERE "after" LIKE ?', ['%98200%']),
    ).toHaveLength(1);
    const stored = await storedBytes(server);
    expect([...stored.keys()]).toContain(server.databaseUrl === null ? 'server.db-wal' : 'credentials');
    for (const [name, bytes] of stored) {
      expect([name, bytes.includes(NEW), bytes.includes(PASSWORD)]).toEqual([name, false, false]);
      expect(bytes.toString('latin1').toLowerCase().includes(NEW.toLowerCase())).toBe(false);
    }
  });
});
