import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();
let made = 0;

/** Two candidates with one mobile, an activity about the second; both desks have them. */
async function pair(desk: TestDesk, second: Record<string, unknown> = {}) {
  made += 1;
  const mobile = `97${String(made).padStart(8, '0')}`;
  const person = { fullName: 'Asha Rao', mobile, email: `merge${made}@mail.test` };
  const a = await create(desk, 'candidate', person);
  const b = await create(desk, 'candidate', { ...person, fullName: 'A. Rao', ...second });
  await log(desk, b, 'of b');
  await desk.inStep();
  return { a, b, mobile };
}

const log = (desk: TestDesk, id: string, note: string): Promise<{ set: string | null }> =>
  desk.call('activities.log', {
    id: newId(),
    about: { entity: 'candidate', id },
    kind: 'Note',
    outcome: null,
    note,
  });

const notesOf = async (desk: TestDesk, id: string): Promise<unknown[]> => {
  const { activities } = await desk.call('activities.of', { about: { entity: 'candidate', id }, offset: 0 });
  return activities
    .map(({ record }) => record['note'])
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
};

async function merge(
  desk: TestDesk,
  [stays, ...others]: [string, ...string[]],
  values: Record<string, unknown> = {},
): Promise<{ set: string; moved: number }> {
  const { records } = await desk.call('duplicates.compare', { entity: 'candidate', ids: [stays, ...others] });
  const bases = Object.fromEntries(records.map(({ record, base }) => [record._id, base]));
  return desk.call('duplicates.merge', { entity: 'candidate', stays, others, values, bases });
}

it('merges offline, and one undo brings everything back; the other desk follows both times', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const { a, b } = await pair(desk, { city: 'Pune' });
  await until('the other desk has both', async () => (await notesOf(other, b)).length === 1);
  office.network.cut();
  await desk.state('offline');
  const { set, moved } = await merge(desk, [a, b], { city: 'Pune' });
  expect(moved).toBe(1);
  expect(await get(desk, b)).toBeNull();
  expect((await get(desk, a))?.record['city']).toBe('Pune');
  expect(await notesOf(desk, a)).toEqual(['of b']);
  expect(await desk.call('records.leadsTo', { entity: 'candidate', id: b })).toEqual({
    id: a,
    name: 'A. Rao',
    stays: 'Asha Rao',
  });
  office.network.mend();
  await desk.inStep();
  await until(
    'it leads there too',
    async () => (await other.call('records.leadsTo', { entity: 'candidate', id: b }))?.id === a,
  );
  await shows(other, a, 'city', 'Pune');
  expect(await notesOf(other, a)).toEqual(['of b']);

  await desk.call('changes.undo', { set });
  expect((await get(desk, b))?.record['city']).toBe('Pune');
  await desk.inStep();
  await until('it is back there', async () => (await get(other, b)) !== null);
  await shows(other, a, 'city', null);
  await until('with its activity', async () => (await notesOf(other, b)).length === 1);
  expect(await notesOf(other, a)).toEqual([]);
  expect(await other.call('records.leadsTo', { entity: 'candidate', id: b })).toBeNull();
});

it('what another desk wrote offline about the merged record arrives at the one that stays, and its maker is told', async () => {
  const away = await office.deskOf('hr', office.network.url);
  const desk = await office.deskOf('admin');
  const { a, b } = await pair(desk);
  await until('the other desk has both', async () => (await get(away, b)) !== null);
  office.network.cut();
  await away.state('offline');
  await edit(away, b, { trainer: 'Meera' });
  await log(away, b, 'offline');
  await merge(desk, [a, b]);
  await desk.inStep();
  office.network.mend();
  await away.inStep();
  await shows(desk, a, 'trainer', 'Meera');
  await until('the activity', async () => (await notesOf(desk, a)).length === 2);
  await until('its own desk shows it there', async () => (await notesOf(away, a)).length === 2);
  const { notices } = await away.call('sync.status', {});
  expect(notices.map(({ message }) => message)).toEqual([
    'A. Rao was merged into Asha Rao before your change arrived. What you wrote (Trainer) is there now.',
  ]);
});

it('who deletes without the server what was merged meanwhile is told as what it is still there', async () => {
  const away = await office.deskOf('superadmin', office.network.url);
  const desk = await office.deskOf('admin');
  const { a, b } = await pair(desk);
  await until('the other desk has both', async () => (await get(away, b)) !== null);
  office.network.cut();
  await away.state('offline');
  await away.call('records.delete', { entity: 'candidate', id: b });
  await merge(desk, [a, b]);
  await desk.inStep();
  office.network.mend();
  await away.inStep();
  expect(await get(away, a)).not.toBeNull();
  const { notices } = await away.call('sync.status', {});
  expect(notices.map(({ message }) => message)).toEqual([
    'A. Rao was merged into Asha Rao before you deleted it, and is still there as that. Delete that one too if it is to go.',
  ]);
});

