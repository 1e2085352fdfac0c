import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { create, get, PERSON } from '../testing/record-steps.ts';
import { give, judge, peopleCsv } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { WeakNetwork } from '../testing/weak-network.ts';
import { until } from '../testing/until.ts';

/** Discarded in the tray while it goes on, a change of many ends, and nothing of it stays (sync rule 3). */

const office = openOffice();
const MANY = 1_300;
/** More than one part. */
const BEGUN = 500;

/** What waits there has certainly not left once nobody listens any more: whatever may have, is not discarded. */
async function deskThatLeaves(): Promise<{ desk: TestDesk; leave: () => Promise<true> }> {
  const network = await WeakNetwork.before(office.server.url);
  const desk = await office.deskOf('hr', network.url);
  const leave = async (): Promise<true> => {
    await network.close();
    return desk.state('offline');
  };
  return { desk, leave };
}

/** Discards what the tray shows first; pressed again where just then it was tried to be sent. */
async function discardFirst(desk: TestDesk): Promise<void> {
  await until('it is discarded', async () => {
    const [entry] = await desk.call('sync.tray', {});
    try {
      await desk.call('sync.discard', { id: entry?.id ?? '' });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'conflict' });
      return false;
    }
  });
}

it('a change of many that is discarded while it goes on ends, and none of it stays', async () => {
  const { desk, leave } = await deskThatLeaves();
  const ids: string[] = [];
  for (let at = 0; at < MANY; at += 1)
    ids.push(await create(desk, 'candidate', { ...PERSON, fullName: `Discarded ${at}` }));
  await desk.inStep();
  await leave();
  const running = desk.call('records.setMany', {
    id: newId(),
    query: { entity: 'candidate', list: 'candidates' },
    picked: { ids },
    changes: { city: 'Nashik' },
  });
  await until('a part of it is kept', async () => (await desk.call('sync.status', {})).waiting >= BEGUN);
  await discardFirst(desk);
  await running;
  const cities = new Set<unknown>();
  for (const id of ids) cities.add((await get(desk, id))?.record['city']);
  expect([...cities]).not.toContain('Nashik');
  expect((await desk.call('sync.status', {})).waiting).toBe(0);
});

it('so does an import, and its report says that it was stopped', async () => {
  const { desk, leave } = await deskThatLeaves();
  await leave();
  await give(desk, 'candidate', 'people.csv', peopleCsv('Importdiscard', MANY));
  const { id } = await judge(desk);
  const running = desk.call('import.run', { id });
  await until('a part of it is kept', async () => (await desk.call('sync.status', {})).waiting >= BEGUN);
  await discardFirst(desk);
  const { stopped } = await running;
  expect(stopped).toBe(true);
  const { total } = await desk.call('records.count', {
    entity: 'candidate',
    list: 'candidates',
    search: 'Importdiscard',
  });
  expect([total, (await desk.call('sync.status', {})).waiting]).toEqual([0, 0]);
});
