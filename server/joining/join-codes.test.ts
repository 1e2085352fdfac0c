import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import {
  JOIN_CODES_PATH,
  JOIN_PATH,
  OFFICE_PATH,
  readJoinCode,
  type JoinCodeInfo,
  type NewJoinCode,
  type OfficeInfo,
} from '#shared/protocol/joining.ts';
import { auditLines, type AuditLine } from '../testing/audit-log.ts';
import { operation, type TestClient } from '../testing/client.ts';
import { send } from '../testing/raw-request.ts';
import { ALL_ROLES, startOnSameData, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { onPostgresql } from '../testing/postgresql.ts';
import { goodJoinCodes, makeJoinCode, pruneJoinCodes, useJoinCode } from './join-codes.ts';

/** Decision 36: an administrator makes a code, and PCs join by it. */

const HOUR_MS = 60 * 60_000;
let server: TestServer;
/** It would listen on every network; a name is enough for a code to lead somewhere. */
const configuration = { trustProxy: 1, allowedHosts: ['desk.office.test'] };
beforeEach(async () => {
  server = await startTestServer({ configuration });
});
afterEach(() => server.stop());

async function make(client: TestClient, wish = {}): Promise<NewJoinCode> {
  const { status, body } = await client.post<NewJoinCode>(JOIN_CODES_PATH, wish);
  expect(status).toBe(201);
  return body;
}
const tokenOf = ({ code }: NewJoinCode): string => readJoinCode(code)?.token ?? '';
const join = async (token: string, computer = 'PC 4'): Promise<number> =>
  (await server.client().post(JOIN_PATH, { token, computer })).status;
const lines = (action: string): Promise<AuditLine[]> => auditLines(server.database, action);

test('a PC that has the code is told whose server it is, and nothing else; each one is counted and told of', async () => {
  const chief = await server.signIn('Super Admin');
  const made = await make(chief, { uses: 2, hours: 3 });
  expect(made).toMatchObject({ madeBy: 'User Super Admin', uses: 2, used: 0 });
  expect(readJoinCode(made.code)).toMatchObject({ addresses: ['https://desk.office.test'], key: null });
  const first = await server.client().post(JOIN_PATH, { token: tokenOf(made), computer: ' PC\u00004\n ' });
  expect([first.status, first.body]).toEqual([200, { office: null }]);
  expect(
    (await chief.request('PUT', OFFICE_PATH, { name: '  Ashwini \u0007 Training  ' })).body,
  ).toMatchObject({
    name: 'Ashwini Training',
  });
  const second = await server.client().post(JOIN_PATH, { token: tokenOf(made), computer: 'PC 5' });
  expect(second.body).toEqual({ office: 'Ashwini Training' });
  const third = await server.client().post(JOIN_PATH, { token: tokenOf(made), computer: 'PC 6' });
  expect([third.status, third.body]).toEqual([
    404,
    {
      code: 'not-found',
      error: 'This join code is not good any more. Ask an administrator for a new one.',
    },
  ]);
  const joined = (await lines('pc-joined')).map(({ userId, address, detail }) => [userId, address, detail]);
  expect(joined).toEqual([
    [null, '127.0.0.1', { code: made.id, device: 'PC 4' }],
    [null, '127.0.0.1', { code: made.id, device: 'PC 5' }],
  ]);
  expect(await lines('join-code-made')).toMatchObject([{ userId: userIdOf('Super Admin') }]);
  expect(await lines('office-name')).toHaveLength(1);
});

test('two PCs that come with the last use at once: one gets in', async () => {
  const made = await make(await server.signIn('Admin'), { uses: 3 });
  const beside = onPostgresql() ? await startOnSameData(server, configuration) : null;
  const at = [server.url, beside?.url ?? server.url];
  const all = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { status } = await send(at[index % 2] ?? server.url, {
        method: 'POST',
        path: JOIN_PATH,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: tokenOf(made), computer: `PC ${index}` }),
      });
      return status;
    }),
  );
  await beside?.close();
  expect(all.filter((status) => status === 200)).toHaveLength(3);
  expect(all.filter((status) => status === 404)).toHaveLength(9);
  expect(await lines('pc-joined')).toHaveLength(3);
});

test('of PCs that all found the code good before any was counted, no more get in than it is for', async () => {
  const wish = { addresses: ['https://desk.office.test'], key: null, hours: 1, uses: 2 };
  const token = tokenOf(await makeJoinCode(server.database, null, wish));
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      useJoinCode(server.database, { token, computer: `PC ${at}`, address: '' }),
    ),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await lines('pc-joined')).toHaveLength(2);
});