it('who wrote what the merge had not seen finds the value in the tray, and puts it to the one that stays', async () => {
  const away = await office.deskOf('admin', office.network.url);
  const desk = await office.deskOf('hr');
  const { a, b } = await pair(desk);
  await until('the other desk has both', async () => (await get(away, b)) !== null);
  office.network.cut();
  await away.state('offline');
  await edit(desk, b, { trainer: 'Meera' });
  await desk.inStep();
  await merge(away, [a, b]);
  office.network.mend();
  await away.inStep();
  await until('it is told', async () => (await desk.call('sync.tray', {})).length === 1);
  const [entry] = await desk.call('sync.tray', {});
  expect(entry).toMatchObject({
    kind: 'conflict',
    fields: [{ label: 'Trainer', value: 'Meera' }],
    message:
      'Kavita Menon merged this record into Asha Rao without having seen what you wrote. You can write it there.',
  });
  await desk.call('sync.putBack', { id: entry?.id ?? '' });
  await desk.inStep();
  await shows(away, a, 'trainer', 'Meera');
});

it('of three of which one was deleted elsewhere nothing is merged: at once where it is known, else in the tray', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const { a, b } = await pair(desk);
  const third = await create(desk, 'candidate', {
    fullName: 'Third',
    mobile: '98200 77777',
    email: 'third@mail.test',
  });
  await desk.inStep();
  await until('the other desk has it', async () => (await get(other, third)) !== null);
  office.network.cut();
  await desk.state('offline');
  await other.call('records.delete', { entity: 'candidate', id: third });
  await other.inStep();
  await merge(desk, [a, b, third], { city: 'Pune' });
  office.network.mend();
  await until('it is refused', async () =>
    (await desk.call('sync.tray', {})).some(({ kind }) => kind === 'refused'),
  );
  const tray = await desk.call('sync.tray', {});
  expect(tray.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Third was deleted by .+ meanwhile\. Nothing was merged; look at those that are left/,
    ) as string,
  ]);
  expect((await get(desk, b))?.record['fullName']).toBe('A. Rao');
  expect((await get(desk, a))?.record['city'] ?? null).toBeNull();
  expect(await notesOf(desk, b)).toEqual(['of b']);
  await until('it has gone here', async () => (await get(desk, third)) === null);
  const views = await Promise.all([a, b].map((id) => get(desk, id)));
  const bases = Object.fromEntries(views.map((view) => [view?.record._id ?? '', view?.base ?? 0]));
  await expect(
    desk.call('duplicates.merge', { entity: 'candidate', stays: a, others: [b, third], values: {}, bases }),
  ).rejects.toThrow(/One of these candidates is no longer there/);
});

it('more references than a push takes go in parts, and come back by one undo', async () => {
  const desk = await office.deskOf('admin');
  const { a, b } = await pair(desk);
  for (let at = 0; at < 530; at += 1) await log(desk, b, `note ${at}`);
  await desk.inStep();
  const { set, moved } = await merge(desk, [a, b]);
  expect(moved).toBe(531);
  const count = async (id: string): Promise<number> =>
    (await desk.call('records.count', { entity: 'activity', list: 'activities', filter: { candidate: id } }))
      .total;
  expect(await count(a)).toBe(531);
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await desk.call('changes.undo', { set });
  await desk.inStep();
  await until('all are back', async () => (await count(b)) === 531);
});

it('what is deleted while the references are moved is no error, and is not brought back', async () => {
  const desk = await office.deskOf('admin');
  const { a, b } = await pair(desk);
  for (let at = 0; at < 530; at += 1) await log(desk, b, `note ${at}`);
  const query = { entity: 'activity', list: 'activities' } as const;
  const page = { ...query, filter: { candidate: b }, offset: 0, limit: 500 };
  const { rows } = await desk.call('records.list', page);
  const gone = rows.slice(0, 60).map(({ _id }) => _id);
  const merging = merge(desk, [a, b]);
  await until('it has begun', async () => (await get(desk, b)) === null);
  await Promise.all(gone.map((id) => desk.call('records.delete', { entity: 'activity', id })));
  const { set } = await merging;
  const count = async (id: string): Promise<number> =>
    (await desk.call('records.count', { ...query, filter: { candidate: id } })).total;
  expect([await count(a), await count(b)]).toEqual([471, 0]);
  await desk.call('changes.undo', { set });
  await desk.inStep();
  await until('what was not deleted is back', async () => (await count(b)) === 471);
  expect(await desk.call('sync.tray', {})).toEqual([]);
});

