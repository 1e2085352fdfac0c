import { expect, it } from 'vitest';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import { ended, openRestorableOffice } from '../testing/restorable-office.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';

/** A backup that is only tried, beside the office's server, from a PC that works with that one. */

const office = openRestorableOffice();

const folderOfOne = (): ((url: string) => Promise<TestDesk>) => {
  const [folder, keychain] = [office.newFolder(), memoryKeychain()];
  return async (url) => {
    const desk = await TestDesk.open(folder, { id: url, url }, keychain);
    office.desks.push(desk);
    return desk;
  };
};

it('what is done in a trial stays there, and what waits for the office does not go into it', async () => {
  const at = folderOfOne();
  const desk = await at(office.server.url);
  await desk.signIn('superadmin');
  const known = await create(desk, 'candidate', { ...PERSON, fullName: 'Of the office', city: 'Pune' });
  await desk.inStep();
  await office.server.backUp();
  const later = await create(desk, 'candidate', { ...PERSON, fullName: 'After the backup' });
  await desk.inStep();
  await office.server.stop();
  const waits = await create(desk, 'candidate', { ...PERSON, fullName: 'Waits for the office' });
  await office.desks.pop()?.close();
  await office.server.startAgain();

  const trial = await office.server.tryBackup();
  try {
    const tried = await at(trial.url);
    await tried.signIn('superadmin');
    await tried.inStep();
    expect(await get(tried, known)).not.toBeNull();
    for (const id of [later, waits]) expect(await get(tried, id)).toBeNull();
    await create(tried, 'candidate', { ...PERSON, fullName: 'Only a trial' });
    await edit(tried, known, { city: 'Trial' });
    await tried.inStep();
    await office.desks.pop()?.close();
  } finally {
    await trial.stop();
  }

  const back = await at(office.server.url);
  if ((await back.call('session.get', {})).user === null) await back.signIn('superadmin');
  await back.inStep();
  const other = await office.deskOf('admin');
  await shows(other, waits, 'fullName', 'Waits for the office');
  await shows(other, later, 'fullName', 'After the backup');
  await shows(other, known, 'city', 'Pune');
  const { total } = await other.call('records.count', {
    entity: 'candidate',
    list: 'candidates',
    search: 'only a trial',
  });
  expect(total).toBe(0);
});

it('at the address of the office a trial is refused by PCs that have data of it, and gets nothing', async () => {
  const at = folderOfOne();
  const desk = await at(office.server.url);
  await desk.signIn('superadmin');
  await desk.inStep();
  await office.server.backUp();
  await office.server.stop();
  const waits = await create(desk, 'candidate', { ...PERSON, fullName: 'Waits for the office' });
  const trial = await office.server.tryBackup(office.server.port);
  try {
    await ended(desk);
    await expect(desk.signIn('superadmin')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('only a trial of a backup'),
    });
    const stranger = await folderOfOne()(trial.url);
    await stranger.signIn('superadmin');
    await stranger.inStep();
    expect(await get(stranger, waits)).toBeNull();
    await office.desks.pop()?.close();
  } finally {
    await trial.stop();
  }
  await office.server.startAgain();
  await desk.signIn('superadmin');
  await desk.inStep();
  await shows(await office.deskOf('admin'), waits, 'fullName', 'Waits for the office');
});

it('nothing of one trial comes into the next one at the same port', async () => {
  const at = folderOfOne();
  const first = await office.deskOf('admin');
  await first.inStep();
  await office.server.backUp();
  const one = await office.server.tryBackup();
  const desk = await at(one.url);
  await desk.signIn('superadmin');
  await desk.inStep();
  const tried = await create(desk, 'candidate', { ...PERSON, fullName: 'Of the first trial' });
  await desk.inStep();
  await office.desks.pop()?.close();
  await one.stop();
  const two = await office.server.tryBackup(one.port);
  try {
    const again = await at(two.url);
    await again.signIn('superadmin');
    await again.inStep();
    expect(await get(again, tried)).toBeNull();
    expect((await again.call('sync.status', {})).notices).toEqual([]);
    await office.desks.pop()?.close();
  } finally {
    await two.stop();
  }
});
