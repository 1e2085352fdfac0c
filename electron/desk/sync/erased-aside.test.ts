import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileNamed, filesBelow, textsOnDisk } from '../testing/folder-contents.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

/** Databases that were damaged are put aside, and hold people as they were. */

const office = openOffice();
const HER = {
  fullName: 'Zubeida Quraishi',
  mobile: '98452 77101',
  email: 'zq@sample.test',
  city: 'Suratzzq',
};

const aside = (folder: string): string[] => filesBelow(folder).filter((path) => path.includes('.damaged'));

/** A cache that lacks an index, and an outbox whose first page says nothing. */
function damageBoth(folder: string): void {
  const cache = openKept(fileNamed(folder, 'cache.db'), 'NORMAL');
  const index = cache
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = 'candidate'`,
    )
    .get() as { name: string };
  cache.exec(`DROP INDEX "${index.name}"`);
  cache.close();
  const path = fileNamed(folder, 'outbox.db');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 0, 4096));
}

it('go when the user signs out and nothing is to stay', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const id = await create(superAdmin, 'candidate', HER);
  await superAdmin.inStep();
  const first = await office.deskIn(folder, 'hr');
  await shows(first, id, 'fullName', HER.fullName);
  await edit(first, id, { remarks: 'Remarkzzq' });
  await first.inStep();
  await office.closed(first);
  damageBoth(folder);
  const again = await office.deskIn(folder, 'hr');
  await shows(again, id, 'fullName', HER.fullName);
  expect(aside(folder)).not.toEqual([]);
  await again.call('session.signOut', { wipe: true });
  await office.closed(again);
  expect(aside(folder)).toEqual([]);
  expect(textsOnDisk(folder, [HER.fullName, 'Remarkzzq'])).toEqual([]);
});

// Last: a desk that fetches everything anew hears of it, and keeps nothing aside either.
it('go when somebody is erased', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  const first = await office.deskIn(folder, 'employee');
  const interviewerId = (await first.call('session.get', {})).user?._id;
  const id = await create(superAdmin, 'candidate', { ...HER, interviewerId });
  await superAdmin.inStep();
  await shows(first, id, 'fullName', HER.fullName);
  await edit(first, id, { discussion: 'Talkedzzq' });
  await first.inStep();
  await office.closed(first);
  damageBoth(folder);
  const again = await office.deskIn(folder, 'employee');
  await shows(again, id, 'fullName', HER.fullName);
  expect(aside(folder)).not.toEqual([]);
  await superAdmin.call('persons.erase', {
    entity: 'candidate',
    id,
    reason: 'Asked by letter',
    name: HER.fullName,
  });
  await until('she is gone', async () => (await get(again, id)) === null);
  await again.inStep();
  await office.closed(again);
  expect(aside(folder)).toEqual([]);
  expect(textsOnDisk(folder, [HER.fullName, HER.city, HER.email])).toEqual([]);
});
