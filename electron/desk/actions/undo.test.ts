import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Events } from '#shared/protocol/bridge.ts';
import type { RecentChange } from '#shared/protocol/past-calls.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

/** Saves the record as a form does, and gives the change set. */
async function change(desk: TestDesk, id: string, changes: Record<string, unknown>): Promise<string> {
  const base = (await get(desk, id))?.base ?? 0;
  const { set } = await desk.call('records.save', { entity: 'candidate', id, base, changes });
  if (set === null) throw new Error('Nothing was changed');
  return set;
}

const undone = (desk: TestDesk): Events['undone'][] =>
  desk.events.flatMap(({ event, data }) => (event === 'undone' ? [data as Events['undone']] : []));

const changesOf = async (desk: TestDesk): Promise<RecentChange[]> =>
  (await desk.call('changes.list', {})).changes;

it('offline: what has not left goes as if it had never been; what the server has is shown undone, and goes there', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const id = await create(desk, 'candidate', { ...PERSON, city: 'Pune' });
  await desk.inStep();
  const sent = await change(desk, id, { city: 'Nashik', notes: 'moved' });
  await desk.inStep();
  await shows(other, id, 'city', 'Nashik');
  office.network.cut();
  await desk.state('offline');

  const unsent = await change(desk, id, { city: 'Nagpur' });
  const { set } = await desk.call('changes.undo', { set: unsent });
  expect(set).toBeNull();
  expect((await get(desk, id))?.record['city']).toBe('Nashik');
  expect((await desk.call('sync.status', {})).waiting).toBe(0);

  await desk.call('changes.undo', { set: sent });
  expect((await get(desk, id))?.record).toMatchObject({ city: 'Pune' });
  expect((await get(desk, id))?.record['notes'] ?? null).toBeNull();
  const added = (await changesOf(desk)).find(({ title }) => title === `Added ${PERSON.fullName}`);
  await desk.call('changes.undo', { set: added?.id ?? '' });
  expect(await get(desk, id)).toBeNull();
  expect((await desk.call('changes.list', {})).hereOnly).toBe(true);

  office.network.mend();
  await desk.inStep();
  await until('it is gone there', async () => (await get(other, id)) === null);
  expect(undone(desk)).toEqual([]);
});

it('taken back in one window before it had left, another window hears that it is undone, with or without the server', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const id = await create(desk, 'candidate', { ...PERSON, email: 'windows@mail.test', city: 'Pune' });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const set = await change(desk, id, { city: 'Nagpur' });
  const answer = await desk.call('changes.undo', { set });
  expect(answer.set).toBeNull();
  expect(await desk.call('changes.undo', { set })).toEqual(answer);
  office.network.mend();
  await desk.inStep();
  expect(await desk.call('changes.undo', { set })).toEqual(answer);
  expect((await get(desk, id))?.record['city']).toBe('Pune');
  expect(undone(desk)).toEqual([]);
});

it('offline: a new record that what waits names does not go without the server’s word', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  office.network.cut();
  await desk.state('offline');
  const changes = { name: 'Named by what waits' };
  const { record, set } = await desk.call('records.save', {
    entity: 'leadStatus',
    id: null,
    base: null,
    changes,
  });
  const inquiry = await create(desk, 'inquiry', { Name: 'Names it', leadStatus: record._id });
  await desk.call('changes.undo', { set: set ?? '' });
  office.network.mend();
  await desk.inStep();
  expect((await get(desk, inquiry, 'inquiry'))?.record['leadStatus']).toBe(record._id);
  expect(await get(desk, record._id, 'leadStatus')).not.toBeNull();
  expect(undone(desk)).toMatchObject([{ left: [{ reason: expect.stringContaining('1 inquiry has') }] }]);
  expect(await desk.call('sync.tray', {})).toEqual([]);
});

