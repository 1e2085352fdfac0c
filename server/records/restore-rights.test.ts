import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let superAdmin: TestClient;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  superAdmin = await server.signIn('Super Admin');
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const sentence = (result: OperationResult | undefined): string =>
  result?.status === 'refused' ? `${result.code}: ${result.error}` : (result?.status ?? '');
const restore = async (client: TestClient, entity: 'candidate' | 'inquiry' | 'roleAssignment', id: string) =>
  sentence((await client.push(operation('restore', entity, id)))[0]);
const remove = async (client: TestClient, entity: Parameters<typeof operation>[1], id: string) =>
  seqOf((await client.push(operation('delete', entity, id)))[0]);

async function deletedLongAgo(id: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  await server.database.write((trx) =>
    trx.all(`UPDATE "change_log" SET "at" = ? WHERE "recordId" = ? AND "kind" = 'delete'`, [at, id]),
  );
}

test('HR takes back a delete of their own, soon after it, and restores nothing else', async () => {
  await admin.push(...['own', 'theirs', 'late', 'again'].map((id) => newCandidate(id)));
  await remove(hr, 'candidate', 'own');
  expect(await restore(hr, 'candidate', 'own')).toBe('applied');

  await remove(admin, 'candidate', 'theirs');
  expect(await restore(hr, 'candidate', 'theirs')).toBe(
    'forbidden: Your role restores only what you have just deleted. Ask an administrator.',
  );
  expect((await admin.get('/api/students/theirs')).status).toBe(404);

  await remove(hr, 'candidate', 'late');
  await deletedLongAgo('late', 14);
  expect(await restore(hr, 'candidate', 'late')).toBe('applied');
  await remove(hr, 'candidate', 'again');
  await deletedLongAgo('again', 16);
  expect(await restore(hr, 'candidate', 'again')).toMatch(
    /^forbidden: You deleted this more than 15 minutes/,
  );

  // What counts is who deleted it last.
  await remove(hr, 'candidate', 'own');
  await admin.push(operation('restore', 'candidate', 'own'));
  await remove(admin, 'candidate', 'own');
  expect(await restore(hr, 'candidate', 'own')).toMatch(/^forbidden/);
  for (const id of ['theirs', 'again', 'own']) expect(await restore(admin, 'candidate', id)).toBe('applied');
});

test('who says that they deleted once more what another deleted, or what they did long ago, does not restore it', async () => {
  await admin.push(newCandidate('noted'), newCandidate('noted-late'));
  await remove(admin, 'candidate', 'noted');
  await remove(hr, 'candidate', 'noted-late');
  await deletedLongAgo('noted-late', 16);
  for (const id of ['noted', 'noted-late']) {
    const again = { ackedAt: null };
    const set = { id: `noting-${id}`, title: 'Noted', part: 0 };
    expect(await hr.push({ ...operation('delete', 'candidate', id), again, set })).toMatchObject([
      { status: 'applied' },
    ]);
    expect(await restore(hr, 'candidate', id)).toMatch(/^forbidden/);
    await hr.post(`/api/change-sets/${set.id}/undo`, { set: `${set.id}-undone` });
    expect((await admin.get(`/api/students/${id}`)).status).toBe(404);
  }
});

test('an inquiry does not come back without its lead status', async () => {
  await admin.push(
    operation('create', 'leadStatus', 'warm', { name: 'Warm' }),
    operation('create', 'inquiry', 'lead', { Name: 'Kiran', leadStatus: 'warm' }),
  );
  await remove(admin, 'inquiry', 'lead');
  await remove(admin, 'leadStatus', 'warm');
  expect(await restore(admin, 'inquiry', 'lead')).toBe(
    'conflict: Its lead status "Warm" was deleted too. Restore that one first, then this inquiry.',
  );
  const [both, inquiry] = await admin.push(
    operation('restore', 'leadStatus', 'warm'),
    operation('restore', 'inquiry', 'lead'),
  );
  expect([both?.status, inquiry?.status]).toEqual(['applied', 'applied']);
});

test('an assignment does not come back without its role', async () => {
  const id = `assignment-${userIdOf('Student')}`;
  await superAdmin.push(
    operation('create', 'role', 'trainer', { name: 'Trainer' }),
    operation('update', 'roleAssignment', id, { roleName: 'Trainer' }),
  );
  await remove(superAdmin, 'roleAssignment', id);
  await remove(superAdmin, 'role', 'trainer');
  expect(await restore(superAdmin, 'roleAssignment', id)).toBe(
    'conflict: There is no role "Trainer" any more: it was deleted or renamed. Restore that one first, or assign another.',
  );
  await superAdmin.push(operation('restore', 'role', 'trainer'));
  expect(await restore(superAdmin, 'roleAssignment', id)).toBe('applied');
});
