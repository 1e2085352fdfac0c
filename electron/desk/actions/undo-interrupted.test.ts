import { expect, it } from 'vitest';
import type { RecentChange } from '#shared/protocol/past-calls.ts';
import { openOffice } from '../testing/office.ts';
import { create } from '../testing/record-steps.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** An undo of more than is taken in at once, that breaks off. */

const office = openOffice();
const COUNT = 520;

/** A lead status that many inquiries had, deleted with one click: the set that did it. */
async function manyMoved(desk: TestDesk, name: string): Promise<{ set: string; status: string }> {
  const status = await create(desk, 'leadStatus', { name });
  for (let at = 0; at < COUNT; at += 1)
    await create(desk, 'inquiry', { Name: `${name} ${at}`, leadStatus: status });
  await desk.inStep();
  const { set } = await desk.call('leadStatuses.replace', { id: 'many', status, by: null });
  await desk.inStep();
  return { set, status };
}

async function withStatus(desk: TestDesk, leadStatus: string): Promise<number> {
  const query = { entity: 'inquiry', list: 'inquiries', filter: { leadStatus } } as const;
  return (await desk.call('records.count', query)).total;
}

async function lineOf(desk: TestDesk, set: string): Promise<Partial<RecentChange> | undefined> {
  const { changes } = await desk.call('changes.list', {});
  return changes.find(({ id }) => id === set);
}

const begun = (desk: TestDesk): Promise<true> =>
  until('the undo has begun', () => desk.events.some(({ event }) => event === 'undo'));

it('the end of the desk leaves an undo that can be gone on with, and says so', async () => {
  const [path, keychain] = [office.newFolder(), memoryKeychain()];
  const open = async (): Promise<TestDesk> => {
    const opened = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(opened);
    return opened;
  };
  const desk = await open();
  await desk.signIn('admin');
  await desk.inStep();
  const { set, status } = await manyMoved(desk, 'Ended');
  const undoing = desk.call('changes.undo', { set }).catch((error: unknown) => error);
  await begun(desk);
  await desk.close();
  expect(await undoing).toMatchObject({ code: 'unavailable' });

  const again = await open();
  await again.inStep();
  expect(await withStatus(again, status)).toBeLessThan(COUNT);
  expect((await again.call('sync.status', {})).notices).toMatchObject([
    { message: expect.stringContaining('undo it again in Recent changes') },
  ]);
  expect(await lineOf(again, set)).toMatchObject({ final: null, undoneBy: null });
  await again.call('changes.undo', { set });
  await again.inStep();
  expect(await withStatus(again, status)).toBe(COUNT);
  expect(await lineOf(again, set)).toMatchObject({ final: 'It was undone.' });
  await again.close();
  // Told once.
  const third = await open();
  expect((await third.call('sync.status', {})).notices).toHaveLength(1);
}, 60_000);

it('a lost connection leaves an undo of what another did, which goes on by itself', async () => {
  const maker = await office.deskOf('superadmin');
  const { set, status } = await manyMoved(maker, 'Cut');
  const desk = await office.deskOf('admin', office.network.url);
  const undoing = desk.call('changes.undo', { set }).catch((error: unknown) => error);
  await begun(desk);
  office.network.cut();
  expect(await undoing).toMatchObject({
    code: 'offline',
    message: expect.stringContaining('The rest is undone when'),
  });
  office.network.mend();
  await until('all went back', async () => (await withStatus(desk, status)) === COUNT);
  await until('it is said', async () => (await lineOf(desk, set))?.final === 'It was undone.');
}, 60_000);

it('an answer that was lost is asked for again under the same id', async () => {
  const maker = await office.deskOf('hr');
  const id = await create(maker, 'inquiry', { Name: 'Lost answer', mobile: '98200 11225' });
  await maker.inStep();
  const { set } = await maker.call('records.save', {
    entity: 'inquiry',
    id,
    base: 1e9,
    changes: { notes: 'Asked for it' },
  });
  await maker.inStep();
  const desk = await office.deskOf('admin', office.network.url);
  office.network.loseAnswers(`/api/change-sets/${set}/undo`, 1);
  await expect(desk.call('changes.undo', { set: set ?? '' })).rejects.toMatchObject({ code: 'offline' });
  await desk.inStep();
  expect(await lineOf(desk, set ?? '')).toMatchObject({ final: null });
  expect(await desk.call('changes.undo', { set: set ?? '' })).toMatchObject({ title: expect.any(String) });
  expect(await lineOf(desk, set ?? '')).toMatchObject({ final: 'It was undone.' });
});

it('asked for twice at once it is done once', async () => {
  const desk = await office.deskOf('admin');
  const { set, status } = await manyMoved(desk, 'Twice');
  const [one, two] = await Promise.all([
    desk.call('changes.undo', { set }),
    desk.call('changes.undo', { set }),
  ]);
  expect(one).toEqual(two);
  const told = desk.events.filter(({ event }) => event === 'undo');
  expect(told).toHaveLength(Math.ceil((COUNT + 1) / 500));
  await desk.inStep();
  expect(await withStatus(desk, status)).toBe(COUNT);
});
