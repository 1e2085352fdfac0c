import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../../testing/server.ts';

/** Decision 20: what was done about a person. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
  await admin.push(newCandidate('person'), operation('create', 'inquiry', 'lead', { Name: 'Lead' }));
});
afterAll(() => server.stop());

const call = (id: string, changes: Record<string, unknown> = {}): ReturnType<typeof operation> =>
  operation('create', 'activity', id, { candidate: 'person', kind: 'Call', outcome: 'Busy', ...changes });

const stored = async (id: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/activities/${id}`);
  return status === 200 ? body : null;
};

test('the server says who made it and when, whatever the client says', async () => {
  await hr.push(call('first', { by: userIdOf('Admin'), note: 'engaged' }));
  expect(await stored('first')).toMatchObject({ by: userIdOf('HR'), outcome: 'Busy', note: 'engaged' });
  expect((await stored('first'))?.['at']).toEqual(expect.any(String));
});

test('it is about one person, and only a call has an outcome', async () => {
  expect(
    await hr.push(
      call('nobody', { candidate: null }),
      call('both', { inquiry: 'lead' }),
      call('gone', { candidate: 'never-was' }),
      call('noted', { kind: 'Note' }),
    ),
  ).toMatchObject([
    {
      status: 'refused',
      code: 'invalid',
      error: 'An activity is about one candidate or one inquiry.',
      fields: [{ field: 'candidate', code: 'invalid' }],
    },
    { status: 'refused', code: 'invalid' },
    { status: 'refused', code: 'invalid' },
    { status: 'applied' },
  ]);
  expect((await stored('noted'))?.['outcome'] ?? null).toBeNull();
  expect(await hr.push(operation('update', 'activity', 'noted', { candidate: null }))).toMatchObject([
    { status: 'refused', code: 'invalid' },
  ]);
});

test('an outcome that is given to a note changes nothing, and no desk hears of it', async () => {
  await hr.push(call('only-noted', { kind: 'Note' }));
  await admin.pull();
  const seq = await server.database.seq();
  const [result] = await hr.push(operation('update', 'activity', 'only-noted', { outcome: 'Busy' }));
  expect(result).toMatchObject({ status: 'applied' });
  expect(await server.database.seq()).toBe(seq);
  expect((await admin.pull()).rows.size).toBe(0);
});

test('of somebody whose making was refused it is refused as of anybody who is not there', async () => {
  const results = await hr.push(
    newCandidate('refused', { email: 'none' }),
    call('x', { candidate: 'refused' }),
  );
  expect(results).toMatchObject([
    { status: 'refused', code: 'invalid' },
    { status: 'refused', code: 'invalid', fields: [{ field: 'candidate' }] },
  ]);
});

test('its author and Admins change and delete it, another HR does neither, and nobody else sees any', async () => {
  await admin.push(call('of-admin'));
  await hr.push(call('of-hr'));
  expect(
    await hr.push(
      operation('update', 'activity', 'of-admin', { note: 'mine now' }),
      operation('update', 'activity', 'of-admin', { by: userIdOf('HR') }),
      operation('delete', 'activity', 'of-admin'),
      operation('update', 'activity', 'of-hr', { note: 'said more' }),
      operation('delete', 'activity', 'of-hr'),
      operation('restore', 'activity', 'of-hr'),
    ),
  ).toMatchObject([
    { status: 'refused', code: 'forbidden' },
    { status: 'applied' },
    { status: 'refused', code: 'forbidden' },
    { status: 'applied' },
    { status: 'applied' },
    { status: 'applied' },
  ]);
  expect(await stored('of-admin')).toMatchObject({ by: userIdOf('Admin') });
  expect((await hr.delete('/api/activities/of-admin')).status).toBe(403);
  expect(await admin.push(operation('delete', 'activity', 'of-hr'))).toMatchObject([{ status: 'applied' }]);
  for (const role of ['Employee', 'Student'] as const) {
    const other = await server.signIn(role);
    expect((await other.get('/api/activities')).status).toBe(403);
    const { rows } = await other.pull();
    expect([...rows.keys()].filter((key) => key.startsWith('activity/'))).toEqual([]);
  }
});

test('what was done is not still to come, whatever the clock of a computer says', async () => {
  const ahead = new Date(Date.now() + 365 * 864e5).toISOString();
  const before = '2026-01-05T04:30:00.000Z';
  await hr.push(call('ahead', { at: ahead }), call('before', { at: before }));
  const shown = async (id: string): Promise<string> => String((await stored(id))?.['at']);
  expect((await shown('ahead')) <= new Date().toISOString()).toBe(true);
  expect(await shown('before')).toBe(before);
  await hr.push(operation('update', 'activity', 'before', { at: ahead }));
  expect((await shown('before')) <= new Date().toISOString()).toBe(true);
});
