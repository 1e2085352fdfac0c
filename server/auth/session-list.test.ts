import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionPath, sessionsPath, type SessionInfo } from '#shared/protocol/sessions.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { auditLines } from '../testing/audit-log.ts';
import type { TestClient } from '../testing/client.ts';
import { listen } from '../testing/live-listener.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sessionsOf = async (client: TestClient, userId?: string): Promise<SessionInfo[]> =>
  (await client.get<SessionInfo[]>(sessionsPath(userId))).body;

async function idOf(client: TestClient): Promise<string> {
  return (await sessionsOf(client)).find(({ current }) => current)?._id ?? '';
}

test('everybody sees where they are signed in, and no key of a session', async () => {
  for (const role of ALL_ROLES) {
    const desk = await server.signIn(role, 'PC 1');
    await server.signIn(role, null);
    const listed = await sessionsOf(desk);
    expect(listed.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        [`PC 1 of ${userIdOf(role)}`, true],
        [null, false],
      ]),
    );
    for (const one of listed) {
      expect(Object.keys(one).toSorted((a, b) => a.localeCompare(b))).toEqual([
        '_id',
        'current',
        'device',
        'lastSeenAt',
        'openedAt',
      ]);
      expect(Date.parse(one.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(one.openedAt));
    }
  }
});

test('one ends another session of one’s own: its live channel closes, and it is told why', async () => {
  const here = await server.signIn('HR', 'here');
  const there = await server.signIn('HR', 'there');
  const channel = await listen(there);
  const ended = await here.delete(sessionPath(await idOf(there)));
  expect(ended.status).toBe(204);
  await expect.poll(() => channel.ended).toBe(true);
  expect(await there.get(PATHS.me)).toMatchObject({
    status: 401,
    body: {
      code: 'session-ended',
      error: 'You were signed out from another of your devices. Sign in again.',
    },
  });
  expect((await here.get(PATHS.me)).status).toBe(200);
  expect((await sessionsOf(here)).map(({ device }) => device)).not.toContain(`there of ${userIdOf('HR')}`);
  expect((await here.delete(sessionPath('no such session'))).status).toBe(404);
  expect(await auditLines(server.database, 'session-end')).toMatchObject([
    {
      userId: userIdOf('HR'),
      subjectId: userIdOf('HR'),
      detail: { device: `there of ${userIdOf('HR')}` },
    },
  ]);
});

test('those of others: a Super Admin sees and ends them, nobody else', async () => {
  const target = await server.signIn('Employee', 'target');
  const id = await idOf(target);
  for (const role of ALL_ROLES) {
    if (role === 'Super Admin' || role === 'Employee') continue;
    const client = await server.signIn(role);
    expect([role, (await client.get(sessionsPath(userIdOf('Employee')))).status]).toEqual([role, 403]);
    expect([role, (await client.delete(sessionPath(id))).status]).toEqual([role, 404]);
  }
  expect((await target.get(PATHS.me)).status).toBe(200);
  const superAdmin = await server.signIn('Super Admin');
  const listed = await sessionsOf(superAdmin, userIdOf('Employee'));
  expect(listed.some(({ _id, current }) => _id === id && !current)).toBe(true);
  expect((await superAdmin.delete(sessionPath(id))).status).toBe(204);
  expect(await target.get(PATHS.me)).toMatchObject({
    status: 401,
    body: { code: 'session-ended', error: 'An administrator signed you out. Sign in again.' },
  });
});
