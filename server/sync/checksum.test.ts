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
import { ContentSums, type Block } from './content-sums.ts';

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

test('a table of which few rows are read at once is summed whole', async () => {
  const client = await server.signIn('Super Admin', 'articles');
  const before = (await client.get<ChecksumResponse>(CHECKSUM_WITH_CONTENT)).body.entities.blog?.count ?? 0;
  const articles = Array.from({ length: 9 }, (_, at) => ({
    _id: `article-${at}`,
    title: `Article ${at}`,
    slug: `a-${at}`,
  }));
  await bulkLoad(server.database, 'blog', articles);
  const { body } = await client.get<ChecksumResponse>(CHECKSUM_WITH_CONTENT);
  expect(body.entities.blog?.count).toBe(before + articles.length);
  expect(await told(client)).toEqual(await pulledSums(client));
});

test('of blocks in which somebody wrote since they were counted there is no sum, and what is read then is not kept as one', async () => {
  const sums = new ContentSums(server.database);
  const scope = {
    table: 'candidate' as const,
    columns: ['_id', '_seq', 'fullName', 'city'],
    condition: { sql: '1 = 1', params: [] },
  };
  const count = (): Promise<Block[]> => server.database.read((trx) => sums.blocks(trx, scope));
  const counted = await count();
  await admin.push(operation('update', 'candidate', 'loaded-1', { city: 'Written since' }));
  expect(counted.length).toBeGreaterThan(3);
  // What was written is in the last block: the first one lacks a row, and those between are as they were.
  const before = counted.toSorted((one, other) => one.block - other.block).slice(0, -1);
  for (const blocks of [counted, before, before.toReversed()])
    expect(await sums.sum(scope, blocks)).toBeNull();
  const now = await count();
  expect(await sums.sum(scope, now)).toBe(await new ContentSums(server.database).sum(scope, now));
});

/** The database, with a change by somebody else after each of the first views that are read. */
function writtenIn(database: Database, times: number): Database {
  let left = times;
  return {
    ...database,
    read: async (work) => {
      const result = await database.read(work);
      if (left > 0) {
        left -= 1;
        await admin.push(operation('update', 'candidate', 'loaded-2', { city: `City ${left}` }));
      }
      return result;
    },
  };
}

test.each([
  ['once', 1, true],
  ['each time', 9, false],
])(
  'where somebody writes while it is summed, %s, the content is summed again, or left out',
  async (_case, times, isThere) => {
    const database = writtenIn(server.database, times);
    const actor = { _id: userIdOf('Admin'), role: 'Admin' as const };
    const { seq, entities } = await checksum(database, new ContentSums(database), actor, true);
    expect(entities.candidate?.content !== undefined).toBe(isThere);
    expect(entities.candidate?.count).toBeGreaterThan(1_000);
    if (isThere) {
      expect(seq).toBe(await server.database.seq());
      expect(entities).toEqual((await admin.get<ChecksumResponse>(CHECKSUM_WITH_CONTENT)).body.entities);
    }
  },
);
