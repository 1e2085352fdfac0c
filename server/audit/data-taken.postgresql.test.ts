import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { auditLines } from '../testing/audit-log.ts';
import { TestClient } from '../testing/client.ts';
import { startOnSameData, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('each server process counts for itself; the sums of which the audit log is told are those of all', async () => {
  const links = Array.from({ length: 600 }, (_, at) => ({
    _id: `link-${at}`,
    link: 'https://example.com',
    purpose: `${at}`,
  }));
  await bulkLoad(server.database, 'dataLink', links);
  const hr = await server.signIn('HR', null);
  await hr.get('/api/links?limit=400');
  const other = await startOnSameData(server);
  try {
    const there = new TestClient(other.url);
    there.token = hr.token;
    await there.get('/api/links?limit=450');
    expect(await auditLines(server.database, 'data-read')).toEqual([]);
    await there.get('/api/links?limit=60');
    const [line] = await auditLines(server.database, 'data-read');
    // What the other process has not written yet is in its next line.
    expect([510, 910]).toContain(line?.detail?.['rows']);
    await hr.get('/api/links?limit=105');
    expect(await auditLines(server.database, 'data-read')).toHaveLength(1);
  } finally {
    await other.close();
  }
  const superAdmin = await server.signIn('Super Admin', null);
  await superAdmin.get('/api/audit/data-taken');
  const rows = await server.database.all<{ rows: number }>(
    `SELECT "rows" FROM "data_taken" WHERE "userId" = ? AND "door" = 'rest'`,
    [userIdOf('HR')],
  );
  expect(rows.map(({ rows: count }) => Number(count))).toEqual([1_015]);
});
