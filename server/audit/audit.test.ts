import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine } from '#shared/protocol/audit.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { auditLines } from '../testing/audit-log.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { AUDIT_DAYS, pruneAuditLog, TAKEN_DAYS } from './prune.ts';
import { audit } from './record.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const notice = { entity: 'candidate', list: 'candidates', rows: 12, at: '2026-03-01T10:00:00.000Z' };

test('an export that a desk tells of is in the log, with its list, its rows and the desk’s time of it', async () => {
  const hr = await server.signIn('HR');
  expect((await hr.post(PATHS.auditExport, notice)).status).toBe(204);
  const { at, ...exported } = notice;
  expect(await auditLines(server.database, 'export')).toMatchObject([
    { userId: userIdOf('HR'), outcome: 'done', detail: { ...exported, exportedAt: at } },
  ]);
  for (const wrong of [
    { ...notice, list: 'toString' },
    { ...notice, entity: 'x' },
    { ...notice, more: 1 },
  ]) {
    expect((await hr.post(PATHS.auditExport, wrong)).status).toBe(400);
  }
  expect((await server.client().post(PATHS.auditExport, notice)).status).toBe(401);
});

test('a REST answer of more than 500 records counts as an export', async () => {
  const admin = await server.signIn('Admin', null);
  const links = Array.from({ length: 501 }, (_, at) => ({
    _id: `link-${at}`,
    link: 'https://example.com',
    purpose: `${at}`,
  }));
  await bulkLoad(server.database, 'dataLink', links);
  const before = (await auditLines(server.database, 'export')).length;
  await admin.get('/api/links?limit=500');
  expect(await auditLines(server.database, 'export')).toHaveLength(before);
  await admin.get('/api/links');
  expect((await auditLines(server.database, 'export')).at(-1)).toMatchObject({
    userId: userIdOf('Admin'),
    detail: { entity: 'dataLink', list: 'rest', rows: 501 },
  });
});

test('only a Super Admin reads the log: the newest first, in pages, and by what happened', async () => {
  for (const role of ALL_ROLES) {
    const client = await server.signIn(role);
    expect([role, (await client.get(PATHS.audit)).status]).toEqual([
      role,
      role === 'Super Admin' ? 200 : 403,
    ]);
  }
  const superAdmin = await server.signIn('Super Admin');
  const all = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?limit=500`);
  const ids = all.body.map(({ _id }) => _id);
  expect(ids).toEqual([...ids].sort((one, other) => (one < other ? 1 : -1)));
  expect(all.body[0]).toMatchObject({ action: 'sign-in', by: { name: 'User Super Admin' } });
  const older = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?limit=2&before=${ids[2]}`);
  expect(older.body.map(({ _id }) => _id)).toEqual(ids.slice(3, 5));
  const exports = await superAdmin.get<AuditLine[]>(`${PATHS.audit}?action=export`);
  expect(exports.body.map(({ action }) => action)).toEqual(['export', 'export']);
  expect((await superAdmin.get(`${PATHS.audit}?action=nothing`)).status).toBe(400);
  expect(await superAdmin.get(`${PATHS.audit}?from=2026-01-02&to=2026-01-01`)).toMatchObject({
    status: 400,
    body: { error: 'The first day is after the last one. Change one of them.' },
  });
  for (const day of ['0000-01-01', '1000-01-01', '9998-12-31', '9999-12-31']) {
    expect((await superAdmin.get(`${PATHS.audit}?from=${day}`)).status).toBe(200);
    expect((await superAdmin.get(`${PATHS.audit}?to=${day}`)).status).toBe(200);
  }
});

test(`lines older than ${AUDIT_DAYS} days are deleted`, async () => {
  const old = new Date(Date.now() - (AUDIT_DAYS + 1) * 86_400_000).toISOString();
  await server.database.write(async (trx) => {
    await audit(trx, { action: 'sign-in', outcome: 'done', userId: null, account: 'old@office.test' });
    await trx.all('UPDATE "audit_log" SET "at" = ? WHERE "account" = ?', [old, 'old@office.test']);
  });
  const before = await auditLines(server.database, 'sign-in');
  // A clock that is years ahead when the server starts takes nothing with it that is not old.
  await pruneAuditLog(server.database, Date.now() + 2 * AUDIT_DAYS * 86_400_000);
  const after = await auditLines(server.database, 'sign-in');
  expect(after).toEqual(before.filter(({ account }) => account !== 'old@office.test'));
  expect(after).toHaveLength(before.length - 1);
});

test(`counts of what was taken that are older than ${TAKEN_DAYS} days are deleted`, async () => {
  const dayBefore = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const [old, kept] = [dayBefore(TAKEN_DAYS + 2), dayBefore(TAKEN_DAYS - 2)];
  await server.database.write((trx) =>
    trx.all(
      `INSERT INTO "data_taken" ("day", "userId", "door", "entity", "rows") VALUES (?, 'u', 'rest', '', 1), (?, 'u', 'rest', '', 1)`,
      [old, kept],
    ),
  );
  await pruneAuditLog(server.database);
  const days = await server.database.all<{ day: string }>(
    `SELECT "day" FROM "data_taken" WHERE "userId" = 'u'`,
  );
  expect(days).toEqual([{ day: kept }]);
});
