import { expect, it } from 'vitest';
import { fileNamed, textsOnDisk } from '../testing/folder-contents.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** SQLite counts how selective indexes are, and may keep samples of them: nobody stays in these. */

const office = openOffice();
const HER = { fullName: 'Zubeida Quraishi', mobile: '98450 77123', email: 'zubeida@sample.test' };
const TRACES = ['Zubeida', '98450 77123', '9845077123', 'zubeida@sample.test'];
interface Person {
  _id: string;
  fullName: string;
  email: string;
}
const BY_LETTER = { entity: 'candidate', reason: 'Asked by letter', name: HER.fullName } as const;

/** Of a few nothing is kept as a sample. */
async function others(desk: TestDesk, interviewerId: string | null = null): Promise<void> {
  for (const name of ['Asha', 'Bala', 'Chitra', 'Devi', 'Esha', 'Farah', 'Gita', 'Hema']) {
    const email = `${name.toLowerCase()}@sample.test`;
    await create(desk, 'candidate', { fullName: name, mobile: '98450 70000', email, interviewerId });
  }
}

/** She comes with the first sync, after which the indexes are counted. */
async function firstSync(folder: string, name: string): Promise<void> {
  await office.closed(await office.deskIn(folder, name));
  const cache = openKept(fileNamed(folder, 'cache.db'), 'NORMAL');
  const counted = cache.prepare('SELECT COUNT(*) AS "count" FROM sqlite_stat1').get() as { count: number };
  const samples = cache.prepare('SELECT COUNT(*) AS "count" FROM sqlite_stat4').get();
  cache.close();
  expect(samples).toEqual({ count: 0 });
  expect(counted.count).toBeGreaterThan(10);
}

async function goneIn(folder: string, name: string, id: string, traces = TRACES): Promise<void> {
  const desk = await office.deskIn(folder, name);
  await until('she is gone', async () => (await get(desk, id)) === null);
  await office.closed(desk);
  expect(textsOnDisk(folder, traces)).toEqual([]);
}

it('who came with the first sync and is erased, or is taken away, is in no figure of the cache', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const { user: employee } = await (await office.deskOf('employee')).call('session.get', {});
  const id = await create(superAdmin, 'candidate', { ...HER, interviewerId: employee?._id });
  await others(superAdmin, employee?._id);
  await superAdmin.inStep();
  const [ofHr, ofInterviewer] = [office.newFolder(), office.newFolder()];
  await firstSync(ofHr, 'hr');
  await firstSync(ofInterviewer, 'employee');
  for (const folder of [ofHr, ofInterviewer]) expect(textsOnDisk(folder, TRACES)).not.toEqual([]);

  await edit(superAdmin, id, { interviewerId: null });
  await superAdmin.inStep();
  await goneIn(ofInterviewer, 'employee', id);
  await superAdmin.call('persons.erase', { ...BY_LETTER, id });
  await goneIn(ofHr, 'hr', id);
});

it('samples that an earlier version has kept go when its cache is opened', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const folder = office.newFolder();
  await firstSync(folder, 'hr');
  const cache = openKept(fileNamed(folder, 'cache.db'), 'NORMAL');
  cache.exec('ANALYZE');
  const samples = cache.prepare('SELECT sample FROM sqlite_stat4').all() as { sample: Buffer }[];
  const people = cache.prepare('SELECT _id, fullName, email FROM candidate').all() as Person[];
  cache.close();
  const sampled = people.find(({ email }) => samples.some(({ sample }) => sample.includes(email)));
  expect(sampled).toBeDefined();
  const { _id: id = '', fullName: name = '', email = '' } = sampled ?? {};
  await superAdmin.call('persons.erase', { ...BY_LETTER, id, name });
  await goneIn(folder, 'hr', id, [email]);
});
