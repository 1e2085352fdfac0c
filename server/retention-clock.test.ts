import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/format/time.ts';
import { pruneAuditLog } from './audit/prune.ts';
import { FileStore } from './files/store.ts';
import { Thumbnails } from './files/thumbnails.ts';
import { removeDeleted } from './persons/remove-deleted.ts';
import { pruneLog } from './records/prune-log.ts';
import { RetentionClock } from './retention-clock.ts';
import { auditLines } from './testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from './testing/client.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

/** A clock of the server that is wrong takes nothing away that was not kept for long enough. */

let server: TestServer;
let admin: TestClient;
/** How far the clock is ahead, and how long the server has been running, in days. */
let ahead: number;
let running: number;

beforeEach(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  ahead = 0;
  running = 0;
});
afterEach(() => server.stop());

const start = (): Promise<RetentionClock> =>
  RetentionClock.open(
    server.database,
    () => Date.now() + (ahead + running) * DAY_MS,
    () => running * DAY_MS,
  );

/** What the server does of time to time. Gives how many records it removed. */
async function clearUp(clock: RetentionClock): Promise<number> {
  const { database, dataFolder } = server;
  const files = new FileStore(`${dataFolder}/files`);
  const thumbnails = new Thumbnails(`${dataFolder}/thumbnails`);
  await pruneAuditLog(database, await clock.now());
  await pruneLog(database, await clock.now());
  return removeDeleted({ database, files, thumbnails }, 180, await clock.now());
}

const isKept = async (): Promise<boolean> => {
  const [row] = await server.database.all<{ fullName: string | null }>(
    `SELECT "fullName" FROM "candidate" WHERE "_id" = 'deleted'`,
  );
  return row?.fullName === 'Asha Rao';
};

test('while the clock is ahead by years nothing goes, also where people work on, and after a second start', async () => {
  await admin.push(newCandidate('deleted', { fullName: 'Asha Rao' }), newCandidate('there'));
  await admin.push(operation('delete', 'candidate', 'deleted', {}, 1e9));
  const signIns = (await auditLines(server.database, 'sign-in')).length;
  expect(await clearUp(await start())).toBe(0);
  ahead = 1_000;
  for (let starts = 0; starts < 2; starts += 1) {
    const clock = await start();
    expect(await clearUp(clock)).toBe(0);
    // What is written meanwhile bears the wrong time.
    await admin.push(operation('update', 'candidate', 'there', { city: `Pune ${starts}` }, 1e9));
    const wrong = new Date(Date.now() + ahead * DAY_MS).toISOString();
    await server.database.write(async (trx) => {
      await trx.all('UPDATE "change_log" SET "at" = ? WHERE "seq" = (SELECT "seq" FROM "log_position")', [
        wrong,
      ]);
      await trx.all('UPDATE "audit_log" SET "at" = ? WHERE "id" = (SELECT MAX("id") FROM "audit_log")', [
        wrong,
      ]);
    });
    running += 0.25;
    expect(await clearUp(clock)).toBe(0);
  }
  expect([await isKept(), await server.database.prunedTo()]).toEqual([true, 0]);
  expect(await auditLines(server.database, 'sign-in')).toHaveLength(signIns);
  // Put right, it is right at once: nothing was lost by that it was ahead.
  ahead = 0;
  expect(Math.abs((await (await start()).now()) - (Date.now() + running * DAY_MS))).toBeLessThan(60_000);
});

