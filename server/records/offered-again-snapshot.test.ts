import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { putBack } from '../testing/put-back.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** A snapshot of the machine was put back: nothing says where it ends, as a restored backup does. */

let server: TestServer;
let one: TestClient;
let two: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  one = await server.signIn('Admin', 'one');
  two = await server.signIn('HR', 'two');
  await putBack(server, await server.database.seq());
});
afterAll(() => server.stop());

const update = (id: string, city: string): Operation => operation('update', 'candidate', id, { city });
const edit = async (id: string, city: string): Promise<number> =>
  seqOf((await two.push({ ...update(id, city), base: await server.database.seq() }))[0]);
const told = async (id: string): Promise<unknown[]> =>
  (await two.pull()).conflicts
    .filter(({ recordId }) => recordId === id)
    .map(({ field, lost, won }) => [field, lost, won]);

test('a delete that was never acknowledged tells whoever wrote what its maker had not seen', async () => {
  await one.push(newCandidate('deleted', { city: 'Nagpur' }));
  await edit('deleted', 'By two');
  const again = { ackedAt: null, seen: { city: 'Nagpur' } };
  expect(await one.push({ ...operation('delete', 'candidate', 'deleted'), again })).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await told('deleted')).toEqual([['', { city: 'By two' }, null]]);
});

test('of a desk that does not say what it saw, its place in the log tells it', async () => {
  await one.push(newCandidate('changed', { city: 'Nagpur' }));
  const base = await edit('changed', 'By two');
  const again = { ackedAt: null };
  await one.push({ ...update('changed', 'By one'), base, again });
  expect(await told('changed')).toEqual([]);
  await edit('changed', 'By two again');
  await one.push({ ...update('changed', 'Last'), base, again });
  expect(await told('changed')).toEqual([['city', 'By two again', 'Last']]);
});