test('administrators alone make, see and end codes, and a Super Admin alone names the office', async () => {
  const made = await make(await server.signIn('Super Admin'));
  const may = (role: Role): boolean => role === 'Super Admin' || role === 'Admin';
  for (const role of ALL_ROLES) {
    const client = await server.signIn(role, null);
    const seen = [
      (await client.get(JOIN_CODES_PATH)).status,
      (await client.post(JOIN_CODES_PATH, { hours: 0 })).status,
      (await client.request('DELETE', `${JOIN_CODES_PATH}/none`)).status,
      (await client.get(OFFICE_PATH)).status,
      (await client.request('PUT', OFFICE_PATH, { name: 5 })).status,
    ];
    // The body, though it is wrong, is not looked at of who may not.
    const right = [200, 400, 404, 200, role === 'Super Admin' ? 400 : 403];
    expect([role, seen]).toEqual([role, may(role) ? right : [403, 403, 403, 403, 403]]);
  }
  const stranger = server.client();
  expect((await stranger.get(JOIN_CODES_PATH)).status).toBe(401);
  expect((await stranger.post(JOIN_CODES_PATH, {})).status).toBe(401);
  expect((await stranger.get(OFFICE_PATH)).status).toBe(401);
  const large = await server.signIn('HR', null);
  const refused = await send(server.url, {
    method: 'POST',
    path: JOIN_CODES_PATH,
    headers: { authorization: `Bearer ${large.token ?? ''}`, 'content-type': 'application/json' },
    body: `{"x":"${'x'.repeat(200_000)}"}`,
  });
  expect(refused.status).toBe(403);
  expect(await join(tokenOf(made))).toBe(200);
});

test('the list has the good codes with how often they were used; one that is ended is over at once', async () => {
  const admin = await server.signIn('Admin');
  const [one, two] = [await make(admin), await make(await server.signIn('Super Admin'), { uses: 2 })];
  await join(tokenOf(two));
  const list = async (): Promise<JoinCodeInfo[]> => (await admin.get<JoinCodeInfo[]>(JOIN_CODES_PATH)).body;
  const found = await list();
  expect(found.map(({ id, madeBy, uses, used }) => [id, madeBy, uses, used])).toEqual(
    expect.arrayContaining([
      [two.id, 'User Super Admin', 2, 1],
      [one.id, 'User Admin', 30, 0],
    ]),
  );
  expect(JSON.stringify(found)).not.toContain(tokenOf(one));
  expect((await admin.request('DELETE', `${JOIN_CODES_PATH}/${two.id}`)).status).toBe(204);
  expect((await admin.request('DELETE', `${JOIN_CODES_PATH}/${two.id}`)).status).toBe(404);
  expect(await join(tokenOf(two))).toBe(404);
  expect((await list()).map(({ id }) => id)).toEqual([one.id]);
  expect(await lines('join-code-ended')).toHaveLength(1);
});

test('the token is nowhere in the data, and what is over goes', async () => {
  const { database } = server;
  const wish = { addresses: ['https://desk.office.test'], key: null, hours: 1, uses: 1 };
  const over = await makeJoinCode(database, null, wish);
  const used = await makeJoinCode(database, null, wish);
  const good = await makeJoinCode(database, null, { ...wish, uses: 2 });
  expect(over.madeBy).toBeNull();
  await database.write((trx) =>
    trx.all('UPDATE "join_codes" SET "endsAt" = ? WHERE "id" = ?', [
      new Date(Date.now() - 1).toISOString(),
      over.id,
    ]),
  );
  const computer = 'PC 4';
  await useJoinCode(database, { token: tokenOf(used), computer, address: '' });
  for (const each of [over, used])
    await expect(useJoinCode(database, { token: tokenOf(each), computer, address: '' })).rejects.toThrow(
      /not good any more/,
    );
  const rows = await database.all('SELECT * FROM "join_codes"');
  const audit = await database.all('SELECT * FROM "audit_log"');
  expect(rows).toHaveLength(3);
  for (const each of [over, used, good]) expect(JSON.stringify([rows, audit])).not.toContain(tokenOf(each));
  expect((await goodJoinCodes(database)).map(({ id }) => id)).toEqual([good.id]);
  await pruneJoinCodes(database);
  expect(await database.all('SELECT "id" FROM "join_codes"')).toEqual([{ id: good.id }]);
  await pruneJoinCodes(database, Date.now() + 2 * HOUR_MS);
  expect(await database.all('SELECT "id" FROM "join_codes"')).toEqual([]);
});

