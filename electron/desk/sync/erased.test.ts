import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { fileNamed, textsOnDisk } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Decision 33: who is erased is on no desk any more, in no file of it, whatever was done about them there. */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
const TRACES = ['Zubeida', '98450 77123', '9845077123', 'zubeida@sample.test', 'Suratstreet', 'Ujjainroad'];
const DRAFT = {
  entity: 'candidate',
  isNew: false,
  form: '/candidate',
  title: '',
  seen: {},
  references: {},
  about: null,
  beside: {},
} as const;
const gone = (desk: TestDesk, id: string): Promise<true> =>
  until('she is gone', async () => (await get(desk, id)) === null);

it('goes from a desk that is in step, from one with an edit that waits, and with what that was called', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const [waiting, inStep] = [office.newFolder(), office.newFolder()];
  const hr = await office.deskIn(waiting, 'hr');
  const admin = await office.deskIn(inStep, 'admin', office.server.url);
  const id = await create(hr, 'candidate', HER);
  await edit(hr, id, { city: 'Suratstreet' });
  await hr.inStep();
  await shows(admin, id, 'city', 'Suratstreet');
  await edit(admin, id, { notes: 'Lives in Ujjainroad' });
  await admin.inStep();
  await shows(superAdmin, id, 'notes', 'Lives in Ujjainroad');

  // One is cut off and goes on writing about her.
  office.network.cut();
  await until('HR is cut off', async () => (await hr.call('sync.status', {})).state === 'offline');
  await edit(hr, id, { remarks: 'Zubeida will pay in Suratstreet' });
  await hr.call('activities.log', {
    id: '01900000-0000-7000-8000-000000000001',
    about: { entity: 'candidate', id },
    kind: 'Call',
    outcome: 'Connected',
    note: 'Zubeida was glad',
  });
  expect(textsOnDisk(waiting, TRACES).length).toBeGreaterThan(3);

  const asked = { entity: 'candidate', id, reason: 'Asked by letter', name: HER.fullName } as const;
  expect(await superAdmin.call('persons.erase', asked)).toEqual({ erased: 1 });
  await Promise.all([gone(superAdmin, id), gone(admin, id)]);
  await office.closed(admin);
  expect(textsOnDisk(inStep, TRACES)).toEqual([]);

  office.network.mend();
  await hr.inStep();
  await gone(hr, id);
  const tray = await hr.call('sync.tray', {});
  expect(JSON.stringify(tray)).not.toMatch(/Zubeida|Suratstreet/);
  expect((await hr.call('sync.status', {})).waiting).toBe(0);
  await office.closed(hr);
  expect(textsOnDisk(waiting, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
});

it('goes from a desk that was away and begins anew, and is for Super Admins online alone', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const id = await create(hr, 'candidate', HER);
  await hr.inStep();
  await office.closed(hr);
  const asked = { entity: 'candidate', id, reason: 'Asked by letter', name: HER.fullName } as const;
  const admin = await office.deskOf('admin');
  await expect(admin.call('persons.erase', asked)).rejects.toMatchObject({ code: 'forbidden' });
  await shows(superAdmin, id, 'fullName', HER.fullName);
  await superAdmin.call('persons.erase', asked);
  expect(textsOnDisk(folder, TRACES).length).toBeGreaterThan(0);

  const again = await office.deskIn(folder, 'hr');
  await gone(again, id);
  await office.closed(again);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('goes from an outbox of before that is put back, with what was typed about her', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const [folder, copy] = [office.newFolder(), office.newFolder()];
  const before = await office.deskIn(folder, 'hr');
  const id = await create(before, 'candidate', HER);
  await before.inStep();
  const values = { remarks: 'Zubeida lives in Suratstreet' };
  await before.call('drafts.keep', { ...DRAFT, id: newId(), recordId: id, values });
  await office.closed(before);
  cpSync(folder, copy, { recursive: true });
  await shows(superAdmin, id, 'fullName', HER.fullName);
  const asked = { entity: 'candidate', id, reason: 'Asked by letter', name: HER.fullName } as const;
  await superAdmin.call('persons.erase', asked);
  const told = await office.deskIn(folder, 'hr');
  await gone(told, id);
  await office.closed(told);
  for (const name of ['outbox.db', 'outbox.mark', 'outbox.receipt'])
    cpSync(fileNamed(copy, name), fileNamed(folder, name));

  const again = await office.deskIn(folder, 'hr');
  expect((await again.call('drafts.list', {})).drafts).toEqual([]);
  await office.closed(again);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
});

it('goes from a desk that made a candidate of her inquiry meanwhile, with what it noted there', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const inquiry = await create(hr, 'inquiry', { Name: HER.fullName, mobile: HER.mobile });
  await hr.inStep();
  await shows(superAdmin, inquiry, 'Name', HER.fullName, 'inquiry');
  office.network.cut();
  await hr.state('offline');
  const candidate = '01900000-0000-7000-8000-000000000002';
  await hr.call('inquiries.enrol', { id: inquiry, candidate, changes: HER });
  await hr.call('activities.log', {
    id: '01900000-0000-7000-8000-000000000003',
    about: { entity: 'candidate', id: candidate },
    kind: 'Call',
    outcome: 'Connected',
    note: 'Zubeida was glad',
  });
  const asked = { entity: 'inquiry', id: inquiry, reason: 'Asked by letter', name: HER.fullName } as const;
  await superAdmin.call('persons.erase', asked);
  office.network.mend();
  await hr.inStep();
  await gone(hr, candidate);
  await until('nothing waits', async () => (await hr.call('sync.status', {})).waiting === 0);
  expect(await hr.call('sync.tray', {})).toEqual([]);
  await office.closed(hr);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
});

it('goes from a desk that took her message over meanwhile and enrolled her, in one push', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const hr = await office.deskIn(folder, 'hr');
  const message = { name: HER.fullName, email: HER.email, mobile: HER.mobile, message: 'From Suratstreet' };
  const contact = await create(superAdmin, 'contactInquiry', message);
  await shows(hr, contact, 'name', HER.fullName, 'contactInquiry');
  office.network.cut();
  await hr.state('offline');
  const { inquiry } = await hr.call('contacts.takeOver', { id: contact });
  await edit(hr, inquiry, { notes: 'Lives in Ujjainroad' }, 'inquiry');
  const candidate = newId();
  await hr.call('inquiries.enrol', { id: inquiry, candidate, changes: HER });
  await edit(hr, candidate, { remarks: 'Zubeida will pay' });
  const asked = { entity: 'contactInquiry', id: contact, reason: 'Asked', name: HER.fullName } as const;
  await superAdmin.call('persons.erase', asked);
  office.network.mend();
  await hr.inStep();
  await gone(hr, candidate);
  await until('nothing waits', async () => (await hr.call('sync.status', {})).waiting === 0);
  expect(await hr.call('sync.tray', {})).toEqual([]);
  await office.closed(hr);
  expect(textsOnDisk(folder, TRACES)).toEqual([]);
  expect(textsOnDisk(office.serverData.path, TRACES)).toEqual([]);
});
