import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Again, ConflictNotice, Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newId } from '#shared/model/new-id.ts';
import { newCandidate, operation, seqOf, type TestClient } from '../testing/client.ts';
import { putBack } from '../testing/put-back.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';

let server: TestServer;
let one: TestClient;
let two: TestClient;
let made = 0;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  one = await server.signIn('Admin', 'one');
  two = await server.signIn('HR', 'two');
});
afterAll(() => server.stop());

/** The record that both have, as it is in the backup. */
beforeEach(async () => {
  id = `shared-${(made += 1)}`;
  await one.push(newCandidate(id, { city: 'Nagpur', notes: 'old', trainer: 'Meera' }));
  await one.pull();
  await two.pull();
});

const BASE = 1_000_000;
const again = (
  given: Operation,
  seen?: Record<string, unknown>,
  acked = true,
): Operation & { again: Again } => ({
  ...given,
  base: BASE,
  again: { ackedAt: acked ? ackedAt : null, ...(seen ? { seen } : {}) },
});
const update = (changes: Record<string, unknown>): Operation => operation('update', 'candidate', id, changes);
const edit = async (client: TestClient, changes: Record<string, unknown>): Promise<void> => {
  seqOf((await client.push({ ...update(changes), base: await server.database.seq() }))[0]);
};

/** When the server acknowledged what is offered again: after the backup, before anything that follows. */
let ackedAt: string;
const restored = async (): Promise<void> => {
  await putBack(server, await server.database.seq(), { restored: true });
  ackedAt = new Date().toISOString();
  // What is written from now on is later than that, by the same clock.
  await vi.waitUntil(() => new Date().toISOString() > ackedAt, { interval: 1 });
};
const record = async (): Promise<Record<string, unknown>> =>
  (await one.get<Record<string, unknown>>(`/api/students/${id}`)).body;
const told = async (client: TestClient): Promise<Partial<ConflictNotice>[]> =>
  (await client.pull()).conflicts
    .filter(({ recordId }) => recordId === id)
    .map(({ field, lost, won, by }) => ({ field, lost, won, by }));
const outcome = (result: OperationResult | undefined): string | undefined =>
  result?.status === 'refused' ? `${result.code}: ${result.error}` : result?.status;

test('what nobody has written over since comes back, a desk’s own changes in their order', async () => {
  await restored();
  const results = await one.push(
    again(update({ city: 'Pune' }), { city: 'Nagpur' }),
    again(update({ city: 'Surat', notes: 'new' }), { city: 'Pune', notes: 'old' }),
  );
  expect(results.map(outcome)).toEqual(['applied', 'applied']);
  expect(await record()).toMatchObject({ city: 'Surat', notes: 'new' });
  expect([await told(one), await told(two)]).toEqual([[], []]);
});

test.each([
  ['what its maker saw', { city: 'Nagpur', notes: 'old' }],
  ['nothing, as older desks do', undefined],
])(
  'a newer value stands, and the other fields come back, where the change brings %s',
  async (_case, seen) => {
    await restored();
    await edit(two, { city: 'NEWER by two' });
    const [result] = await one.push(again(update({ city: 'OLDER by one', notes: 'by one' }), seen));
    expect(outcome(result)).toBe('applied');
    expect(await record()).toMatchObject({ city: 'NEWER by two', notes: 'by one' });
    expect(await told(one)).toEqual([
      { field: 'city', lost: 'OLDER by one', won: 'NEWER by two', by: 'User HR' },
    ]);
    expect(await told(two)).toEqual([]);
  },
);

