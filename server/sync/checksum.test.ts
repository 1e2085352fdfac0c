import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/access/roles.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { addContent, contentOf } from '#shared/protocol/content-sum.ts';
import { CHECKSUM_WITH_CONTENT, PATHS, type ChecksumResponse } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { ALL_ROLES, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { checksum } from './checksum.ts';
import { ContentSums } from './content-sums.ts';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      await bulkLoad(
        database,
        'candidate',
        Array.from({ length: 1_500 }, (_, at) => ({
          _id: `loaded-${at}`,
          fullName: `Loaded ${at} मीरा`,
          mobile: '1',
          email: `loaded${at}@people.test`,
          fee: at / 3,
          enrolledCourse: at % 2 === 0 ? ['JAVA', 'Cloud'] : [],
          interviewerId: at % 7 === 0 ? userIdOf('Employee') : null,
        })),
      );
    },
  });
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

/** The same figures of the rows that a first sync of the role gives. */
async function pulledSums(client: TestClient): Promise<ChecksumResponse['entities']> {
  client.cursor = null;
  const sums: Record<string, { count: number; seqSum: number; content: number }> = {};
  for (const [key, row] of (await client.pull()).rows) {
    const entity = key.split('/')[0] ?? '';
    const sum = (sums[entity] ??= { count: 0, seqSum: 0, content: 0 });
    sum.count += 1;
    sum.seqSum += Number(row['_seq']);
    const columns = Object.keys(row).reverse();
    sum.content = addContent(
      sum.content,
      contentOf(columns)(columns.map((name): ColumnValue => row[name] ?? null)),
    );
  }
  return sums;
}

async function told(client: TestClient): Promise<unknown> {
  const { entities } = (await client.get<ChecksumResponse>(CHECKSUM_WITH_CONTENT)).body;
  return Object.fromEntries(
    Object.entries(entities).flatMap(([name, { columns, ...sums }]) => {
      expect(columns, name).toContain('_id');
      return sums.count > 0 ? [[name, sums]] : [];
    }),
  );
}

test.each(ALL_ROLES)(
  'the content that a desk of the role %s pulls is what the server sums',
  async (role: Role) => {
    const client = await server.signIn(role, 'summing');
    expect(await told(client)).toEqual(await pulledSums(client));
  },
);

test('it follows what is written, deleted, taken away and given back', async () => {
  const employee = await server.signIn('Employee', 'following');
  const hr = await server.signIn('HR', 'following');
  for (const step of [
    operation('update', 'candidate', 'loaded-3', { city: 'Pune' }),
    operation('update', 'candidate', 'loaded-7', { interviewerId: null }),
    operation('update', 'candidate', 'loaded-8', { interviewerId: userIdOf('Employee') }),
    operation('delete', 'candidate', 'loaded-9'),
    newCandidate('written', { notes: 'new' }),
    operation('restore', 'candidate', 'loaded-9'),
  ]) {
    await admin.push(step);
    for (const client of [employee, hr]) expect(await told(client)).toEqual(await pulledSums(client));
  }
});

test('a desk of the version before gets what it knows', async () => {
  const { candidate } = (await admin.get<ChecksumResponse>(PATHS.checksum)).body.entities;
  expect(Object.keys(candidate ?? {}).sort()).toEqual(['count', 'seqSum']);
});

/** The database, counting the statements that read rows to sum them. */
function counting(database: Database): { database: Database; reads: () => number } {
  let reads = 0;
  const all: Database['all'] = (sql, params) => {
    reads += 1;
    return database.all(sql, params);
  };
  return { database: { ...database, all }, reads: () => reads };
}

test('only blocks in which somebody wrote are read again, for all who see the same', async () => {
  const { database, reads } = counting(server.database);
  const sums = new ContentSums(database);
  const readsOf = async (role: Role, id: string): Promise<number> => {
    const before = reads();
    await checksum(database, sums, { _id: id, role }, true);
    return reads() - before;
  };
  const first = await readsOf('Admin', 'one');
  expect(first).toBeGreaterThan(3);
  expect(await readsOf('Admin', 'one')).toBe(0);
  // The user's own record is another row for each; whatever all see is not read again.
  expect(await readsOf('Admin', 'another')).toBeLessThan(4);
  await admin.push(operation('update', 'candidate', 'loaded-600', { city: 'Surat' }));
  expect(await readsOf('Admin', 'one')).toBeLessThanOrEqual(2);
});
