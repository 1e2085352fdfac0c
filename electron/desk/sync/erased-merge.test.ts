import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { csvOf, give, judge } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/**
 * Decision 33: what a merge or a delete that waits hides of somebody who is erased meanwhile goes like the rest, and reaches
 * nobody else's record.
 */

const office = openOffice();
const HER = {
  fullName: 'Zubeida Quraishi',
  mobile: '98450 77123',
  email: 'zubeida@sample.test',
  notes: 'Lives in Ujjainroad',
  city: 'Suratstreet',
};
const TRACES = ['Zubeida', 'Quraishi', '98450 77123', 'zubeida@sample.test', 'Ujjainroad', 'Suratstreet'];
const OTHER = { fullName: 'Other Person', mobile: '98450 11111', email: 'other@sample.test' };
const MERGE_NOT_DONE =
  'One of the records that you merged was erased meanwhile. The merge was not done: the others are as they were.';

let superAdmin: TestDesk;
let admin: TestDesk;
let folder: string;
let her: string;
let other: string;

/** A desk that is away, with both records. */
async function away(): Promise<void> {
  superAdmin = await office.deskOf('superadmin');
  folder = office.newFolder();
  admin = await office.deskIn(folder, 'admin');
  her = await create(admin, 'candidate', HER);
  other = await create(admin, 'candidate', OTHER);
  await admin.inStep();
  await shows(superAdmin, her, 'city', HER.city);
  await shows(superAdmin, other, 'fullName', OTHER.fullName);
  office.network.cut();
  await admin.state('offline');
}

async function merge(stays: string, gone: string, values: Record<string, unknown>): Promise<void> {
  const bases = Object.fromEntries(
    await Promise.all([stays, gone].map(async (id) => [id, (await get(admin, id))?.base ?? 0] as const)),
  );
  await admin.call('duplicates.merge', { entity: 'candidate', stays, others: [gone], values, bases });
}

/** She is erased, and the desk hears of it. */
async function erased(): Promise<void> {
  const asked = { entity: 'candidate', id: her, reason: 'Asked by letter', name: HER.fullName } as const;
  await superAdmin.call('persons.erase', asked);
  office.network.mend();
  await admin.inStep();
  await until('she is gone', async () => (await get(admin, her)) === null);
  await until('nothing of her is left', () => textsOnDisk(folder, TRACES).length === 0);
}

const attention = async (): Promise<unknown[]> => [
  await admin.call('sync.tray', {}),
  (await admin.call('sync.status', {})).notices.map(({ message }) => message),
];

it.each([
  ['the changes are sent first', async () => undefined],
  [
    'the server is asked first',
    () => create(admin, 'savedView', { name: 'Plain', list: 'candidate.candidates', settings: '{}' }),
  ],
])('a merge takes nothing of her into the other record, where %s', async (_, before) => {
  await away();
  await merge(other, her, { notes: HER.notes, city: HER.city, email: HER.email });
  await before();
  expect(textsOnDisk(folder, TRACES).length).toBeGreaterThan(3);
  await erased();
  expect(await attention()).toEqual([[], [MERGE_NOT_DONE]]);
  expect((await get(admin, other))?.record).toMatchObject({ ...OTHER, notes: null, city: null });
  await admin.inStep();
  expect((await get(superAdmin, other))?.record).toMatchObject({ ...OTHER, notes: null, city: null });
  await office.closed(admin);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('a merge into her takes nobody else away', async () => {
  await away();
  await merge(her, other, {});
  await erased();
  expect(await attention()).toEqual([[], [MERGE_NOT_DONE]]);
  expect((await get(admin, other))?.record).toMatchObject(OTHER);
  await admin.inStep();
  expect((await get(superAdmin, other))?.record).toMatchObject(OTHER);
});

it('who waits to be deleted is known by name still: views, drafts and imports lose it', async () => {
  await away();
  await admin.call('records.delete', { entity: 'candidate', id: her });
  const view = { name: HER.fullName, list: 'candidate.candidates', settings: `{"search":"${HER.fullName}"}` };
  const viewId = await create(admin, 'savedView', view);
  await admin.call('drafts.keep', {
    id: newId(),
    entity: 'inquiry',
    recordId: newId(),
    isNew: true,
    form: '/inquiry',
    title: '',
    values: { notes: `Friend of ${HER.fullName}` },
    seen: {},
    references: {},
    about: null,
    beside: {},
  });
  const rows = [
    ['Name', 'Mobile', 'Email'],
    [HER.fullName, HER.mobile, HER.email],
    ['Some Body', '98450 33333', 'some@sample.test'],
  ];
  await give(admin, 'candidate', 'leads.csv', csvOf(rows));
  await judge(admin);
  await erased();
  expect((await admin.call('drafts.list', {})).drafts).toEqual([]);
  expect((await get(admin, viewId, 'savedView'))?.record).toMatchObject({ name: 'View', settings: '{}' });
  await admin.inStep();
  await office.closed(admin);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, [`"search":"${HER.fullName}"`])).toEqual([]);
});
