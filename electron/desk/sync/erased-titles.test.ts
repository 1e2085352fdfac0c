import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { textsOnDisk } from '../testing/folder-contents.ts';
import { pdf } from '../testing/made-documents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Decision 33: what people did in one go has a title, which may call somebody in ways that no field has. */

const office = openOffice();
const person = (fullName: string, mobile = '98450 77123') => ({
  fullName,
  mobile,
  email: `${mobile.slice(-3)}@sample.test`,
});

async function eraseFrom(desk: TestDesk, id: string, name: string): Promise<void> {
  await desk.call('persons.erase', { entity: 'candidate', id, reason: 'Asked by letter', name });
  await until('she is gone', async () => (await get(desk, id)) === null);
}

const onServer = (texts: readonly string[]): string[] => textsOnDisk(office.serverData.path, texts);

it.each([
  ['has two spaces', 'Zubeida  Quraishi', ['Zubeida', 'Quraishi']],
  ['is short', 'Żqx', ['Żqx']],
])('nothing of a name that %s stays on the server', async (_, name, traces) => {
  const desk = await office.deskOf('superadmin');
  const id = await create(desk, 'candidate', person(name));
  await desk.inStep();
  await edit(desk, id, { city: 'Surat' });
  await desk.inStep();
  expect(onServer(traces)).not.toEqual([]);
  await eraseFrom(desk, id, name);
  await office.closed(desk);
  expect(onServer(traces)).toEqual([]);
});

it('nor of the names of her documents', async () => {
  const desk = await office.deskOf('superadmin');
  const id = await create(desk, 'candidate', person('Zubeida Quraishi'));
  const paper = newId();
  const base64 = pdf(['Some text of hers']).toString('base64');
  const about = { entity: 'candidate', id } as const;
  await desk.call('documents.add', { id: paper, about, kind: 'CV', name: 'Zubeida_Quraishi_CV.pdf', base64 });
  await desk.inStep();
  await edit(desk, paper, { name: 'Zubeida-Quraishi-9845077199.pdf' }, 'document');
  await desk.inStep();
  await eraseFrom(desk, id, 'Zubeida Quraishi');
  await office.closed(desk);
  expect(onServer(['Zubeida', 'Quraishi', '9845077199'])).toEqual([]);
});

it('nor that she is no duplicate of others, on the desk that said so and on the server', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const long = 'B'.repeat(83);
  const ids: string[] = [];
  for (const [at, name] of [`${long} one`, `${long} two`, 'Zubeida'].entries())
    ids.push(await create(superAdmin, 'candidate', person(name, `98450 7712${at}`)));
  await superAdmin.inStep();
  const id = ids[2] ?? '';
  const admin = await office.deskIn(folder, 'admin', office.server.url);
  await shows(admin, id, 'fullName', 'Zubeida');
  await admin.call('duplicates.dismiss', { ids });
  await admin.inStep();
  // The title is cut within her name.
  expect(textsOnDisk(folder, [`${long} two, Zubei…`])).toHaveLength(1);
  await eraseFrom(superAdmin, id, 'Zubeida');
  await until('she is gone', async () => (await get(admin, id)) === null);
  await office.closed(admin);
  expect(textsOnDisk(folder, ['Zubei'])).toEqual([]);
  expect(onServer(['Zubei'])).toEqual([]);
});

it('nor a note on her that the server never took, since she was deleted first', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const id = await create(superAdmin, 'candidate', person('Zubeida Quraishi'));
  await superAdmin.inStep();
  const hr = await office.deskIn(folder, 'hr');
  await shows(hr, id, 'fullName', 'Zubeida Quraishi');
  office.network.cut();
  await hr.state('offline');
  const note = 'Her uncle lives in Ujjzzq';
  const about = { entity: 'candidate', id } as const;
  await hr.call('activities.log', { id: newId(), about, kind: 'Call', outcome: 'Connected', note });
  await superAdmin.call('records.delete', about);
  await superAdmin.inStep();
  office.network.mend();
  await until('it is refused', async () =>
    (await hr.call('sync.tray', {})).some(({ kind }) => kind === 'refused'),
  );
  await superAdmin.call('persons.erase', { ...about, reason: 'Asked by letter', name: 'Zubeida Quraishi' });
  await until('it is gone', async () => (await hr.call('sync.tray', {})).length === 0);
  await hr.inStep();
  await office.closed(hr);
  expect(textsOnDisk(folder, ['Zubeida', 'Quraishi', 'Ujjzzq'])).toEqual([]);
});