test('of a record that comes back itself the newer value stands, in whichever order its writers come back', async () => {
  for (const order of ['older first', 'newer first']) {
    await restored();
    const made = newId();
    const [older, newer] = [ackedAt, new Date().toISOString()];
    await vi.waitUntil(() => new Date().toISOString() > newer, { interval: 1 });
    const offered = (at: string, seen: Record<string, unknown>, changes: Record<string, unknown>) => ({
      ...operation('update', 'candidate', made, changes),
      base: BASE,
      again: { ackedAt: at, seen },
    });
    const three = await server.signIn('Super Admin', `three, ${order}`);
    // Its making is as old as the backup.
    seqOf((await one.push({ ...newCandidate(made, { city: 'START' }), again: { ackedAt: older } }))[0]);
    const pushes = [
      () => three.push(offered(older, { city: 'START', notes: null }, { city: 'OLD', notes: 'OLD' })),
      () => two.push(offered(newer, { city: 'OLD', notes: 'OLD' }, { city: 'NEW', notes: 'NEW' })),
    ];
    for (const push of order === 'older first' ? pushes : pushes.reverse()) seqOf((await push())[0]);
    const { body } = await one.get<Record<string, unknown>>(`/api/students/${made}`);
    expect([order, body['city'], body['notes']]).toEqual([order, 'NEW', 'NEW']);
  }
});

test('of several older values of a field the last is told of, also where nothing is left to write', async () => {
  await restored();
  await edit(two, { city: 'NEWER by two' });
  const before = await server.database.seq();
  const results = await one.push(
    again(update({ city: 'OLDER' }), { city: 'Nagpur' }),
    again(update({ city: 'OLD' }), { city: 'OLDER' }),
  );
  expect(seqOf(results.at(-1))).toBeGreaterThan(before);
  expect(await told(one)).toMatchObject([{ field: 'city', lost: 'OLD', won: 'NEWER by two' }]);
});

test('an undo waits in the tray for the change that it takes back', async () => {
  await restored();
  const set = { id: `set-of-${id}`, title: 'City', part: 0 };
  const taken = { id: `undo-of-${id}`, title: 'Undone: City', part: 0, undoes: set.id };
  const back = { ...operation('undo', 'candidate', id), set: taken, again: { ackedAt } };
  expect(outcome((await one.push(back))[0])).toMatch(
    /^conflict: The change that this takes back is not on the server/,
  );
  const offered = { ...again(update({ city: 'Pune' }), { city: 'Nagpur' }), set };
  expect(outcome((await two.push(offered))[0])).toBe('applied');
  // Tried again, it is a change of its own.
  expect(outcome((await one.push({ ...back, id: `${back.id}-2` }))[0])).toBe('applied');
  expect(await record()).toMatchObject({ city: 'Nagpur' });
});

test('the same value is nothing to be told of', async () => {
  await restored();
  await edit(two, { city: 'Pune' });
  await one.push(again(update({ city: 'Pune' }), { city: 'Nagpur' }));
  expect([await told(one), await told(two)]).toEqual([[], []]);
});

test('a change that the server had not acknowledged is the last, wins as ever, and the other is told', async () => {
  await restored();
  await edit(two, { city: 'By two' });
  await one.push(again(update({ city: 'By one' }), { city: 'Nagpur' }, false));
  expect(await record()).toMatchObject({ city: 'By one' });
  expect(await told(two)).toEqual([{ field: 'city', lost: 'By two', won: 'By one', by: 'User Admin' }]);
  expect(await told(one)).toEqual([]);
});

test('a change over an own value that comes back with it is judged by what its maker saw', async () => {
  await restored();
  await edit(two, { notes: 'NEWER by two' });
  await one.push(again(update({ notes: 'OLDER' }), { notes: 'old' }), {
    ...update({ notes: 'LAST', city: 'Pune' }),
    again: { ackedAt: null, seen: { notes: 'OLDER', city: 'Nagpur' } },
  });
  expect(await record()).toMatchObject({ notes: 'LAST', city: 'Pune' });
  expect(await told(two)).toEqual([{ field: 'notes', lost: 'NEWER by two', won: 'LAST', by: 'User Admin' }]);
  // The newer value, which the older one did not take the place of, does not stand any more.
  expect(await told(one)).toEqual([]);
});

