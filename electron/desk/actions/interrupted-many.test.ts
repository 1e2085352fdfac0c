import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { Events } from '#shared/protocol/bridge.ts';
import { SNAPSHOTS_PATH } from '#shared/protocol/snapshot.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { fileNamed } from '../testing/folder-contents.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON } from '../testing/record-steps.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** A change of many that was interrupted goes on with what it had not done, and with nothing else (sync rule 3). */

const office = openOffice();
const MANY = 1_300;
/** Records of one part. */
const PART = 500;

it('what was acknowledged and forgotten here is not done again over what a colleague decided since', async () => {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.network.url, portableKeychain);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  const ids: string[] = [];
  for (let at = 0; at < MANY; at += 1)
    ids.push(await create(desk, 'candidate', { ...PERSON, fullName: `Interrupted ${at}` }));
  await desk.inStep();

  // Signed out with the first part kept.
  office.network.holdBack([PATHS.push]);
  const left = new Promise<unknown>((resolve) => {
    const stop = desk.desk.subscribe((event, data) => {
      if (event !== 'many' || (data as Events['many']).done < PART) return;
      stop();
      resolve(desk.call('session.signOut', { evenIfWaiting: true }));
    });
  });
  const changing = desk.call('records.setMany', {
    id: newId(),
    query: { entity: 'candidate', list: 'candidates' },
    picked: { ids },
    changes: { city: 'Nashik' },
  });
  await expect(changing).rejects.toMatchObject({ code: 'unavailable' });
  await left;

  // It is sent before the rest can go on, for which all data must be here; then nothing but the rest stays.
  rmSync(fileNamed(folder, 'cache.db'));
  office.network.mend();
  office.network.cut([PATHS.pull, SNAPSHOTS_PATH]);
  await desk.signIn('hr');
  await until('what was kept is sent', async () => (await desk.call('sync.status', {})).waiting === 0);
  await desk.call('session.signOut', { wipe: true, evenIfWaiting: true });

  office.network.mend();
  const other = await office.deskOf('admin');
  const cityOf = async (at: number): Promise<unknown> => (await get(other, ids[at] ?? ''))?.record['city'];
  await until('the first part is there', async () => (await cityOf(PART - 1)) === 'Nashik');
  expect(await cityOf(MANY - 1)).not.toBe('Nashik');
  await edit(other, ids[0] ?? '', { city: 'Satara' });
  await other.inStep();

  desk.events.length = 0;
  await desk.signIn('hr');
  await until('the rest is done', () => desk.events.some(({ event }) => event === 'manyDone'));
  await desk.inStep();
  await until('the last one is there', async () => (await cityOf(MANY - 1)) === 'Nashik');
  expect(await cityOf(0)).toBe('Satara');
  const done = desk.events.find(({ event }) => event === 'manyDone')?.data;
  expect(done).toMatchObject({ result: { selected: MANY, done: MANY, stopped: false } });
});
