import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ImportResult } from '#shared/protocol/import.ts';
import { isLeaf, spoil } from '../testing/failing-disk.ts';
import { give, judge, peopleCsv } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** One file that two people of an office bring in at the same time: neither desk knows yet what the other is adding. */

const office = openOffice();
const TWICE = /added are here twice/;

async function prepare(desk: TestDesk, of: string, count: number): Promise<string> {
  const { id } = await give(desk, 'candidate', `${of}.csv`, peopleCsv(of, count));
  await judge(desk);
  return id;
}

const resultOf = async (desk: TestDesk): Promise<ImportResult | null | undefined> =>
  (await desk.call('import.state', {}))?.result;

const told = async (desk: TestDesk): Promise<string[]> =>
  (await desk.call('sync.status', {})).notices
    .map(({ message }) => message)
    .filter((message) => TWICE.test(message));

it('who has added people that somebody else was adding is told how many, in the report and in the tray', async () => {
  const hr = await office.deskOf('hr', office.network.url);
  const admin = await office.deskOf('admin');
  // The import is made without the network: the other's people come only with what is sent.
  office.network.cut();
  await hr.state('offline');
  const [id, other] = [await prepare(hr, 'Both', 300), await prepare(admin, 'Both', 250)];
  await admin.call('import.run', { id: other });
  await admin.inStep();
  expect(await hr.call('import.run', { id })).toMatchObject({ added: 300, byOthers: null });
  // Who was deleted again since is not looked for.
  const alone = { entity: 'candidate', list: 'candidates', search: 'Both 299', offset: 0, limit: 1 } as const;
  const [deleted] = (await hr.call('records.list', alone)).rows;
  await hr.call('records.delete', { entity: 'candidate', id: deleted?._id ?? '' });
  office.network.mend();
  await hr.inStep();
  await until('it is told', async () => (await resultOf(hr))?.byOthers === 250);
  expect(await told(hr)).toEqual([
    '250 candidates that your import has added are here twice: somebody else has added them meanwhile. Take your import back in Recent changes.',
  ]);
  // Whoever was first has done nothing wrong.
  expect(await told(admin)).toEqual([]);
  await hr.call('changes.undo', { set: (await resultOf(hr))?.last ?? '' });
  await hr.inStep();
  const { total } = await hr.call('records.count', {
    entity: 'candidate',
    list: 'candidates',
    search: 'both',
  });
  expect(total).toBe(250);
});

it('an import that is gone on with tells of all of them once', async () => {
  const hr = await office.deskOf('hr', office.network.url);
  const admin = await office.deskOf('admin');
  for (const desk of [hr, admin]) {
    const before = await desk.call('import.state', {});
    if (before) await desk.call('import.putAway', { id: before.id });
  }
  office.network.cut();
  await hr.state('offline');
  const id = await prepare(hr, 'Stopped', 1_600);
  const running = hr.call('import.run', { id });
  await until('it has begun', async () => ((await hr.call('import.state', {}))?.counts?.done ?? 0) > 0);
  await hr.call('import.stop', { id });
  const { added } = await running;
  await admin.call('import.run', { id: await prepare(admin, 'Stopped', 1_600) });
  await admin.inStep();
  office.network.mend();
  await hr.inStep();
  await until('it is told', async () => (await resultOf(hr))?.byOthers === added);
  const before = (await told(hr)).length;
  await hr.call('import.run', { id });
  await until('it was looked again', async () => typeof (await resultOf(hr))?.byOthers === 'number');
  expect(await told(hr)).toHaveLength(before);
});

it('a file of an import that is damaged before it was looked costs the desk nothing else', async () => {
  const folder = office.newFolder();
  const desk = await office.deskIn(folder, 'hr', office.network.url);
  office.network.cut();
  await desk.state('offline');
  const id = await prepare(desk, 'Spoilt', 300);
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 300 });
  const rows = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('import.db'),
  );
  spoil(join(folder, rows ?? ''), (page) => isLeaf(page) && page.includes('Spoilt'));
  office.network.mend();
  await desk.inStep();
  await until('the damage was met', async () => (await desk.call('import.state', {}))?.problem !== null);
  expect((await desk.call('sync.status', {})).waiting).toBe(0);
});

it('of two who do so in the same moment one is told of each, so that they do not both take theirs back', async () => {
  const [hr, admin] = [await office.deskOf('hr'), await office.deskOf('admin')];
  for (const desk of [hr, admin]) {
    const before = await desk.call('import.state', {});
    if (before) await desk.call('import.putAway', { id: before.id });
  }
  const ids = await Promise.all([prepare(hr, 'Moment', 300), prepare(admin, 'Moment', 300)]);
  const runs = [hr, admin].map((desk, at) => desk.call('import.run', { id: ids[at] ?? '' }));
  const added = (await Promise.all(runs)).map((result) => result.added);
  for (const desk of [hr, admin]) await desk.inStep();
  await Promise.all(
    [hr, admin].map((desk) =>
      until('it was looked', async () => typeof (await resultOf(desk))?.byOthers === 'number'),
    ),
  );
  const byOthers = await Promise.all([hr, admin].map(async (desk) => (await resultOf(desk))?.byOthers ?? 0));
  // Whom a run still saw before it had added them it knew.
  expect((byOthers[0] ?? 0) + (byOthers[1] ?? 0)).toBe((added[0] ?? 0) + (added[1] ?? 0) - 300);
});

it('it is said of nobody who was known before, nor of those who share a number within the file', async () => {
  const desk = await office.deskOf('superadmin');
  await create(desk, 'candidate', {
    fullName: 'Known Before',
    mobile: '9111100001',
    email: 'known@mail.test',
  });
  const csv = [
    'Name,Mobile,Email',
    'Known Again,9111100001,again@mail.test',
    'One Family,9111100002,one@mail.test',
    'Two Family,9111100002,two@mail.test',
  ].join('\n');
  const { id } = await give(desk, 'candidate', 'family.csv', Buffer.from(csv));
  await judge(desk);
  await desk.call('import.choose', { id, choice: 'add' });
  await desk.call('import.choose', { id, choice: 'add', row: 4 });
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 3 });
  await desk.inStep();
  await until('it was looked', async () => (await resultOf(desk))?.byOthers === 0);
  expect(await told(desk)).toEqual([]);
});
