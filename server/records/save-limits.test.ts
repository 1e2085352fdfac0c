import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import { auditLines } from '../testing/audit-log.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { addToSaved, ChangesOfRecords, countSaved, MOST_A_DAY, MOST_OF_ONE_RECORD } from './save-limits.ts';

let server: TestServer;
let employee: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  employee = await server.signIn('Employee');
  await (await server.signIn('HR')).push(newCandidate('theirs', { interviewerId: userIdOf('Employee') }));
});
afterAll(() => server.stop());

test('nobody fills the disk: what one saves in a day is bounded, and the audit log has who tried', async () => {
  const edit = operation('update', 'candidate', 'theirs', { remarks: 'Called' });
  // What came from this account all day long, but for the last of it.
  addToSaved(server.database, userIdOf('Employee'), MOST_A_DAY - 2_000_000, 0);
  expect(await employee.push(edit)).toMatchObject([{ status: 'applied' }]);
  addToSaved(server.database, userIdOf('Employee'), 40_000_000, 0);
  for (const _ of [1, 2]) {
    const operations = [operation('update', 'candidate', 'theirs', { remarks: 'Again' })];
    const refused = await employee.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect((refused.body as { error: string }).error).toMatch(
      /^So much was saved from your account .+ Wait \d+ minutes and try again, and tell your administrator\.$/,
    );
  }
  expect(await auditLines(server.database, 'saves-refused')).toMatchObject([
    { outcome: 'refused', userId: userIdOf('Employee') },
  ]);
  // It is of one account alone.
  const hr = await server.signIn('HR');
  expect(await hr.push(newCandidate('another'))).toMatchObject([{ status: 'applied' }]);
});

test('what an undo, or a change that says little, adds to the history counts as it does', async () => {
  const admin = await server.signIn('Admin');
  const set = { id: newId(), title: 'Long notes', part: 0 };
  const notes = 'नोट '.repeat(4_000);
  const edit = operation('update', 'candidate', 'theirs', { notes }, 1e9);
  addToSaved(server.database, userIdOf('Admin'), MOST_A_DAY - 100_000, 0);
  expect(await admin.push({ ...edit, set })).toMatchObject([{ status: 'applied' }]);
  const undo = operation('undo', 'candidate', 'theirs', {});
  const undoSet = { id: newId(), title: 'Undo', part: 0, undoes: set.id };
  expect(await admin.push({ ...undo, set: undoSet })).toMatchObject([{ status: 'applied' }]);
  expect(
    await admin.push({
      ...operation('undo', 'candidate', 'theirs', {}),
      set: { ...undoSet, id: newId(), undoes: undoSet.id },
    }),
  ).toMatchObject([{ status: 'applied' }]);
  await expect(
    countSaved(server.database, { user: { _id: userIdOf('Admin') }, address: '' }, 1),
  ).rejects.toMatchObject({
    code: 'too-many-requests',
  });
});

test('what is sent again since its answer was lost takes no room again', async () => {
  const superAdmin = await server.signIn('Super Admin');
  const edits = Array.from({ length: 100 }, (_, at) =>
    operation('update', 'candidate', 'theirs', { remarks: `Called ${at}` }, 1e9),
  );
  addToSaved(server.database, userIdOf('Super Admin'), MOST_A_DAY - 1_000_000, 0);
  await superAdmin.push(...edits);
  for (let time = 0; time < 12; time += 1)
    expect((await superAdmin.push(...edits)).every(({ status }) => status === 'applied')).toBe(true);
  await countSaved(server.database, { user: { _id: userIdOf('Super Admin') }, address: '' }, 1);
});

test('nobody makes a history without end: what changes one record very often takes the room of a day', async () => {
  const notedBy = await server.signIn('HR');
  const user = userIdOf('HR');
  await notedBy.push(newCandidate('flipped'), newCandidate('calm'));
  const flips = (count: number): Operation[] =>
    Array.from({ length: count }, (_, at) =>
      operation('update', 'candidate', 'flipped', { city: `City ${at % 2}` }, 1e9),
    );
  const sent = flips(MOST_OF_ONE_RECORD);
  addToSaved(server.database, user, MOST_A_DAY - 20_000_000, 0);
  for (let from = 0; from < sent.length; from += 250) await notedBy.push(...sent.slice(from, from + 250));
  // Also once more, for want of the answers.
  await notedBy.push(...sent.slice(0, 250));
  expect(await notedBy.push(...flips(20))).toHaveLength(20);
  const refused = await notedBy.post(PATHS.push, {
    protocol: PROTOCOL_VERSION,
    operations: [operation('update', 'candidate', 'calm', { city: 'Pune' })],
  });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
});

test('nor by going round among what is about one person, or among others in between', async () => {
  const user = userIdOf('Employee');
  const spend = (changes: ChangesOfRecords): void => addToSaved(server.database, user, 0, 0, changes);
  const isRefused = (): Promise<boolean> =>
    countSaved(server.database, { user: { _id: user }, address: '' }, 0).then(
      () => false,
      () => true,
    );
  addToSaved(server.database, user, -2 * MOST_A_DAY, 0);
  for (let round = 0; round < 5; round += 1) {
    const changes = new ChangesOfRecords();
    for (let at = 0; at < MOST_OF_ONE_RECORD; at += 1) changes.add([`note ${round}/${at}`, 'whose notes'], 1);
    spend(changes);
    const others = new ChangesOfRecords();
    for (let at = 0; at < 3_000; at += 1) others.add([`other ${at}`], 1);
    spend(others);
  }
  expect(await isRefused()).toBe(true);
  const hr = await server.signIn('HR');
  addToSaved(server.database, userIdOf('HR'), -2 * MOST_A_DAY, 0);
  const notes = Array.from({ length: MOST_OF_ONE_RECORD }, (_, at) =>
    operation('create', 'activity', `note-${at}`, { candidate: 'calm', kind: 'Note' }),
  );
  for (let from = 0; from < notes.length; from += 250) await hr.push(...notes.slice(from, from + 250));
  addToSaved(server.database, userIdOf('HR'), MOST_A_DAY - 10_000_000, 0);
  await hr.push(
    ...Array.from({ length: 10 }, (_, at) =>
      operation('create', 'activity', `more-${at}`, { candidate: 'calm', kind: 'Note' }),
    ),
  );
  await expect(hr.push(newCandidate('one more'))).rejects.toThrow('429');
});

test('as many changes of many records take what they take', async () => {
  const changes = new ChangesOfRecords();
  for (let at = 0; at < 5_000; at += 1) changes.add([`record ${at}`], 1);
  addToSaved(server.database, userIdOf('Student'), MOST_A_DAY - 10_000_000, 0, changes);
  await countSaved(server.database, { user: { _id: userIdOf('Student') }, address: '' }, 1);
});
