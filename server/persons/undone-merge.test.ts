import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';

/** Decisions 32 and 33: two people who were taken for one are two again when the merge was undone. */

let server: TestServer;
let admin: TestClient;
let superAdmin: TestClient;

const merged = { id: 'merge', title: 'Merged', part: 0 };
const merge = () => [
  { ...operation('delete', 'candidate', 'binod', {}, 1e9), set: merged },
  {
    ...operation('create', 'mergedRecord', 'lead', { was: 'binod', name: 'Binod Sen', candidate: 'asha' }),
    set: merged,
  },
];
const copied = async (id: string): Promise<string[]> => {
  const { body } = await admin.get<{ records: { id: string }[] }>(`/api/persons/candidate/${id}/copy`);
  return body.records.map((record) => record.id).toSorted();
};

beforeEach(async () => {
  server = await startTestServer();
  [admin, superAdmin] = await Promise.all([server.signIn('Admin'), server.signIn('Super Admin')]);
  await admin.push(
    newCandidate('asha', { fullName: 'Asha Rao' }),
    newCandidate('binod', { fullName: 'Binod Sen' }),
    operation('create', 'activity', 'of-binod', { candidate: 'binod', kind: 'Note', note: 'his' }),
    ...merge(),
  );
});
afterEach(() => server.stop());

test('a copy of the one has nothing of the other, and erasing the one leaves the other', async () => {
  expect(await copied('asha')).toEqual(['asha', 'binod', 'lead', 'of-binod']);
  await superAdmin.post('/api/change-sets/merge/undo', { set: 'undo' });
  // What led from him to her has his name.
  expect(await copied('asha')).toEqual(['asha']);
  expect(await copied('binod')).toEqual(['binod', 'lead', 'of-binod']);
  const answer = await superAdmin.post('/api/persons/candidate/asha/erase', {
    reason: 'Asked by letter',
    name: 'Asha Rao',
  });
  expect(answer).toMatchObject({ status: 200, body: { erased: 1 } });
  expect((await admin.get('/api/students/asha')).status).toBe(404);
  expect((await admin.get('/api/students/binod')).body).toMatchObject({ fullName: 'Binod Sen' });
  expect((await admin.get('/api/activities/of-binod')).body).toMatchObject({ note: 'his' });
});

test('who was merged away is the same person, from whichever record', async () => {
  expect(await copied('binod')).toEqual(['asha', 'binod', 'lead', 'of-binod']);
});

test('erasing who had been merged away leaves no name behind, of the merge neither', async () => {
  await superAdmin.post('/api/change-sets/merge/undo', { set: 'undo' });
  const answer = await superAdmin.post('/api/persons/candidate/binod/erase', {
    reason: 'Asked by letter',
    name: 'Binod Sen',
  });
  expect(answer).toMatchObject({ status: 200, body: { erased: 3 } });
  const deleted = await admin.get('/api/history/mergedRecord?deleted=true&limit=50');
  expect(deleted).toMatchObject({ status: 200, body: [] });
  const stored = Buffer.concat([...(await storedBytes(server)).values()]);
  expect(stored.includes('Binod')).toBe(false);
  expect((await admin.get('/api/students/asha')).body).toMatchObject({ fullName: 'Asha Rao' });
});

test('what was deleted while the two were one is of whom it was, to be copied and to be erased', async () => {
  await admin.push(operation('delete', 'activity', 'of-binod', {}, 1e9));
  await superAdmin.post('/api/change-sets/merge/undo', { set: 'undo' });
  expect(await copied('asha')).toEqual(['asha']);
  expect(await copied('binod')).toEqual(['binod', 'lead', 'of-binod']);
  await superAdmin.post('/api/persons/candidate/binod/erase', {
    reason: 'Asked by letter',
    name: 'Binod Sen',
  });
  const [restored] = await superAdmin.push(operation('restore', 'activity', 'of-binod'));
  expect(restored).toMatchObject({ status: 'refused' });
  const stored = Buffer.concat([...(await storedBytes(server)).values()]);
  expect(stored.includes('"his"')).toBe(false);
});
