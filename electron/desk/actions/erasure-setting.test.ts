import { expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { openOffice } from '../testing/office.ts';
import { create, get } from '../testing/record-steps.ts';
import { openWorkspace, pageOf } from '../testing/sample-rows.ts';
import { temporaryFolder, type TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { keepProposed } from './erasure-setting.ts';

/** Decision 34: when inquiries are proposed is decided once for all, and who is kept is kept on every desk. */

const office = openOffice();

const months = async (desk: TestDesk): Promise<string | null> =>
  (await desk.call('erasure.months', {})).months;
const proposed = async (desk: TestDesk): Promise<string[]> =>
  (await desk.call('erasure.proposals', {})).people.map(({ id }) => id);

it('is decided offline too, and taken back; nobody but a Super Admin decides, sees or keeps', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const other = await office.deskOf('superadmin');
  expect(await months(desk)).toBeNull();
  office.network.cut();
  await desk.state('offline');
  await desk.call('erasure.setMonths', { months: '24' });
  expect(await months(desk)).toBe('24');
  await expect(desk.call('erasure.proposals', {})).rejects.toMatchObject({ code: 'offline' });
  office.network.mend();
  await desk.inStep();
  await until('the other desk knows', async () => (await months(other)) === '24');
  const { set } = await other.call('erasure.setMonths', { months: null });
  await other.inStep();
  await until('it is off', async () => (await months(desk)) === null);
  await other.call('changes.undo', { set: set ?? '' });
  await until('it is on again', async () => (await months(desk)) === '24');

  const admin = await office.deskOf('admin');
  const id = await create(admin, 'inquiry', { Name: 'Asha Lead', mobile: '98200 11223' });
  await admin.inStep();
  const refused = { code: 'forbidden' };
  await expect(admin.call('erasure.months', {})).rejects.toMatchObject(refused);
  await expect(admin.call('erasure.setMonths', { months: '3' })).rejects.toMatchObject(refused);
  await expect(admin.call('erasure.proposals', {})).rejects.toMatchObject(refused);
  await expect(admin.call('erasure.keep', { ids: [id] })).rejects.toMatchObject(refused);
  const asked = { reason: 'No contact', people: [{ id, name: 'Asha Lead' }] };
  await expect(admin.call('erasure.erase', asked)).rejects.toMatchObject(refused);
  expect(await desk.call('erasure.erase', asked)).toEqual([
    { id, error: 'There was contact with this person since.' },
  ]);
});

it('who was kept while the server was away is not listed here, and nowhere once that is sent; Undo lists them again', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const other = await office.deskOf('superadmin');
  await desk.call('erasure.setMonths', { months: '3' });
  const before = await proposed(desk);
  const [one = '', two = ''] = before;
  expect(two).not.toBe('');
  const { set } = await desk.call('erasure.keep', { ids: [one] });
  const rest = before.filter((id) => id !== one);
  expect((await proposed(desk)).slice(0, 3)).toEqual(rest.slice(0, 3));
  await desk.inStep();
  expect((await proposed(other)).slice(0, 3)).toEqual(rest.slice(0, 3));
  const { activities } = await other.call('activities.of', {
    about: { entity: 'inquiry', id: one },
    offset: 0,
  });
  expect(activities).toMatchObject([{ record: { kind: 'Note', note: 'Kept for another 3 months.' } }]);
  await desk.call('changes.undo', { set: set ?? '' });
  await desk.inStep();
  expect((await proposed(other))[0]).toBe(one);
  const { people } = await desk.call('erasure.proposals', {});
  const asked = { reason: 'No contact', people: [{ id: one, name: people[0]?.name ?? '' }] };
  const erased = await desk.call('erasure.erase', asked);
  expect(erased).toMatchObject([{ id: one, erased: expect.any(Number) as unknown }]);
  await until('it is gone there too', async () => (await get(other, one, 'inquiry')) === null);
});

it('keeps from now on where the clock of the PC is years behind, and says how many were kept', () => {
  const folder = temporaryFolder();
  const workspace = openWorkspace(folder.path);
  const setting = { _id: 's1', _seq: 1, eraseAfterMonths: '3', createdAt: '2026-01-01T00:00:00.000Z' };
  writePage(workspace.cache, workspace.overlay, pageOf('officeSetting', [setting], { seq: 1 }));
  const heard = new Date(Date.now() + 6 * 365 * 86_400_000).toISOString();
  workspace.outbox.server.heard({ seq: 1, receipt: 'receipt', at: heard });
  const { notes } = keepProposed(workspace, { ids: ['i1'] });
  expect(workspace.reader.record('activity', notes[0] ?? '')?.['at']).toBe(heard);
  const titleOf = (note = ''): unknown => workspace.outbox.ofRecord('activity', note)[0]?.set?.title;
  expect(titleOf(notes[0])).toBe('Kept an inquiry for another 3 months');
  const several = keepProposed(workspace, { ids: ['i2', 'i3'] });
  expect(titleOf(several.notes[1])).toBe('Kept 2 inquiries for another 3 months');
  workspace.close();
  folder.remove();
});
