import { expect, it, vi } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { setClock } from '../testing/clock.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, PERSON } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
const NEXT = '2031-02-03T05:30:00.000Z';

it('a call is logged offline with the next call and the lead status, as one, and taken back as one', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('admin');
  const id = await create(desk, 'inquiry', { Name: 'Asha Lead', mobile: '98200 11223' });
  const [status] = await desk.call('records.choices', { entity: 'leadStatus', limit: 5 });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const about = { entity: 'inquiry', id } as const;
  desk.events.length = 0;
  const { set } = await desk.call('activities.log', {
    id: newId(),
    about,
    kind: 'Call',
    outcome: 'No answer',
    note: 'rang twice',
    nextCall: NEXT,
    leadStatus: status?._id ?? null,
  });
  // Lists that show the inquiry read it anew.
  await until('the windows hear of it', () =>
    desk.events.some(
      ({ event, data }) =>
        event === 'changed' && 'entity' in data && data.entity === 'inquiry' && data.ids?.includes(id),
    ),
  );
  const { activities } = await desk.call('activities.of', { about, offset: 0 });
  expect(activities).toMatchObject([
    {
      record: { kind: 'Call', outcome: 'No answer', note: 'rang twice' },
      references: { by: 'Pooja Kulkarni' },
      waiting: true,
    },
  ]);
  expect((await get(desk, id, 'inquiry'))?.record).toMatchObject({ nextCall: NEXT, leadStatus: status?._id });

  office.network.mend();
  await desk.inStep();
  await until(
    'the other desk has it',
    async () => (await other.call('activities.of', { about, offset: 0 })).activities.length === 1,
  );
  expect((await get(other, id, 'inquiry'))?.record['nextCall']).toBe(NEXT);
  await desk.call('changes.undo', { set: set ?? '' });
  expect((await desk.call('activities.of', { about, offset: 0 })).activities).toEqual([]);
  await desk.inStep();
  await until('it is gone there', async () => (await get(other, id, 'inquiry'))?.record['nextCall'] === null);
});

it('one that is not as it should be is refused whole: no next call without its activity', async () => {
  const desk = await office.deskOf('hr');
  const id = await create(desk, 'candidate', { ...PERSON, email: 'log@mail.test' });
  const about = { entity: 'candidate', id } as const;
  const log = { id: newId(), about, kind: 'Call', outcome: 'Busy', note: null } as const;
  await expect(desk.call('activities.log', { ...log, nextCall: 'tomorrow' })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect((await desk.call('activities.of', { about, offset: 0 })).activities).toEqual([]);
  await expect(
    desk.call('activities.log', { ...log, about: { entity: 'candidate', id: 'nobody' } }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const employee = await office.deskOf('employee');
  await expect(employee.call('activities.log', log)).rejects.toThrow();
});

it('of many people the newest activity of each is given at once, also one that is not sent yet', async () => {
  const desk = await office.deskOf('hr');
  const ids = [];
  for (const Name of ['Last One', 'Last Two', 'Last None'])
    ids.push(await create(desk, 'inquiry', { Name, mobile: '98200 11224' }));
  const [one = '', two = '', none = ''] = ids;
  const log = (id: string, kind: 'Call' | 'Note', outcome: 'Busy' | 'Connected' | null): Promise<unknown> =>
    desk.call('activities.log', {
      id: newId(),
      about: { entity: 'inquiry', id },
      kind,
      outcome,
      note: 'said',
    });
  await log(one, 'Call', 'Busy');
  await log(two, 'Note', null);
  await log(one, 'Call', 'Connected');
  const last = await desk.call('activities.last', { entity: 'inquiry', ids: [none, two, one, 'nobody'] });
  expect(last).toHaveLength(2);
  expect(last.find(({ about }) => about === one)).toMatchObject({ kind: 'Call', outcome: 'Connected' });
  expect(last.find(({ about }) => about === two)).toMatchObject({ kind: 'Note', outcome: null });
  expect(last.every(({ at }) => Date.parse(at) <= Date.now())).toBe(true);
  const { activities } = await desk.call('activities.of', {
    about: { entity: 'inquiry', id: one },
    offset: 0,
  });
  await desk.call('records.delete', { entity: 'activity', id: activities[0]?.record._id ?? '' });
  expect(await desk.call('activities.last', { entity: 'inquiry', ids: [one] })).toMatchObject([
    { about: one, kind: 'Call', outcome: 'Busy' },
  ]);
  await expect(
    desk.call('activities.last', { entity: 'inquiry', ids: Array.from({ length: 501 }, String) }),
  ).rejects.toMatchObject({ code: 'bad-request' });
  const employee = await office.deskOf('employee');
  expect(await employee.call('activities.last', { entity: 'inquiry', ids: [one] })).toEqual([]);
});

it('a call that is asked for again, because its answer was lost, is logged once', async () => {
  const desk = await office.deskOf('hr');
  const id = await create(desk, 'candidate', { ...PERSON, email: 'again@mail.test' });
  await desk.inStep();
  const about = { entity: 'candidate', id } as const;
  const log = { id: newId(), about, kind: 'Call', outcome: 'Busy', note: ' later ', nextCall: NEXT } as const;
  const { set } = await desk.call('activities.log', log);
  expect(await desk.call('activities.log', log)).toEqual({ set });
  await desk.inStep();
  expect(await desk.call('activities.log', log)).toEqual({ set });
  // What was typed in between is not lost without a word.
  for (const other of [{ note: 'tomorrow' }, { outcome: 'Connected' }, { nextCall: null }] as const) {
    const again = desk.call('activities.log', { ...log, ...other });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  }
  expect((await desk.call('activities.of', { about, offset: 0 })).activities).toHaveLength(1);
  expect((await desk.call('changes.list', {})).changes.filter((each) => each.id === set)).toHaveLength(1);
  const elsewhere = await office.deskOf('hr');
  await expect(elsewhere.call('activities.log', log)).rejects.toMatchObject({ code: 'conflict' });
});

it('on a computer whose clock stands years back a call is not older than what was there when the server was last heard', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const id = await create(desk, 'candidate', { ...PERSON, email: 'clock@mail.test' });
  const about = { entity: 'candidate', id } as const;
  const log = (note: string): Promise<unknown> =>
    desk.call('activities.log', { id: newId(), about, kind: 'Call', outcome: 'Busy', note });
  await log('first');
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  setClock(-3 * 365);
  await log('second');
  vi.restoreAllMocks();
  const { activities } = await desk.call('activities.of', { about, offset: 0 });
  expect(activities.map(({ record }) => record['note'])).toEqual(['second', 'first']);
});
