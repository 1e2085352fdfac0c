import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Events, Params, Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { ManyTally, manyTitle } from './many-tally.ts';

const office = openOffice();

const CANDIDATES = { entity: 'candidate', list: 'candidates' } as const;
/** Three parts. */
const MANY = 1_100;
const script = resolve(import.meta.dirname, '../testing/many-process.ts');

async function people(desk: TestDesk, count: number, values: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(
      await create(desk, 'candidate', { ...PERSON, fullName: `Person ${at}`, city: 'Pune', ...values }),
    );
  await desk.inStep();
  return ids;
}

const set = (
  desk: TestDesk,
  picked: Params<'records.setMany'>['picked'],
  changes: Record<string, unknown>,
  more: Partial<Params<'records.setMany'>> = {},
): Promise<Results['records.setMany']> =>
  desk.call('records.setMany', { id: newId(), query: CANDIDATES, picked, changes, ...more });

const having = async (desk: TestDesk, filter: Params<'records.count'>['filter']): Promise<number> =>
  (await desk.call('records.count', { ...CANDIDATES, filter })).total;

const told = <Name extends keyof Events>(desk: TestDesk, name: Name): Events[Name][] =>
  desk.events.flatMap(({ event, data }) => (event === name ? [data as Events[Name]] : []));

const titles = async (desk: TestDesk): Promise<string[]> =>
  (await desk.call('changes.list', {})).changes.map(({ title }) => title);

it('offline: all that a filter finds but some, as one change, which others see and one undo takes back', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const ids = await people(desk, 42, { city: 'Forty' });
  const [kept = '', same = ''] = ids;
  await edit(desk, same, { interviewStatus: 'Cleared' });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const query = { ...CANDIDATES, search: 'Person', filter: { city: { holds: 'forty' } } };
  const selection = { query, picked: { except: [kept] } };
  expect(await desk.call('records.selected', selection)).toEqual({ total: 41, gone: [] });
  const result = await set(desk, selection.picked, { interviewStatus: 'Cleared' }, { query });
  expect(result).toMatchObject({
    kind: 'set',
    field: 'Interview Status',
    selected: 41,
    done: 40,
    same: 1,
    left: [],
    stopped: false,
  });
  expect((await titles(desk))[0]).toBe('Interview Status of 40 candidates');
  expect(told(desk, 'manyDone')).toHaveLength(1);
  expect(await having(desk, { interviewStatus: 'Cleared', city: { holds: 'forty' } })).toBe(41);
  office.network.mend();
  await desk.inStep();
  await shows(other, ids[41] ?? '', 'interviewStatus', 'Cleared');
  expect((await get(other, kept))?.record['interviewStatus']).toBe('Not Scheduled');
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  await shows(other, ids[41] ?? '', 'interviewStatus', 'Not Scheduled');
  expect((await get(desk, same))?.record['interviewStatus']).toBe('Cleared');
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('a fee set for many takes the status of their payment along, where nobody has chosen another one', async () => {
  const desk = await office.deskOf('hr');
  const paid = { fee: 60_000, recievedAmount: 60_000, paymentStatus: 'Fully Paid' };
  const [follows = ''] = await people(desk, 1, paid);
  const [chosen = ''] = await people(desk, 1, { ...paid, paymentStatus: 'Partially Paid' });
  await set(desk, { ids: [follows, chosen] }, { fee: 90_000 });
  expect((await get(desk, follows))?.record).toMatchObject({ fee: 90_000, paymentStatus: 'Partially Paid' });
  expect((await get(desk, chosen))?.record).toMatchObject({ fee: 90_000, paymentStatus: 'Partially Paid' });
  await set(desk, { ids: [follows, chosen] }, { fee: 50_000 });
  expect((await get(desk, follows))?.record).toMatchObject({ paymentStatus: 'Fully Paid' });
  await desk.call('changes.undoLast', {});
  expect((await get(desk, follows))?.record).toMatchObject({ fee: 90_000, paymentStatus: 'Partially Paid' });
});

it('rows that were named are dropped where they left the list, and one record is called by its name', async () => {
  const desk = await office.deskOf('hr');
  const [one = '', two = '', three = ''] = await people(desk, 3, { city: 'Left', trainer: 'Left' });
  const query = { ...CANDIDATES, filter: { city: { holds: 'left' } } };
  await edit(desk, two, { city: 'Elsewhere' });
  await desk.call('records.delete', { entity: 'candidate', id: three });
  expect(await desk.call('records.selected', { query, picked: { ids: [one, two, three] } })).toEqual({
    total: 1,
    gone: [two, three],
  });
  const result = await set(desk, { ids: [one, one, two, three] }, { trainer: 'Meera' }, { query });
  expect(result).toMatchObject({ selected: 1, done: 1, left: [] });
  expect((await titles(desk))[0]).toBe('Trainer of Person 0');
  expect((await get(desk, two))?.record['trainer']).toBe('Left');
});

it('what is asked about so many is done with these alone, not with who came meanwhile', async () => {
  const desk = await office.deskOf('hr');
  const ids = await people(desk, 3, { city: 'Heldby' });
  const query = { ...CANDIDATES, filter: { city: { holds: 'heldby' } } };
  const [one = '', two = '', three = ''] = ids;
  const { held, total } = await desk.call('records.hold', { query, picked: {} });
  expect(total).toBe(3);
  const but = await desk.call('records.hold', { query, picked: { except: [one] } });
  expect(but.total).toBe(2);
  const [four = ''] = await people(desk, 1, { city: 'Heldby' });
  await edit(desk, two, { city: 'Elsewhere' });
  expect(await set(desk, { held }, { trainer: 'Meera' }, { query })).toMatchObject({ selected: 2, done: 2 });
  const chosen = { query, picked: { held }, channel: 'Email' } as const;
  expect((await desk.call('messages.people', chosen)).map(({ id }) => id).toSorted()).toEqual(
    [one, three].toSorted(),
  );
  const picked = { held: but.held };
  expect(await desk.call('records.deleteMany', { id: newId(), query, picked })).toMatchObject({ done: 1 });
  expect(await get(desk, three)).toBeNull();
  expect((await get(desk, four))?.record['trainer'] ?? null).toBeNull();

  for (let at = 0; at < 10; at += 1) await desk.call('records.hold', { query, picked: {} });
  await expect(set(desk, { held }, { trainer: 'Ravi' }, { query })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Select them again'),
  });
});

