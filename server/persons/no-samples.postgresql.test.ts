import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkLoad } from '../database/bulk-load.ts';
import { openDatabase } from '../database/database.ts';
import { migrations } from '../database/migrations/index.ts';
import { newCandidate } from '../testing/client.ts';
import { relationsHolding } from '../testing/kept-pages.ts';
import { newDatabase } from '../testing/postgresql.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { payOwed } from './no-trace.ts';

/** PostgreSQL samples values for its planner, and keeps the samples when the rows are gone: of what says who somebody is it takes none. */

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const analyse = (database = server.database): Promise<unknown> => database.write((trx) => trx.all('ANALYZE'));

const sampled = async (text: string, database = server.database): Promise<string[]> => {
  const rows = await database.all<{ name: string }>(
    `SELECT tablename || '.' || attname AS "name" FROM pg_stats WHERE schemaname = 'public'
       AND (most_common_vals::text ILIKE '%${text}%' OR histogram_bounds::text ILIKE '%${text}%') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

test('nothing of people who were erased is in the statistics, whenever PostgreSQL made them', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const people = Array.from({ length: 12 }, (_, at) => ({
    id: `person${at}`,
    values: {
      fullName: `Zzkwhira Quraishi ${at}`,
      email: `zzkwhira${at}@example.com`,
      city: `Zzkwhira ${at}`,
      notes: `zzkwhira ${at}`,
      dob: `1871-0${(at % 9) + 1}-11`,
    },
  }));
  await superAdmin.push(...people.map(({ id, values }) => newCandidate(id, values)));
  await analyse();
  expect([...(await sampled('zzkwhira')), ...(await sampled('1871-0'))]).toEqual([]);
  for (const { id, values } of people) {
    const erasing = { reason: 'Asked by letter', name: values.fullName };
    const erased = await superAdmin.post(`/api/persons/candidate/${id}/erase`, erasing);
    expect(erased.status).toBe(200);
  }
  await analyse();
  expect(await sampled('zzkwhira')).toEqual([]);
});

test('what an earlier version had sampled is forgotten at the first start of this one, and leaves the file', async () => {
  const made = await newDatabase();
  const { url } = made;
  try {
    const before = migrations.filter(({ name }) => name < '0036');
    const earlier = await openDatabase({ at: { url }, migrations: before });
    // So few that their samples are not compressed.
    const people = Array.from({ length: 20 }, (_, at) => ({ _id: `p${at}`, Name: `Zzkwhira ${at}.` }));
    await bulkLoad(earlier, 'inquiry', people);
    await analyse(earlier);
    expect(await sampled('zzkwhira', earlier)).toContain('inquiry.Name');
    await earlier.close();
    const now = await openDatabase({ at: { url } });
    try {
      expect(await sampled('zzkwhira', now)).toEqual([]);
      // Reading them may have removed them from the file already.
      const owed = await now.all(`SELECT 1 FROM "meta" WHERE "name" = 'vacuumOwed'`);
      expect(owed).toHaveLength(1);
      expect(await payOwed(now)).toBe(true);
      const holding = await relationsHolding(url, 'Zzkwhira ');
      expect(holding).toContain('inquiry');
      expect(holding.filter((name) => /^pg_(statistic|toast_2619)/.test(name))).toEqual([]);
      await analyse(now);
      expect(await sampled('zzkwhira', now)).toEqual([]);
    } finally {
      await now.close();
    }
  } finally {
    await made.drop();
  }
});

test('lists and look-ups go by their indexes without samples', async () => {
  const people = Array.from({ length: 3_000 }, (_, at) => ({
    _id: `p${at}`,
    fullName: `Person ${at}`,
    email: `person${at}@example.com`,
  }));
  await bulkLoad(server.database, 'candidate', people);
  await analyse();
  const plan = async (sql: string): Promise<string> =>
    JSON.stringify(await server.database.all(`EXPLAIN SELECT "_id" FROM "candidate" WHERE ${sql}`));
  const list = '"deletedAt" IS NULL ORDER BY "fullName_key" ASC NULLS LAST, "_id" ASC LIMIT 50';
  expect(await plan(list)).toContain('candidate_by_fullName_key');
  expect(await plan(`"email_key" = 'person7@example.com'`)).toContain('candidate_by_email_key');
});