test('a delete over an own value that comes back with it likewise', async () => {
  await restored();
  await edit(two, { notes: 'NEWER by two' });
  const seen = { ...(await record()), notes: 'OLDER' };
  const results = await one.push(again(update({ notes: 'OLDER' }), { notes: 'old' }), {
    ...operation('delete', 'candidate', id),
    again: { ackedAt: null, seen },
  });
  expect(results.map(outcome)).toEqual(['applied', 'applied']);
  expect(await told(two)).toEqual([
    { field: '', lost: { notes: 'NEWER by two' }, won: null, by: 'User Admin' },
  ]);
  expect(await told(one)).toEqual([]);
});

describe('a second restore', () => {
  /** Of the history before the first one; two has brought back what took its place, and that is in the second backup. */
  let firstAck: string;
  beforeEach(async () => {
    await restored();
    firstAck = ackedAt;
    await two.push(again(update({ city: 'NEWER' }), { city: 'OLDER' }));
    await restored();
  });
  const late = (given: Operation, seen?: Record<string, unknown>): Operation => ({
    ...again(given, seen),
    again: { ackedAt: firstAck, ...(seen ? { seen } : {}) },
  });

  test('does not bring an older value over the newer one, and its maker is told', async () => {
    const [result] = await one.push(
      late(update({ city: 'OLDER', notes: 'by one' }), { city: 'Nagpur', notes: 'old' }),
    );
    expect(outcome(result)).toBe('applied');
    expect(await record()).toMatchObject({ city: 'NEWER', notes: 'by one' });
    expect(await told(one)).toEqual([{ field: 'city', lost: 'OLDER', won: 'NEWER', by: 'User HR' }]);
    expect(await told(two)).toEqual([]);
  });

  test('nor a delete', async () => {
    const [result] = await one.push(late(operation('delete', 'candidate', id)));
    expect(outcome(result)).toMatch(/^conflict: .* was changed by User HR after you had deleted it/);
  });

  test('what was acknowledged after the newer value comes back', async () => {
    await one.push(again(update({ city: 'LAST' }), { city: 'of somebody else' }));
    expect(await record()).toMatchObject({ city: 'LAST' });
    expect([await told(one), await told(two)]).toEqual([[], []]);
  });

  test('where the clock of the server was put right in between, nobody loses a value without being told', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await one.push({ ...late(update({ city: 'OLDER' })), again: { ackedAt: tomorrow } });
    expect(await told(two)).toEqual([{ field: 'city', lost: 'NEWER', won: 'OLDER', by: 'User Admin' }]);
  });
});

test('a value that another desk is still to bring back is no newer one', async () => {
  await restored();
  // In the history that was lost, one wrote Pune, and two, who had seen it, Surat: two comes back first.
  await two.push(again(update({ city: 'Surat' }), { city: 'Pune' }));
  await one.push(again(update({ city: 'Pune' }), { city: 'Nagpur' }));
  expect(await record()).toMatchObject({ city: 'Surat' });
});

test('a value in the backup that the maker of an acknowledged change had not seen gives way, and its writer is told', async () => {
  const base = await server.database.seq();
  await edit(two, { city: 'By two', notes: 'By two' });
  await restored();
  // Made on a desk that did not have it yet; the server that took it in had told its writer, and forgot.
  await one.push({ ...again(update({ city: 'By one' }), { city: 'Nagpur' }), base });
  expect(await record()).toMatchObject({ city: 'By one', notes: 'By two' });
  expect(await told(two)).toEqual([{ field: 'city', lost: 'By two', won: 'By one', by: 'User Admin' }]);
});

