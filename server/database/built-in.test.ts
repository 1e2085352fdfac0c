import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#shared/access/roles.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ensureBuiltIn } from './built-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('of several processes that start at once on an empty database one makes the built-in roles and the slide', async () => {
  const { database } = server;
  await database.write(async (trx) => {
    for (const table of ['role', 'careerSlide']) await trx.all(`DELETE FROM "${table}"`);
  });
  await Promise.all(Array.from({ length: 4 }, () => ensureBuiltIn(database)));
  const roles = await database.all<{ name: string }>('SELECT "name" FROM "role"');
  expect(roles.map(({ name }) => name).sort()).toEqual([...ROLES].sort());
  expect(await database.all('SELECT "_id" FROM "careerSlide"')).toHaveLength(1);
});
