import { mkdirSync, rmdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileNamed } from '../testing/folder-contents.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { openRestorableOffice } from '../testing/restorable-office.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** A copy that has to be made anew while a full disk, or another program, does not let it. */

const office = openRestorableOffice();

it('once it can be made, the desk shows, saves and syncs by itself, and what the server lost is back there', async () => {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url);
  office.desks.push(desk);
  await desk.signIn('superadmin');
  await desk.inStep();
  const id = await create(desk, 'candidate', { ...PERSON, city: 'Nagpur' });
  await desk.inStep();
  await office.server.takeSnapshot();
  await desk.inStep();
  const after = await create(desk, 'candidate', { ...PERSON, fullName: 'After the snapshot' });
  await desk.inStep();
  await office.server.stop();
  await desk.state('offline');
  await edit(desk, id, { city: 'Pune' });
  // SQLite makes no database where its journal cannot be.
  const inTheWay = `${fileNamed(folder, 'cache.db')}-journal`;
  mkdirSync(inTheWay);
  await office.server.putBack();
  await until('it has been tried', async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    return desk.logged.some((line) => line.includes('unable to open'));
  });
  rmdirSync(inTheWay);

  const saved = await create(desk, 'candidate', { ...PERSON, fullName: 'Saved since' });
  await desk.inStep();
  expect((await get(desk, id))?.record['city']).toBe('Pune');
  const other = await office.deskOf('hr');
  for (const [each, name] of [
    [id, PERSON.fullName],
    [after, 'After the snapshot'],
    [saved, 'Saved since'],
  ] as const)
    await shows(other, each, 'fullName', name);
  await shows(other, id, 'city', 'Pune');
});
