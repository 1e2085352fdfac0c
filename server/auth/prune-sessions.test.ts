import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { DESK_SESSION_DAYS, pruneSessions, REST_SESSION_DAYS } from './prune-sessions.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sessions that ran out so many days ago. */
async function ranOut(ids: readonly string[], deskId: string | null, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS).toISOString();
  await server.database.write(async (trx) => {
    for (const id of ids)
      await trx.all(
        `INSERT INTO "sessions" ("id", "userId", "deskId", "createdAt", "expiresAt", "generation", "seenGeneration", "endedAt", "endReason")
         VALUES (?, 'user-hr', ?, ?, ?, 0, 0, ?, 'deactivated')`,
        [id, deskId, at, at, at],
      );
  });
}

test('sessions that ran out go after their time, also hundreds; those of desks stay longer, and open ones stay', async () => {
  const desk = await server.signIn('HR');
  const rest = await server.signIn('Admin', null);
  await ranOut(
    Array.from({ length: 1_100 }, (_, at) => `rest-${at}`),
    null,
    REST_SESSION_DAYS + 1,
  );
  await ranOut(['rest-young'], null, REST_SESSION_DAYS - 1);
  await ranOut(['desk-young'], 'desk', DESK_SESSION_DAYS - 1);
  await ranOut(['desk-old'], 'desk', DESK_SESSION_DAYS + 1);
  await pruneSessions(server.database);
  const left = await server.database.all<{ id: string }>(
    `SELECT "id" FROM "sessions" WHERE "endedAt" IS NOT NULL ORDER BY "id"`,
  );
  expect(left.map(({ id }) => id)).toEqual(['desk-young', 'rest-young']);
  // A clock that is ahead takes nothing away.
  await pruneSessions(server.database, Date.now() + 10_000 * DAY_MS);
  for (const client of [desk, rest]) expect((await client.get(PATHS.me)).status).toBe(200);
  expect((await desk.post(PATHS.refresh, { refreshToken: desk.refreshToken })).status).toBe(200);
});
