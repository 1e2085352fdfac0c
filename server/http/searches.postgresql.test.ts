import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCandidate, type Answer } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl ?? '' });
  await client.connect();
  return client;
}

test('lists that take long leave connections to everybody else, and their users have them in the end', async () => {
  const clients = await Promise.all(
    (['HR', 'Admin', 'Super Admin'] as const).map((role) => server.signIn(role)),
  );
  const [hr, admin] = clients;
  await hr?.push(newCandidate('one'));
  const [holder, looker] = await Promise.all([connected(), connected()]);
  try {
    // Whatever reads the table waits for this, as long as a search in a table of any size may take.
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE "candidate" IN ACCESS EXCLUSIVE MODE');
    let answered = 0;
    const lists = clients.flatMap((client) =>
      [1, 2, 3, 4].map(async (limit): Promise<Answer> => {
        const answer = await client.get(`/api/students?search=a&limit=${limit}`);
        answered += 1;
        return answer;
      }),
    );
    // Four of them wait in the database, by now or in a moment.
    const waiting = async (): Promise<number> => {
      const { rows } = await looker.query<{ count: number }>(
        `SELECT COUNT(*)::int AS "count" FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count ?? 0;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    for (let call = 0; call < 5; call += 1)
      expect((await admin?.get(`/api/users/${userIdOf('HR')}`))?.status).toBe(200);
    expect([answered, await waiting()]).toEqual([0, 4]);
    await holder.query('COMMIT');
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
  } finally {
    await holder.end();
    await looker.end();
  }
});
