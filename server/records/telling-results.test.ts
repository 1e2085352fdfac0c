import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OperationResult } from '#shared/protocol/sync.ts';
import { FileStore } from '../files/store.ts';
import { Thumbnails } from '../files/thumbnails.ts';
import { removeDeleted } from '../persons/remove-deleted.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pruneOperations, UNCHANGED_DAYS } from './prune-operations.ts';

/** Of who was removed no result says anything; they are found by the record, not by a look at all results. */

const DAY = 86_400_000;
let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeEach(async () => {
  server = await startTestServer();
  [admin, hr] = await Promise.all([server.signIn('Admin'), server.signIn('HR')]);
});
afterEach(() => server.stop());

const results = async (text: string): Promise<string[]> =>
  (await server.database.all<{ result: string }>('SELECT "result" FROM "operations"')).flatMap(({ result }) =>
    result.includes(text) ? [result] : [],
  );
const tellings = (): Promise<{ recordId: string }[]> =>
  server.database.all('SELECT "recordId" FROM "telling_results" ORDER BY "recordId"');
const remove = (): Promise<number> => {
  const { database, dataFolder } = server;
  const files = new FileStore(`${dataFolder}/files`);
  const thumbnails = new Thumbnails(`${dataFolder}/thumbnails`);
  return removeDeleted({ database, files, thumbnails }, 1, Date.now() + 2 * DAY);
};

/** A value that lost, and an undo that left one as it is: both name what was in the records. */
async function tell(): Promise<OperationResult[]> {
  const set = { id: 'set', title: 'City of two', part: 0 };
  const made = await admin.push(
    newCandidate('lost', { city: 'Zzlostcity' }),
    newCandidate('left', { fullName: 'Zzleft Rao' }),
  );
  const [, left] = made;
  const base = left?.status === 'applied' ? left.seq : 0;
  await admin.push({ ...operation('update', 'candidate', 'left', { city: 'Pune' }, base), set });
  await hr.push(operation('update', 'candidate', 'left', { city: 'Nashik' }, 1e9));
  const undo = { id: 'undo', title: 'Undo', part: 0, undoes: 'set' };
  const undone = await admin.push({ ...operation('undo', 'candidate', 'left', {}, 1e9), set: undo });
  const winning = operation('update', 'candidate', 'lost', { city: 'Surat' }, 1);
  // Whatever ids desks give their changes.
  const won = await hr.push({ ...winning, id: `0-${winning.id}` });
  return [...undone, ...won];
}

async function removeBoth(): Promise<void> {
  await admin.push(...['lost', 'left'].map((id) => operation('delete', 'candidate', id, {}, 1e9)));
  expect(await remove()).toBe(2);
}

test('results are noted by the records that they tell of, and say nothing once these are removed', async () => {
  expect(await tell()).toMatchObject([{ left: [{ recordId: 'left' }] }, { conflicts: [{ field: 'city' }] }]);
  expect(await tellings()).toEqual([{ recordId: 'left' }, { recordId: 'lost' }]);
  expect(await results('Zz')).toHaveLength(2);
  await removeBoth();
  expect(await results('Zz')).toEqual([]);
  expect(await tellings()).toEqual([]);
});

test('so are those that an earlier version kept', async () => {
  await tell();
  const noted = await tellings();
  await server.database.write(async (trx) => {
    await trx.all('DELETE FROM "telling_results"');
    await trx.all(`DELETE FROM "meta" WHERE "name" = 'tellingNoted'`);
  });
  await pruneOperations(server.database);
  expect(await tellings()).toEqual(noted);
  await removeBoth();
  expect(await results('Zz')).toEqual([]);
});

test('what is noted of a result goes with it', async () => {
  await tell();
  await pruneOperations(server.database, Date.now() + (UNCHANGED_DAYS + 1) * DAY);
  expect(await results('"left"')).toEqual([]);
  expect(await tellings()).toEqual([{ recordId: 'lost' }]);
});