test('what was kept for long enough goes, also where the server was off for half a year', async () => {
  await admin.push(newCandidate('deleted', { fullName: 'Asha Rao' }));
  await admin.push(operation('delete', 'candidate', 'deleted', {}, 1e9));
  const clock = await start();
  for (; running < 180; running += 20) expect(await clearUp(clock)).toBe(0);
  ahead = 5;
  expect(await clearUp(clock)).toBe(1);
  expect(await isKept()).toBe(false);

  await admin.push(newCandidate('deleted-too'));
  await admin.push(operation('delete', 'candidate', 'deleted-too', {}, 1e9));
  const at = new Date(Date.now() + (ahead + running) * DAY_MS).toISOString();
  await server.database.write((trx) =>
    trx.all(`UPDATE "candidate" SET "deletedAt" = ? WHERE "_id" = 'deleted-too'`, [at]),
  );
  await (await start()).now();
  ahead += 190;
  const later = await start();
  expect(await clearUp(later)).toBe(0);
  running += 30;
  expect(await clearUp(later)).toBe(1);
});

test('starts alone move nothing, however many they are while the clock is ahead', async () => {
  await admin.push(newCandidate('deleted', { fullName: 'Asha Rao' }));
  await admin.push(operation('delete', 'candidate', 'deleted', {}, 1e9));
  expect(await clearUp(await start())).toBe(0);
  ahead = 2_000;
  for (let starts = 0; starts < 40; starts += 1) {
    const clock = await start();
    // As long as it takes to find out that its certificate has ended.
    running += 2 / 86_400;
    expect(await clearUp(clock)).toBe(0);
  }
  running += 1 / 1_440;
  expect(await clearUp(await start())).toBe(0);
  expect(await isKept()).toBe(true);
});

test('a start with a clock of years ago holds nothing up', async () => {
  await admin.push(newCandidate('deleted', { fullName: 'Asha Rao' }));
  await admin.push(operation('delete', 'candidate', 'deleted', {}, 1e9));
  const clock = await start();
  for (; running < 178; running += 20) expect(await clearUp(clock)).toBe(0);
  ahead = -10_000;
  for (let starts = 0; starts < 3; starts += 1) expect(await clearUp(await start())).toBe(0);
  ahead = 5;
  const later = await start();
  running += 5;
  expect(await clearUp(later)).toBe(1);
});

test('data that knows of no such time begins now, also where all in it was made years ago', async () => {
  await server.database.write(async (trx) => {
    await trx.all(`DELETE FROM "meta" WHERE "name" = 'retentionSeen'`);
    await trx.all(`UPDATE "change_log" SET "at" = '2020-01-01T00:00:00.000Z'`);
  });
  expect(Math.abs((await (await start()).now()) - Date.now())).toBeLessThan(60_000);
});

test('what is deleted while the clock is a year behind is kept as long as all else, and desks are told of the rest', async () => {
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('there', { city: 'Pune' }), newCandidate('deleted', { fullName: 'Asha Rao' }));
  await hr.pull();
  // HR is to be told of this.
  await admin.push(operation('update', 'candidate', 'there', { city: 'Agra' }, 1));
  const right = await server.database.seq();
  const edits = Array.from({ length: 100 }, (_, at) =>
    operation('update', 'candidate', 'there', { notes: `Note ${at}` }, 1e9),
  );
  await admin.push(...edits, operation('delete', 'candidate', 'deleted', {}, 1e9));
  const yearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString();
  await server.database.write(async (trx) => {
    await trx.all('UPDATE "change_log" SET "at" = ? WHERE "seq" > ?', [yearAgo, right]);
    await trx.all(`UPDATE "candidate" SET "deletedAt" = ? WHERE "_id" = 'deleted'`, [yearAgo]);
  });
  // The clock is right again, and people go on.
  await admin.push(operation('update', 'candidate', 'there', { remarks: 'Right again' }, 1e9));
  const clock = await start();
  for (let times = 0; times < 2; times += 1) expect(await clearUp(clock)).toBe(0);
  expect([await isKept(), await server.database.prunedTo()]).toEqual([true, 0]);
  expect((await hr.pull()).conflicts).toMatchObject([{ recordId: 'there', lost: 'Pune' }]);
  for (; running < 180; running += 20) expect(await clearUp(clock)).toBe(0);
  expect(await isKept()).toBe(true);
  running += 5;
  expect(await clearUp(clock)).toBe(1);
});