it('refuses at once what no record may be given', async () => {
  const desk = await office.deskOf('hr');
  const [id = ''] = await people(desk, 1, { city: 'Refused' });
  const given = (changes: Record<string, unknown>): Promise<unknown> => set(desk, { ids: [id] }, changes);
  for (const changes of [
    { fullName: 'Everybody' },
    { mobile: '98200 12345' },
    { email: 'all@mail.test' },
    { dob: '2000-01-01' },
    { map: 'me' },
    { nothing: 1 },
  ])
    await expect(given(changes)).rejects.toMatchObject({ code: 'bad-request' });
  await expect(given({ nextCall: '2020-01-01T10:00:00.000Z' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'Next Call Date cannot be earlier than now',
  });
  await expect(given({ interviewStatus: 'Sleeping' })).rejects.toMatchObject({ code: 'invalid' });
  const inquiries = { id: newId(), query: { entity: 'inquiry', list: 'inquiries' }, picked: {} } as const;
  await expect(desk.call('records.deleteMany', inquiries)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    desk.call('records.restoreMany', { id: newId(), entity: 'candidate', ids: [id] }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  const employee = await office.deskOf('employee');
  await expect(set(employee, {}, { paymentStatus: 'Fully Paid' })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

it('counts what a rule keeps as it is, and changes the rest', async () => {
  const desk = await office.deskOf('superadmin');
  const result = await desk.call('records.setMany', {
    id: newId(),
    query: { entity: 'user', list: 'employees' },
    picked: {},
    changes: { isActive: false },
  });
  expect(result.left).toEqual([
    { why: 'rule', count: 1, reason: expect.stringContaining('is the last active Super Admin') },
  ]);
  expect(result.done + result.same + 1).toBe(result.selected);
  await desk.call('changes.undoLast', {});
  await desk.inStep();
});

it('what is not theirs is counted together, and what is no fault of a record ends it', () => {
  const work = { id: 'w', title: '', kind: 'set', entity: 'candidate', changes: {}, at: 0 } as const;
  const tally = new ManyTally({ ...work, ids: ['1', '2', '3', '4'], changes: { city: 'Pune' } }, 0);
  tally.leave(new PlainError('forbidden', 'Your role may not change City'));
  tally.leave(new PlainError('forbidden', 'Only who added this may'));
  tally.leave(new PlainError('not-found', 'gone'));
  expect(tally.result(false)).toMatchObject({
    set: null,
    left: [
      { why: 'not-yours', count: 2 },
      { why: 'gone', count: 1 },
    ],
  });
  expect(() => tally.leave(new PlainError('unavailable', 'The disk is full'))).toThrow('The disk is full');
  expect(manyTitle({ kind: 'delete', entity: 'hrRecord', changes: {} }, 1_20_000)).toBe(
    'Deleted 1,20,000 HR records',
  );
});

it('deletes and restores many, each as one change', async () => {
  const desk = await office.deskOf('admin');
  const ids = await people(desk, 5, { city: 'Deleted' });
  const query = { ...CANDIDATES, filter: { city: { holds: 'deleted' } } };
  const deleted = await desk.call('records.deleteMany', { id: newId(), query, picked: {} });
  expect(deleted).toMatchObject({ kind: 'delete', done: 5 });
  expect(await having(desk, query.filter)).toBe(0);
  await desk.inStep();
  const restored = await desk.call('records.restoreMany', { id: newId(), entity: 'candidate', ids });
  expect(restored).toMatchObject({ kind: 'restore', done: 5 });
  await desk.inStep();
  await until('they are back', async () => (await having(desk, query.filter)) === 5);
  expect((await titles(desk)).slice(0, 2)).toEqual(['Restored 5 candidates', 'Deleted 5 candidates']);
});

it('in parts: pressed twice it is done once, lists are answered meanwhile, and it is stopped and goes on', async () => {
  const desk = await office.deskOf('admin');
  const ids = await people(desk, MANY, { city: 'Parts' });
  const id = newId();
  const once = set(desk, { ids }, { trainer: 'Once' }, { id });
  const twice = set(desk, { ids }, { trainer: 'Once' }, { id });
  await expect(set(desk, { ids }, { trainer: 'Another' })).rejects.toMatchObject({ code: 'conflict' });
  let answers = 0;
  const state = { isDone: false };
  void once.finally(() => (state.isDone = true));
  while (!state.isDone) {
    await desk.call('records.list', { ...CANDIDATES, offset: 0, limit: 5 });
    answers += 1;
    await nextTurn();
  }
  expect(answers).toBeGreaterThan(10);
  expect(await twice).toEqual(await once);
  expect(await once).toMatchObject({ done: MANY, stopped: false });
  expect(told(desk, 'many').at(-1)).toMatchObject({ id, done: MANY, total: MANY });
  expect((await desk.call('changes.list', {})).changes[0]).toMatchObject({
    title: `Trainer of 1,100 candidates`,
  });
  await desk.inStep();

  const second = newId();
  const stopped = new Promise<unknown>((resolve) => {
    const stop = desk.desk.subscribe((event, data) => {
      if (event !== 'many' || (data as Events['many']).done === 0) return;
      stop();
      resolve(desk.call('records.stopMany', { id: second }));
    });
  });
  const result = await set(desk, { ids }, { trainer: 'Twice' }, { id: second });
  await stopped;
  expect(result.stopped).toBe(true);
  expect(result.done).toBeLessThan(MANY);
  const rest = await set(desk, { ids }, { trainer: 'Twice' }, { id: second });
  expect(rest).toMatchObject({ done: MANY, stopped: false });
  await desk.inStep();
  // Ctrl+Z while it goes on stops it and takes back what it did.
  const third = newId();
  const setting = set(desk, { ids }, { trainer: 'Thrice' }, { id: third });
  await until('it has begun', () => told(desk, 'many').some(({ id: of }) => of === third));
  await desk.call('changes.undoLast', {});
  await setting;
  await desk.inStep();
  for (const each of [ids[0], ids[MANY - 1]])
    expect((await get(desk, each ?? ''))?.record['trainer']).toBe('Twice');
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('a record that somebody changed meanwhile is judged as a single save, and one deleted meanwhile is left out', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const [one = '', two = ''] = await people(desk, 2, { city: 'Meanwhile' });
  await shows(other, two, 'city', 'Meanwhile');
  office.network.cut();
  await desk.state('offline');
  await edit(other, one, { trainer: 'Theirs', batchTime: 'Evening' });
  await other.inStep();
  await set(desk, { ids: [one, two] }, { trainer: 'Mine' });
  office.network.mend();
  await desk.inStep();
  await shows(other, one, 'trainer', 'Mine');
  expect((await get(other, one))?.record['batchTime']).toBe('Evening');
  // Whose value was overtaken is told.
  await until('they are told', async () => (await other.call('sync.status', {})).attention === 1);
  await other.call('records.delete', { entity: 'candidate', id: two });
  await other.inStep();
  await until('it is gone', async () => (await get(desk, two)) === null);
  expect(await set(desk, { ids: [one, two] }, { trainer: 'Last' })).toMatchObject({ selected: 1, done: 1 });
});

it.each([
  { count: MANY, after: 'in the middle of its parts', from: 400 },
  { count: 300, after: 'at its only part', from: 0 },
])('killed $after it goes on, or nothing was done', async ({ count, from }) => {
  const data = office.newFolder();
  const url = office.server.url;
  const first = await TestDesk.open(data, url, portableKeychain);
  await first.signIn('admin');
  await first.inStep();
  const city = `Killed ${count}`;
  const ids = await people(first, count, { city: `Before ${count}` });
  await first.close();
  const args = [script, data, url, newId(), city, JSON.stringify(ids)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    if (said.split('\n').some((line) => line.startsWith('part') && Number(line.slice(5)) >= from))
      child.kill('SIGKILL');
  });
  await ended;
  expect(said).not.toContain('done');
  const again = await TestDesk.open(data, url, portableKeychain);
  office.desks.push(again);
  const having = async (): Promise<number> =>
    (await again.call('records.count', { ...CANDIDATES, filter: { city: { holds: city } } })).total;
  if (count > 500) {
    await until('the rest was done', async () => (await having()) === count);
    expect(told(again, 'manyDone')).toMatchObject([{ result: { done: count, stopped: false } }]);
  } else {
    expect([0, count]).toContain(await having());
  }
  await again.inStep();
  const other = await office.deskOf('hr');
  const there = await other.call('records.count', { ...CANDIDATES, filter: { city: { holds: city } } });
  expect(there.total).toBe(await having());
  const tray = await again.call('sync.tray', {});
  expect(tray.filter(({ kind }) => kind !== 'conflict')).toEqual([]);
  expect((await again.call('sync.status', {})).notices).toEqual([]);
});