test('of one change a value stands and another gives way, and each writer is told of what they lost', async () => {
  const base = await server.database.seq();
  await edit(two, { notes: 'By two' });
  await restored();
  await edit(two, { city: 'NEWER by two' });
  const seen = { city: 'Nagpur', notes: 'old' };
  await one.push({ ...again(update({ city: 'By one', notes: 'By one' }), seen), base });
  expect(await record()).toMatchObject({ city: 'NEWER by two', notes: 'By one' });
  expect(await told(one)).toEqual([{ field: 'city', lost: 'By one', won: 'NEWER by two', by: 'User HR' }]);
  expect(await told(two)).toEqual([{ field: 'notes', lost: 'By two', won: 'By one', by: 'User Admin' }]);
});

test('its own is what the same user wrote at the same desk, and nothing else', async () => {
  const signIn = async (role: 'Admin' | 'HR', desk: string | null): Promise<TestClient> => {
    const client = server.client();
    await client.signIn(emailOf(role), PASSWORD, desk);
    return client;
  };
  const shared = `shared desk of ${id}`;
  const own = await signIn('Admin', shared);
  for (const [name, older, newer] of [
    ['another user', own, await signIn('HR', shared)],
    ['another desk', own, await signIn('Admin', `another ${shared}`)],
    ['no desk', await signIn('Admin', null), await signIn('Admin', null)],
    ['own', own, await signIn('Admin', shared)],
  ] as const) {
    await restored();
    await edit(newer, { city: `newer by ${name}` });
    await older.push(again(update({ city: 'older' }), { city: 'Nagpur' }));
    const stands = name === 'own' ? 'older' : `newer by ${name}`;
    expect(await record()).toMatchObject({ city: stands });
  }
});

test('who wrote last what the backup has keeps it, whoever comes back first', async () => {
  await restored();
  // In the history that was lost, two wrote Pune over Nagpur, and one Nagpur again.
  await one.push(again(update({ city: 'Nagpur' }), { city: 'Pune' }));
  await two.push(again(update({ city: 'Pune', notes: 'by two' }), { city: 'Nagpur', notes: 'old' }));
  expect(await record()).toMatchObject({ city: 'Nagpur', notes: 'by two' });
  expect(await told(two)).toEqual([{ field: 'city', lost: 'Pune', won: 'Nagpur', by: 'User Admin' }]);
  expect(await told(one)).toEqual([]);
});

test('a value that was written again later is not the one that the maker of a change saw', async () => {
  await restored();
  const after = (ms: number): string => new Date(Date.parse(ackedAt) + ms).toISOString();
  await vi.waitUntil(() => new Date().toISOString() > after(2), { interval: 1 });
  const acked = (city: string, seen: string, at: string): Operation => ({
    ...again(update({ city }), { city: seen }),
    again: { ackedAt: at, seen: { city: seen } },
  });
  // In the history that was lost: Nagpur, Pune by one, then by two, who had seen it, Surat and Nagpur again.
  await two.push(acked('Surat', 'Pune', after(1)), acked('Nagpur', 'Surat', after(2)));
  await one.push(acked('Pune', 'Nagpur', ackedAt));
  expect(await record()).toMatchObject({ city: 'Nagpur' });
  expect(await told(one)).toEqual([{ field: 'city', lost: 'Pune', won: 'Nagpur', by: 'User HR' }]);
});

test('what comes back later though it was written earlier takes no newer value’s place, and a later one does', async () => {
  await restored();
  const later = new Date(Date.parse(ackedAt) + 1).toISOString();
  await vi.waitUntil(() => new Date().toISOString() > later, { interval: 1 });
  await one.push(again(update({ city: 'Pune' }), { city: 'Nagpur' }));
  await two.push({
    ...again(update({ city: 'Surat' })),
    again: { ackedAt: later, seen: { city: 'of a third' } },
  });
  expect(await record()).toMatchObject({ city: 'Surat' });
});

