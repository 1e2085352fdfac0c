import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Long texts in many records, of which somebody looks for words: others are answered meanwhile. */

const INQUIRIES = 1_500;
const WORDS = Array.from({ length: 7 }, (_, at) => `wxyz${at}`);
const NOTES = 'wxyz0 wxyz1 wxyz2 wxyz3 wxyz4 wxyz5 wxyz6 wxyz7 wxyz8 wxyz9 wxyz10 wxyz11 '.repeat(250);

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      const inquiries = Array.from({ length: INQUIRIES }, (_, at) => ({
        _id: `long-${String(at).padStart(5, '0')}`,
        Name: `Person ${String(at).padStart(5, '0')}`,
        notes: at % 100 === 7 ? `${NOTES} needle` : NOTES,
      }));
      await bulkLoad(database, 'inquiry', inquiries);
    },
  });
  admin = await server.signIn('Admin', null);
  hr = await server.signIn('HR', null);
});
afterAll(() => server.stop());

const list = (search: string, more = ''): Promise<{ body: unknown }> =>
  hr.get(`/api/interns?search=${encodeURIComponent(search)}${more}`);

test('all words are looked for, in order, page by page', async () => {
  const names = (body: unknown): string[] => (body as { Name: string }[]).map(({ Name }) => Name);
  const found = names((await list('needle wxyz11', '&sort=Name&limit=100')).body);
  expect(found).toEqual(
    Array.from({ length: 15 }, (_, at) => `Person ${String(at * 100 + 7).padStart(5, '0')}`),
  );
  expect(names((await list('needle', '&sort=Name&limit=3&offset=2')).body)).toEqual(found.slice(2, 5));
  expect(names((await list('needle nothere')).body)).toEqual([]);
  const lacking = encodeURIComponent(JSON.stringify([{ field: 'notes', op: 'lacks', values: ['needle'] }]));
  expect(names((await list('', `&limit=2000&conditions=${lacking}`)).body)).toHaveLength(INQUIRIES - 15);
});

test('others are answered while somebody searches', async () => {
  const searching = list([...WORDS, 'nothere'].join(' ')).then(() => 'found');
  const read = async (): Promise<number> => (await admin.get('/api/students?limit=1')).status;
  let answered = 0;
  while ((await Promise.race([searching, read()])) === 200) answered += 1;
  expect((await list([...WORDS, 'nothere'].join(' '))).body).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});
