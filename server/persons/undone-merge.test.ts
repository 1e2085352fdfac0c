import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** Decisions 32 and 33: two people who were taken for one are two again when the merge was undone. */

let server: TestServer;
let admin: TestClient;
let superAdmin: TestClient;

const merged = { id: 'merge', title: 'Merged', part: 0 };
const merge = () => [
  { ...operation('delete', 'candidate', 'binod', {}, 1e9), set: merged },
  { ...operation('create', 'mergedRecord', 'lead', { was: 'binod', candidate: 'asha' }), set: merged },
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
  expect(await copied('asha')).toEqual(['asha', 'lead']);
  expect(await copied('binod')).toEqual(['binod', 'of-binod']);
  const answer = await superAdmin.post('/api/persons/candidate/asha/erase', {
    reason: 'Asked by letter',
    name: 'Asha Rao',
  });
  expect(answer).toMatchObject({ status: 200, body: { erased: 2 } });
  expect((await admin.get('/api/students/asha')).status).toBe(404);
  expect((await admin.get('/api/students/binod')).body).toMatchObject({ fullName: 'Binod Sen' });
  expect((await admin.get('/api/activities/of-binod')).body).toMatchObject({ note: 'his' });
});

test('who was merged away is the same person, from whichever record', async () => {
  expect(await copied('binod')).toEqual(['asha', 'binod', 'lead', 'of-binod']);
});