test('a record that was restored after its delete is not deleted again, whoever comes back first', async () => {
  await restored();
  expect(outcome((await one.push(again(operation('restore', 'candidate', id))))[0])).toBe('applied');
  const [refused] = await two.push(again(operation('delete', 'candidate', id)));
  expect(outcome(refused)).toMatch(/^conflict: .* was restored by User Admin after you had deleted it/);
  expect(await record()).toMatchObject({ city: 'Nagpur' });

  // A desk's own changes are done again in their order.
  const own = ['delete', 'restore', 'delete'] as const;
  const results = await one.push(...own.map((kind) => again(operation(kind, 'candidate', id))));
  expect(results.map(outcome)).toEqual(['applied', 'applied', 'applied']);
  expect((await one.get(`/api/students/${id}`)).status).toBe(404);
});

test('a record that was deleted after its restore does not come back, whoever comes back first', async () => {
  await one.push({ ...operation('delete', 'candidate', id), base: await server.database.seq() });
  await restored();
  expect(outcome((await two.push(again(operation('delete', 'candidate', id))))[0])).toBe('applied');
  const [refused] = await one.push(again(operation('restore', 'candidate', id)));
  expect(outcome(refused)).toMatch(/^conflict: .* was deleted by User HR after you had restored it/);
  expect((await one.get(`/api/students/${id}`)).status).toBe(404);
});

test('who deletes and takes that back is told what stands', async () => {
  await restored();
  await edit(two, { notes: 'NEWER by two' });
  const results = await one.push(
    again(update({ notes: 'OLDER' }), { notes: 'old' }),
    { ...operation('delete', 'candidate', id), again: { ackedAt: null } },
    { ...operation('restore', 'candidate', id), again: { ackedAt: null } },
  );
  expect(results.map(outcome)).toEqual(['applied', 'applied', 'applied']);
  expect(await told(one)).toEqual([{ field: 'notes', lost: 'OLDER', won: 'NEWER by two', by: 'User HR' }]);
});

test('a delete over what its maker had not seen is told once more, where the backup has that', async () => {
  const base = await server.database.seq();
  await edit(two, { city: 'By two' });
  await restored();
  await one.push({ ...again(operation('delete', 'candidate', id)), base });
  expect(await told(two)).toEqual([{ field: '', lost: { city: 'By two' }, won: null, by: 'User Admin' }]);
});

test('what a field cannot hold was not seen: it is no way to write a value once more', async () => {
  await restored();
  const results = await one.push(again(update({ city: 'Nagpur' }), { city: { deep: true } }));
  expect(results.map(outcome)).toEqual(['applied']);
});

test('what says one thing in two fields stands or comes back together', async () => {
  await restored();
  await edit(two, { interviewerId: userIdOf('HR') });
  await one.push(
    again(update({ interviewerName: 'User Employee', interviewerId: userIdOf('Employee') }), {
      interviewerName: null,
      interviewerId: userIdOf('HR'),
    }),
  );
  expect(await record()).toMatchObject({ interviewerName: 'User HR', interviewerId: userIdOf('HR') });
});

test('so it is where only one of the two was written since', async () => {
  await edit(one, { interviewerName: 'From outside' });
  await restored();
  await edit(two, { interviewerName: 'NEWER from outside' });
  const seen = { interviewerName: 'From outside', interviewerId: null };
  const older = { interviewerName: 'User Employee', interviewerId: userIdOf('Employee') };
  await one.push(again(update(older), seen));
  expect(await record()).toMatchObject({ interviewerName: 'NEWER from outside', interviewerId: null });
  expect((await told(one)).map(({ field }) => field)).toEqual(['interviewerName', 'interviewerId']);
});

test('a delete does not take what was written since; where nothing was, it is done again', async () => {
  await restored();
  await edit(two, { city: 'NEWER by two' });
  const remove = operation('delete', 'candidate', id);
  const [refused] = await one.push(again(remove));
  expect(outcome(refused)).toMatch(/^conflict: .* was changed by User HR after you had deleted it/);
  expect(await record()).toMatchObject({ city: 'NEWER by two' });
  const [fresh] = await one.push({
    ...operation('delete', 'candidate', id),
    base: await server.database.seq(),
  });
  expect(outcome(fresh)).toBe('applied');

  id = `shared-${(made += 1)}`;
  await one.push(newCandidate(id));
  await restored();
  expect(outcome((await one.push(again(operation('delete', 'candidate', id))))[0])).toBe('applied');
  expect((await one.get(`/api/students/${id}`)).status).toBe(404);
});

