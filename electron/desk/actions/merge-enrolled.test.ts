import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import { openOffice } from '../testing/office.ts';
import { create, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';

const office = openOffice();
let made = 0;

const mobile = (): string => `96${String((made += 1)).padStart(8, '0')}`;
const inquiry = (desk: TestDesk, Name: string): Promise<string> =>
  create(desk, 'inquiry', { Name, mobile: mobile() });

async function enrolled(desk: TestDesk, id: string): Promise<string> {
  const changes = { fullName: `Enrolled ${made}`, mobile: mobile(), email: `enrolled${made}@mail.test` };
  const { record } = await desk.call('inquiries.enrol', { id, candidate: newId(), changes });
  return record._id;
}

async function merge(
  desk: TestDesk,
  entity: Mergeable,
  [stays, ...others]: [string, ...string[]],
  values: Record<string, unknown> = {},
): Promise<string> {
  const { records } = await desk.call('duplicates.compare', { entity, ids: [stays, ...others] });
  const bases = Object.fromEntries(records.map(({ record, base }) => [record._id, base]));
  const { set } = await desk.call('duplicates.merge', { entity, stays, others, values, bases });
  return set;
}

/** What each of the records says of the field, by id. */
async function said(
  desk: TestDesk,
  entity: 'candidate' | 'inquiry' | 'contactInquiry',
  field: string,
  ids: readonly string[],
): Promise<unknown[]> {
  return Promise.all(ids.map(async (id) => (await get(desk, id, entity))?.record[field]));
}

it('candidates of two inquiries are merged: both inquiries lead to the one that stays, until it is undone', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const first = await inquiry(desk, 'First');
  const second = await inquiry(desk, 'Second');
  const a = await enrolled(desk, first);
  const b = await enrolled(desk, second);
  await desk.inStep();
  const set = await merge(desk, 'candidate', [a, b]);
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, second, 'enrolledAs', a, 'inquiry');
  expect(await said(desk, 'inquiry', 'enrolledAs', [first, second])).toEqual([a, a]);
  await desk.call('changes.undo', { set });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, second, 'enrolledAs', b, 'inquiry');
  for (const each of [desk, other]) {
    expect(await said(each, 'inquiry', 'enrolledAs', [first, second])).toEqual([a, b]);
    expect(await said(each, 'candidate', 'inquiry', [a, b])).toEqual([first, second]);
  }
});

it('an enrolled candidate goes into one that was not: that one came from the inquiry then, until it is undone', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const from = await inquiry(desk, 'Came from');
  const b = await enrolled(desk, from);
  const a = await create(desk, 'candidate', { fullName: 'A', mobile: mobile(), email: `a${made}@mail.test` });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const set = await merge(desk, 'candidate', [a, b], { inquiry: from });
  office.network.mend();
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, a, 'inquiry', from);
  await shows(other, from, 'enrolledAs', a, 'inquiry');
  await desk.call('changes.undo', { set });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, from, 'enrolledAs', b, 'inquiry');
  for (const each of [desk, other])
    expect(await said(each, 'candidate', 'inquiry', [a, b])).toEqual([null, from]);
});

it('inquiries are merged of which one was taken over from a message and enrolled', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const contact = await create(desk, 'contactInquiry', { name: 'Web', mobile: mobile() });
  const { inquiry: b } = await desk.call('contacts.takeOver', { id: contact });
  const candidate = await enrolled(desk, b);
  const a = await inquiry(desk, 'Called before');
  await desk.inStep();
  const set = await merge(desk, 'inquiry', [a, b], { enrolledAs: candidate, contact });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, candidate, 'inquiry', a);
  await shows(other, contact, 'inquiry', a, 'contactInquiry');
  await shows(other, a, 'enrolledAs', candidate, 'inquiry');
  await desk.call('changes.undo', { set });
  await desk.inStep();
  expect(await desk.call('sync.tray', {})).toEqual([]);
  await shows(other, candidate, 'inquiry', b);
  await shows(other, contact, 'inquiry', b, 'contactInquiry');
  for (const each of [desk, other])
    expect(await said(each, 'inquiry', 'enrolledAs', [a, b])).toEqual([null, candidate]);
});