test('forged, mistyped and endless codes are refused plainly, and a flood by its address', async () => {
  const made = await make(await server.signIn('Admin'));
  const token = tokenOf(made);
  const from = async (address: string, body: unknown): Promise<number> =>
    (
      await send(server.url, {
        method: 'POST',
        path: JOIN_PATH,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
    ).status;
  const computer = 'PC';
  for (const [body, status] of [
    [{ token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, computer }, 404],
    [{ token: "' OR 1=1 --aaaaaaaaaaaaaaaa", computer }, 400],
    [{ token, computer: 'x'.repeat(201) }, 400],
    [{ token: [token], computer }, 400],
    [{ token, computer, uses: 9 }, 400],
    [{ token: 'x'.repeat(9_000), computer }, 413],
    [null, 400],
  ] as const)
    expect([body, await from('198.51.100.1', body)]).toEqual([body, status]);
  const flood = [];
  for (let at = 0; at < 61; at += 1)
    flood.push(await from('198.51.100.2', { token: 'x'.repeat(22), computer }));
  expect(flood.slice(0, 60).every((status) => status === 404)).toBe(true);
  expect(flood[60]).toBe(429);
  expect(await from('198.51.100.2', { token, computer })).toBe(429);
  expect(await from('198.51.100.3', { token, computer })).toBe(200);
  expect(await lines('pc-joined')).toHaveLength(1);
});

test('of a session that has ended no code comes, and there is an end to them', async () => {
  const admin = await server.signIn('Admin');
  const wish = { addresses: ['https://desk.office.test'], key: null, hours: 1, uses: 1 };
  for (let at = 0; at < 100; at += 1) await makeJoinCode(server.database, null, wish);
  expect((await admin.post(JOIN_CODES_PATH, {})).body).toEqual({
    code: 'conflict',
    error: 'There are 100 join codes already. End some of them first.',
  });
});

test('codes of who may make none any more keep nobody else from making one', async () => {
  const chief = await server.signIn('Super Admin');
  const admin = await server.signIn('Admin');
  for (let at = 0; at < 100; at += 1) await make(admin);
  expect((await chief.post(JOIN_CODES_PATH, {})).status).toBe(409);
  await chief.push(operation('update', 'user', userIdOf('Admin'), { isActive: false }));
  expect((await chief.post(JOIN_CODES_PATH, {})).status).toBe(201);
});

test('a server that other PCs do not reach makes no code, and says what to set', async () => {
  await server.stop();
  server = await startTestServer();
  const admin = await server.signIn('Super Admin');
  const { status, body } = await admin.post<{ error: string }>(JOIN_CODES_PATH, {});
  expect([status, body.error]).toEqual([
    409,
    expect.stringContaining('Set SERVER_HOST=0.0.0.0 and TLS_OWN=on'),
  ]);
  expect((await admin.get<OfficeInfo>(OFFICE_PATH)).body).toEqual({
    name: null,
    addresses: [],
    notReached: body.error,
  });
});

test('a code is good for as long as who made it may make one', async () => {
  const chief = await server.signIn('Super Admin');
  const made = await make(await server.signIn('Admin'), { uses: 5 });
  const listed = async (): Promise<number> => (await chief.get<JoinCodeInfo[]>(JOIN_CODES_PATH)).body.length;
  expect([await join(tokenOf(made)), await listed()]).toEqual([200, 1]);
  for (const changes of [{ isActive: false }, { isActive: true }]) {
    await chief.push(operation('update', 'user', userIdOf('Admin'), changes));
    const isGood = changes.isActive;
    expect([await join(tokenOf(made)), await listed()]).toEqual(isGood ? [200, 1] : [404, 0]);
  }
  const assignment = { roleName: 'HR' };
  await chief.push(operation('update', 'roleAssignment', `assignment-${userIdOf('Admin')}`, assignment));
  expect([await join(tokenOf(made)), await listed()]).toEqual([404, 0]);
});

test('a code that was made while the clock was ahead is none once it is right', async () => {
  const chief = await server.signIn('Super Admin');
  const ahead = await make(chief, { hours: 1 });
  const good = await make(chief, { hours: 1 });
  const later = (hours: number): string => new Date(Date.now() + (400 * 24 + hours) * HOUR_MS).toISOString();
  await server.database.write((trx) =>
    trx.all('UPDATE "join_codes" SET "madeAt" = ?, "endsAt" = ? WHERE "id" = ?', [
      later(0),
      later(1),
      ahead.id,
    ]),
  );
  expect(await join(tokenOf(ahead))).toBe(404);
  expect((await goodJoinCodes(server.database)).map(({ id }) => id)).toEqual([good.id]);
  expect(await join(tokenOf(good))).toBe(200);
});