it('undone again and again: Ctrl+Z goes back step by step, and Redo forward', async () => {
  const desk = await office.deskOf('hr');
  const id = await create(desk, 'candidate', { ...PERSON, email: 'steps@mail.test' });
  await change(desk, id, { city: 'Pune' });
  await change(desk, id, { city: 'Nashik' });
  await desk.inStep();
  await desk.call('records.delete', { entity: 'candidate', id });
  await desk.inStep();
  const back = async (): Promise<string | null> => (await desk.call('changes.undoLast', {}))?.set ?? null;
  await back();
  expect((await get(desk, id))?.record['city']).toBe('Nashik');
  await back();
  expect((await get(desk, id))?.record['city']).toBe('Pune');
  const last = await back();
  expect((await get(desk, id))?.record['city'] ?? null).toBeNull();
  await desk.inStep();
  await desk.call('changes.undo', { set: last ?? '' });
  expect((await get(desk, id))?.record['city']).toBe('Pune');
  await desk.inStep();
  await back();
  expect((await get(desk, id))?.record['city'] ?? null).toBeNull();
  await back();
  expect(await get(desk, id)).toBeNull();
  await desk.inStep();
  expect(await desk.call('changes.undoLast', {})).toBeNull();
  expect(undone(desk)).toEqual([]);
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('what a colleague changed since stays as it is, and is told', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const id = await create(desk, 'candidate', { ...PERSON, email: 'since@mail.test', city: 'Pune' });
  const set = await change(desk, id, { city: 'Nashik', notes: 'moved' });
  await desk.inStep();
  await shows(other, id, 'city', 'Nashik');
  office.network.cut();
  await desk.state('offline');
  await edit(other, id, { city: 'Thane' });
  await other.inStep();
  await desk.call('changes.undo', { set });
  office.network.mend();
  await desk.inStep();
  await shows(desk, id, 'city', 'Thane');
  expect((await get(desk, id))?.record['notes'] ?? null).toBeNull();
  expect(undone(desk)).toMatchObject([
    {
      title: `Undone: Changed ${PERSON.fullName}`,
      left: [
        { field: 'City', title: PERSON.fullName, reason: expect.stringMatching(/ changed it since\.$/) },
      ],
    },
  ]);
  expect((await desk.call('sync.status', {})).attention).toBe(0);
});

it('what a colleague did is undone by the server, for those who may', async () => {
  const hr = await office.deskOf('hr');
  const id = await create(hr, 'candidate', { ...PERSON, email: 'others@mail.test', city: 'Pune' });
  await hr.inStep();
  const set = await change(hr, id, { city: 'Nashik' });
  await hr.inStep();
  const admin = await office.deskOf('admin', office.network.url);
  const seen = (await changesOf(admin)).find((each) => each.id === set);
  expect(seen).toMatchObject({ title: `City of ${PERSON.fullName}`, changes: 1, state: 'done', final: null });
  expect(await changesOf(await office.deskOf('employee'))).toEqual([]);
  await admin.call('changes.undo', { set });
  await shows(hr, id, 'city', 'Pune');
  await expect(admin.call('changes.undo', { set })).rejects.toThrow('was undone already');
  expect((await changesOf(admin)).find((each) => each.id === set)).toMatchObject({ final: 'It was undone.' });
  office.network.cut();
  await admin.state('offline');
  await expect(admin.call('changes.undo', { set })).rejects.toMatchObject({ code: 'offline' });
});

it('what was left because the record was hidden can be undone when it is back', async () => {
  const admin = await office.deskOf('admin');
  const interviewer = await office.deskOf('employee', office.network.url);
  const interviewerId = (await interviewer.call('session.get', {})).user?._id ?? '';
  const id = await create(admin, 'candidate', { ...PERSON, email: 'back@mail.test', interviewerId });
  await until('it is there', () => get(interviewer, id));
  const set = await change(interviewer, id, { remarks: 'to be undone' });
  await interviewer.inStep();
  await shows(admin, id, 'remarks', 'to be undone');
  office.network.cut();
  await interviewer.state('offline');
  await interviewer.call('changes.undo', { set });
  await edit(admin, id, { interviewerId: null });
  await admin.inStep();
  office.network.mend();
  await interviewer.inStep();
  expect(undone(interviewer)).toMatchObject([{ left: [{ reason: 'It is no longer yours to see.' }] }]);
  expect((await get(admin, id))?.record['remarks']).toBe('to be undone');

  await edit(admin, id, { interviewerId });
  await until('it is back', () => get(interviewer, id));
  expect((await changesOf(interviewer)).find((each) => each.id === set)).toMatchObject({ final: null });
  await interviewer.call('changes.undo', { set });
  await interviewer.inStep();
  await until('it is undone', async () => ((await get(admin, id))?.record['remarks'] ?? null) === null);
  expect(await interviewer.call('sync.tray', {})).toEqual([]);
  // Asked for again it is done already.
  await interviewer.call('changes.undo', { set });
  await interviewer.inStep();
  expect(await interviewer.call('sync.tray', {})).toEqual([]);
});

it('a set of many is undone in parts; lists are answered meanwhile, and progress is told', async () => {
  const desk = await office.deskOf('admin');
  const count = 1100;
  const status = await create(desk, 'leadStatus', { name: 'Left by many' });
  for (let at = 0; at < count; at += 1)
    await create(desk, 'inquiry', { Name: `Moved ${at}`, leadStatus: status });
  await desk.inStep();
  const { set } = await desk.call('leadStatuses.replace', { id: 'many', status, by: null });
  await desk.inStep();
  const answers: number[] = [];
  const progress = { isDone: false };
  const undoing = desk.call('changes.undo', { set }).finally(() => (progress.isDone = true));
  while (!progress.isDone) {
    const page = await desk.call('records.list', {
      entity: 'inquiry',
      list: 'inquiries',
      offset: 0,
      limit: 5,
    });
    answers.push(page.rows.length);
    // A window's next question comes in a turn of its own.
    await nextTurn();
  }
  await undoing;
  expect(answers.length).toBeGreaterThan(3);
  const told = desk.events.flatMap(({ event, data }) => (event === 'undo' ? [data as Events['undo']] : []));
  expect(told.map(({ done, total }) => [done, total])).toEqual([
    [500, count + 1],
    [1000, count + 1],
    [count + 1, count + 1],
  ]);
  await desk.inStep();
  expect(undone(desk)).toEqual([]);
  // Each inquiry has its status again, and the status is there.
  const filter = { leadStatus: status };
  const { total } = await desk.call('records.count', { entity: 'inquiry', list: 'inquiries', filter });
  expect(total).toBe(count);
});