test('a known id gives its first answer, also when it is offered again', async () => {
  const change = { ...update({ city: 'Pune' }), base: BASE };
  const [first] = await one.push(change);
  await restored();
  await edit(two, { city: 'NEWER by two' });
  expect(await one.push({ ...change, again: { ackedAt, seen: { city: 'Nagpur' } } })).toEqual([first]);
  expect(await record()).toMatchObject({ city: 'NEWER by two' });
});

test('a record that is there is not made twice', async () => {
  const seq = await server.database.seq();
  const [made] = await one.push(again(newCandidate(id)));
  // It has the place in the log that it has.
  expect(seqOf(made)).toBe(seq);
  expect(outcome((await two.push(again(newCandidate(id))))[0])).toMatch(/^conflict/);
  expect(await record()).toMatchObject({ city: 'Nagpur' });
});

test('values that a field cannot hold are as good as not seen', async () => {
  await restored();
  await edit(two, { city: 'NEWER by two' });
  const [result] = await one.push(again(update({ city: 'OLDER' }), { city: { deep: true } }));
  expect(outcome(result)).toBe('applied');
  expect(await record()).toMatchObject({ city: 'NEWER by two' });
});

test('what an undo puts back is as old as the undo: a newer value of another takes its place, whoever comes first', async () => {
  const set = { id: `undone-${id}`, title: 'City', part: 0 };
  await one.push({ ...update({ city: 'Pune' }), set });
  await restored();
  const undo = operation('undo', 'candidate', id);
  const by = { id: `undo-${id}`, title: 'Undone: City', part: 0, undoes: set.id };
  const [undone] = await one.push({ ...undo, set: by, again: { ackedAt } });
  expect(outcome(undone)).toBe('applied');
  expect(await record()).toMatchObject({ city: 'Nagpur' });
  // Acknowledged before the server was put back, after the undo was.
  const later = new Date(Date.parse(ackedAt) + 1).toISOString();
  const theirs = { ...again(update({ city: 'Thane' })), again: { ackedAt: later, seen: { city: 'Nagpur' } } };
  expect((await two.push(theirs)).map(outcome)).toEqual(['applied']);
  expect(await record()).toMatchObject({ city: 'Thane' });
  expect([await told(one), await told(two)]).toEqual([[], []]);
});

test('the undo of a delete of what somebody else had deleted already leaves it deleted', async () => {
  const [theirs, own] = ['deleted by one', 'deleted by two'].map((title) => ({
    id: `${title} ${id}`,
    title,
    part: 0,
  }));
  await one.push({ ...operation('delete', 'candidate', id, {}, BASE), set: theirs });
  await restored();
  const by = { id: `undo ${id}`, title: 'Undone', part: 0, undoes: own?.id };
  // Made while the server was away, and never acknowledged.
  const results = await two.push(
    { ...again(operation('delete', 'candidate', id), undefined, false), set: own },
    { ...operation('undo', 'candidate', id), set: by, again: { ackedAt: null } },
  );
  expect(results.map(outcome)).toEqual(['applied', 'applied']);
  expect((await one.get(`/api/students/${id}`)).status).toBe(404);
  // Nor does it keep the one who deleted it from taking that back.
  const back = { id: `back ${id}`, title: 'Undone', part: 0, undoes: theirs?.id };
  const [undone] = await one.push({ ...operation('undo', 'candidate', id), set: back });
  expect(undone).not.toHaveProperty('left');
  expect((await one.get(`/api/students/${id}`)).status).toBe(200);
});
