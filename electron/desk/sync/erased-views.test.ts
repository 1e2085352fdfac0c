import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { fileNamed, textsOnDisk } from '../testing/folder-contents.ts';
import { give, judge, peopleCsv } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Decision 33: who is erased is in no saved view of a desk any more, sent or waiting, and the views go on. */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
const TRACES = ['Zubeida', 'zubeida', 'ZUBEIDA', 'uraishi', 'URAISHI', '98450', '77123'];
const settings = (more: object): string => JSON.stringify({ filters: { leadSource: 'Walk in' }, ...more });
const view = (name: string, more: object) => ({
  name,
  list: 'candidate.candidates',
  settings: settings(more),
});
const ask = (id: string) =>
  ({ entity: 'candidate', id, reason: 'Asked by letter', name: HER.fullName }) as const;
const gone = (desk: TestDesk, id: string): Promise<true> =>
  until('she is gone', async () => (await get(desk, id)) === null);

const stored = async (desk: TestDesk, id: string): Promise<unknown[]> => {
  const record = (await get(desk, id, 'savedView'))?.record;
  return [record?.['name'], JSON.parse(String(record?.['settings']))];
};

it('goes from views that were sent, from those that wait, and from what the server gets of them later', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  const sent = await create(hr, 'savedView', view('ZUBEIDA quraishi, calls', { search: '+91 98450-77123' }));
  const changed = await create(hr, 'savedView', view('Calls', { search: HER.email }));
  await edit(hr, changed, { settings: settings({ search: 'asha' }) }, 'savedView');
  await hr.inStep();
  await shows(superAdmin, id, 'fullName', HER.fullName);

  // Away, with views that wait: one that is new, one that names her only now.
  office.network.cut();
  await hr.state('offline');
  const waits = await create(hr, 'savedView', view('Zubeida Quraishi', { search: 'zubeida quraishi' }));
  await edit(hr, changed, { settings: settings({ search: 'Zubeida Quraishi', board: 'city' }) }, 'savedView');
  await edit(hr, changed, { name: 'Pune' }, 'savedView');
  expect(textsOnDisk(folder, TRACES).length).toBeGreaterThan(3);
  await superAdmin.call('persons.erase', ask(id));
  office.network.mend();
  await hr.inStep();
  await gone(hr, id);
  await until('the views are without her', async () => {
    const all = [await stored(hr, sent), await stored(hr, waits), await stored(hr, changed)];
    return !/zubeida|98450/i.test(JSON.stringify(all));
  });
  expect(await stored(hr, sent)).toEqual(['…, calls', { filters: { leadSource: 'Walk in' } }]);
  expect(await stored(hr, waits)).toEqual(['View', { filters: { leadSource: 'Walk in' } }]);
  expect(await stored(hr, changed)).toEqual(['Pune', { filters: { leadSource: 'Walk in' }, board: 'city' }]);
  expect(await hr.call('sync.tray', {})).toEqual([]);
  expect(JSON.stringify(await hr.call('sync.status', {}))).not.toMatch(/zubeida/i);
  await office.closed(hr);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
});

it('goes from what was acknowledged on a desk whose user does not see her', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const employee = await office.deskIn(folder, 'employee');
  const id = await create(superAdmin, 'candidate', HER);
  const mine = await create(employee, 'savedView', view('Mine', { search: HER.fullName }));
  await employee.inStep();
  await until('she is on the server', async () => (await superAdmin.call('sync.status', {})).waiting === 0);
  expect(await get(employee, id)).toBeNull();
  expect(textsOnDisk(folder, TRACES).length).toBeGreaterThan(0);
  await superAdmin.call('persons.erase', ask(id));
  await until('it is without her', async () => !JSON.stringify(await stored(employee, mine)).includes('Zub'));
  await office.closed(employee);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
});

it('a view that waited while the copy was made anew is its maker’s to look at before it is sent', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  await hr.inStep();
  await shows(superAdmin, id, 'fullName', HER.fullName);
  office.network.cut();
  await hr.state('offline');
  await create(hr, 'savedView', view('Zubeida Quraishi', { search: 'zubeida quraishi' }));
  await office.closed(hr);
  rmSync(fileNamed(folder, 'cache.db'));
  await superAdmin.call('persons.erase', ask(id));
  office.network.mend();
  const again = await office.deskIn(folder, 'hr');
  const [entry, ...others] = await again.call('sync.tray', {});
  expect(entry).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('look at it, then send it again'),
  });
  expect(others).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
  // A new one says nothing of anybody, and one that was looked at is sent.
  await create(again, 'savedView', view('Evenings', { search: 'evening' }));
  await again.call('sync.retry', { id: entry?.id ?? '' });
  await again.inStep();
  expect(await again.call('sync.tray', {})).toEqual([]);
  expect(textsOnDisk(office.serverData.path, ['Evenings'])).toHaveLength(1);
});

it('goes from a desk that waits for an answer about a mass delete, and from the views that it sends', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  await hr.inStep();
  const crowd = await give(superAdmin, 'candidate', 'many.csv', peopleCsv('Crowd', 600));
  await judge(superAdmin);
  await superAdmin.call('import.run', { id: crowd.id });
  await superAdmin.inStep();
  const query = { entity: 'candidate', list: 'candidates', search: 'Crowd' } as const;
  const count = async (): Promise<number> => (await hr.call('records.count', query)).total;
  await until('all are here', async () => (await count()) === 600);
  office.network.cut();
  await hr.state('offline');
  await superAdmin.call('records.deleteMany', { id: newId(), query, picked: {} });
  await superAdmin.inStep();
  office.network.mend();
  void hr.call('sync.now', {});
  await hr.state('halted');
  await hr.call('sync.confirmRemoval', { accept: false });
  await create(hr, 'savedView', view('Zubeida Quraishi', { search: 'zubeida quraishi', board: 'city' }));
  await hr.call('sync.now', {});
  await superAdmin.call('persons.erase', ask(id));
  await hr.call('sync.now', {});
  await gone(hr, id);
  // What has her open is put away, whatever else waits for an answer.
  const told = hr.events.flatMap(({ event, data }) => (event === 'erased' ? [data] : []));
  expect(told).toContainEqual({
    records: expect.arrayContaining([{ entity: 'candidate', recordId: id }]) as unknown,
  });
  expect(await count()).toBe(600);
  expect((await hr.call('sync.status', {})).state).toBe('halted');
  await until(
    'nothing on the server names her',
    () => textsOnDisk(office.serverData.path, TRACES).length === 0,
  );
  await office.closed(hr);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('a name whose initial stands before it without a blank is a whole name', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const hr = await office.deskOf('hr', office.network.url);
  const id = await create(hr, 'candidate', { ...HER, fullName: 'Z.Quraishi' });
  await hr.inStep();
  await shows(superAdmin, id, 'fullName', 'Z.Quraishi');
  office.network.cut();
  await hr.state('offline');
  const waits = await create(hr, 'savedView', view('z.quraishi', { search: 'Z.Quraishi' }));
  await superAdmin.call('persons.erase', { ...ask(id), name: 'Z.Quraishi' });
  office.network.mend();
  await hr.inStep();
  await gone(hr, id);
  expect(await stored(hr, waits)).toEqual(['View', { filters: { leadSource: 'Walk in' } }]);
});
