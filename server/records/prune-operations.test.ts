import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pruneOperations, UNCHANGED_DAYS } from './prune-operations.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

const count = async (where = 'TRUE'): Promise<number> => {
  const [row] = await server.database.all<{ count: number }>(
    `SELECT COUNT(*) AS "count" FROM "operations" WHERE ${where}`,
  );
  return Number(row?.count);
};
const refused = (id: string): unknown => operation('update', 'candidate', `nobody-${id}`, { city: 'Pune' });

test('what changed nothing is forgotten after 60 days; what changed something never, and is never done twice', async () => {
  const create = newCandidate('kept', { city: 'Pune' });
  const change = operation('update', 'candidate', 'kept', { city: 'Surat' });
  const same = operation('update', 'candidate', 'kept', { city: 'Surat' });
  const none = refused('one');
  const first = await admin.push(create, change, same, none);
  const day = 86_400_000;
  await pruneOperations(server.database, Date.now() + (UNCHANGED_DAYS - 1) * day);
  expect(await count()).toBe(4);
  await pruneOperations(server.database, Date.now() + (UNCHANGED_DAYS + 1) * day);
  expect(await count()).toBe(2);
  await admin.push(operation('update', 'candidate', 'kept', { city: 'Nashik' }));
  expect(await admin.push(create, change)).toEqual(first.slice(0, 2));
  expect((await admin.get<{ city: string }>('/api/students/kept')).body.city).toBe('Nashik');
  expect(await admin.push(none)).toMatchObject([{ status: 'refused', code: 'not-found' }]);
});

test('refused ones that an earlier version kept go too', async () => {
  const none = refused('earlier');
  await admin.push(none, newCandidate('earlier', { notes: 'said {"status":"refused"} in so many words' }));
  await server.database.write(async (trx) => {
    await trx.all('UPDATE "operations" SET "unchangedBy" = NULL');
    await trx.all(`DELETE FROM "meta" WHERE "name" = 'refusedSorted'`);
  });
  const before = await count();
  await pruneOperations(server.database);
  expect(await count()).toBe(before);
  await pruneOperations(server.database, Date.now() + 61 * 86_400_000);
  expect(await count(`"result" LIKE '%"status":"refused"%'`)).toBe(0);
  expect(await count()).toBeGreaterThan(0);
});

test('nobody fills the disk with operations that are refused', { timeout: 60_000 }, async () => {
  for (let push = 0; push < 12; push += 1)
    await admin.push(...Array.from({ length: 500 }, (_, at) => refused(`${push}-${at}`)));
  expect(await count('"unchangedBy" IS NOT NULL')).toBeLessThanOrEqual(5_000);
});

test('nor with one that names tens of thousands of fields that there are not', async () => {
  const changes = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 0]));
  const [answer] = await admin.push(operation('create', 'candidate', 'no-such-fields', changes));
  expect(answer).toMatchObject({ status: 'refused', code: 'invalid', error: 'Candidate has no field "k0".' });
  const [row] = await server.database.all<{ longest: number }>(
    'SELECT MAX(LENGTH("result")) AS "longest" FROM "operations"',
  );
  expect(Number(row?.longest)).toBeLessThan(10_000);
});
