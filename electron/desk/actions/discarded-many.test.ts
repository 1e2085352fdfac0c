import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { create, get, PERSON } from '../testing/record-steps.ts';
import { openOffice } from '../testing/office.ts';
import { until } from '../testing/until.ts';

/** Discarded in the tray while it goes on, a change of many ends, and nothing of it stays (sync rule 3). */

const office = openOffice();
const MANY = 1_300;
/** More than one part. */
const BEGUN = 500;

it('a change of many that is discarded while it goes on ends, and none of it stays', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const ids: string[] = [];
  for (let at = 0; at < MANY; at += 1)
    ids.push(await create(desk, 'candidate', { ...PERSON, fullName: `Discarded ${at}` }));
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const running = desk.call('records.setMany', {
    id: newId(),
    query: { entity: 'candidate', list: 'candidates' },
    picked: { ids },
    changes: { city: 'Nashik' },
  });
  await until('a part of it is kept', async () => (await desk.call('sync.status', {})).waiting >= BEGUN);
  const [entry] = await desk.call('sync.tray', {});
  await desk.call('sync.discard', { id: entry?.id ?? '' });
  await running;
  const cities = new Set<unknown>();
  for (const id of ids) cities.add((await get(desk, id))?.record['city']);
  expect([...cities]).not.toContain('Nashik');
  expect((await desk.call('sync.status', {})).waiting).toBe(0);
});
