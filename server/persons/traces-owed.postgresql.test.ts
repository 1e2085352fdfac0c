import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { relationsHolding } from '../testing/kept-pages.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** What is erased leaves the files of PostgreSQL's tables and indexes, which no query shows. */

let server: TestServer;

const url = (): string => server.databaseUrl ?? '';

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

test('who is erased is gone from the indexes too, of a table that is large beside it', async () => {
  await bulkLoad(
    server.database,
    'inquiry',
    Array.from({ length: 10_000 }, (_, at) => ({ _id: `p${at}`, Name: `Zzkwname ${at}.` })),
  );
  const superAdmin = await server.signIn('Super Admin');
  const erasing = { reason: 'Asked by letter', name: 'Zzkwname 5000.' };
  expect(await superAdmin.post('/api/persons/inquiry/p5000/erase', erasing)).toMatchObject({ status: 200 });
  expect(await relationsHolding(url(), 'zzkwname 5000.')).toEqual([]);
});