it('a merge is refused where a value changed since they were compared, and for who may not merge', async () => {
  const desk = await office.deskOf('admin');
  const hr = await office.deskOf('hr');
  const { a, b } = await pair(desk);
  const { records } = await desk.call('duplicates.compare', { entity: 'candidate', ids: [a, b] });
  const bases = Object.fromEntries(records.map(({ record, base }: RecordView) => [record._id, base]));
  await edit(desk, b, { city: 'Pune' });
  await desk.inStep();
  await until('the row is here', async () => (await get(desk, b))?.base !== bases[b]);
  const given = { entity: 'candidate' as const, stays: a, others: [b], values: {}, bases };
  await expect(desk.call('duplicates.merge', given)).rejects.toMatchObject({ code: 'conflict' });
  await expect(hr.call('duplicates.merge', given)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(hr.call('duplicates.find', {})).rejects.toMatchObject({ code: 'forbidden' });
});

it('when values were written comes from the server’s history, offline from the records', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const { a, b } = await pair(desk);
  await edit(desk, a, { city: 'Pune' });
  await desk.inStep();
  await edit(desk, b, { city: 'Thane' });
  await desk.inStep();
  const { written, known } = await desk.call('duplicates.compare', { entity: 'candidate', ids: [a, b] });
  expect(known).toBe(true);
  expect((written[a]?.['city'] ?? '') < (written[b]?.['city'] ?? '')).toBe(true);
  expect((written[a]?.['fullName'] ?? '') < (written[a]?.['city'] ?? '')).toBe(true);
  office.network.cut();
  await desk.state('offline');
  expect((await desk.call('duplicates.compare', { entity: 'candidate', ids: [a, b] })).known).toBe(false);
});

it('when values were written is not told by a record that was merged before', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const { a, b } = await pair(desk);
  const { a: c } = await pair(desk);
  for (const [id, city] of Object.entries({ [a]: 'Pune', [c]: 'Satara', [b]: 'Thane' })) {
    await edit(desk, id, { city });
    await desk.inStep();
  }
  await merge(desk, [a, b]);
  await desk.inStep();
  const { written, known } = await desk.call('duplicates.compare', { entity: 'candidate', ids: [a, c] });
  expect(known).toBe(true);
  expect((written[a]?.['city'] ?? '') < (written[c]?.['city'] ?? '')).toBe(true);
});

it('finds who has a number offline, across candidates and inquiries; groups them until somebody says otherwise', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const { a, b, mobile } = await pair(desk);
  const lead = await create(desk, 'inquiry', { Name: 'Asha', mobile: `+91 ${mobile} / 080 4123 4567` });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const typed = (entity: 'candidate' | 'inquiry' | 'hrRecord', value: string, id: string | null = null) =>
    desk.call('records.withContact', {
      entity,
      field: entity === 'hrRecord' ? 'personalPhone' : 'mobile',
      value,
      id,
    });
  const ids = (matches: { id: string }[]): string[] => matches.map(({ id }) => id).toSorted();
  expect(ids(await typed('inquiry', `0${mobile}`))).toEqual([a, b, lead].toSorted());
  expect(ids(await typed('candidate', mobile, a))).toEqual([b, lead].toSorted());
  expect(ids(await typed('candidate', '080-41234567'))).toEqual([lead]);
  expect(await typed('candidate', mobile.slice(0, 9))).toEqual([]);
  expect(await typed('candidate', `+1 ${mobile}`)).toEqual([]);
  expect(await typed('hrRecord', mobile)).toEqual([]);
  const byEmail = {
    entity: 'candidate',
    field: 'email',
    value: ` MERGE${made}@mail.test`,
    id: null,
  } as const;
  expect(ids(await desk.call('records.withContact', byEmail))).toEqual([a, b].toSorted());
  const secret = { ...byEmail, entity: 'user', field: 'password' } as const;
  expect(await desk.call('records.withContact', secret)).toEqual([]);
  office.network.mend();
  await desk.inStep();

  const groupOf = async (on: TestDesk, id: string): Promise<string[]> => {
    const { groups } = await on.call('duplicates.groups', { offset: 0, limit: 100 });
    const group = groups.find(({ records }) => records.some(({ view }) => view.record._id === id));
    return (group?.records ?? []).map(({ view }) => view.record._id).toSorted();
  };
  await desk.call('duplicates.find', {});
  expect(await groupOf(desk, a)).toEqual([a, b, lead].toSorted());
  const { set } = await desk.call('duplicates.dismiss', { ids: [a, b, lead] });
  expect(await groupOf(desk, a)).toEqual([]);
  await desk.inStep();
  await other.inStep();
  await until('the other desk knows', async () => {
    await other.call('duplicates.find', { again: true });
    return (await groupOf(other, a)).length === 0;
  });
  await desk.call('changes.undo', { set: set ?? '' });
  expect(await groupOf(desk, a)).toEqual([a, b, lead].toSorted());

  // What was found is told to be old as soon as somebody has changed, and not before.
  const isStale = async (): Promise<boolean> =>
    (await desk.call('duplicates.groups', { offset: 0, limit: 1 })).stale;
  await desk.inStep();
  await desk.call('duplicates.find', { again: true });
  expect(await isStale()).toBe(false);
  await edit(desk, a, { city: 'Nashik' });
  expect(await isStale()).toBe(true);
});
