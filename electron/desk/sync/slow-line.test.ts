import { expect, it } from 'vitest';
import { csvOf, give, judge } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create, PERSON } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

/** A line over which only little comes through before it is cut, as a mobile one in a train. */

const office = openOffice();

it('a first sync, and what is fetched after it, come to their end in smaller pages', async () => {
  office.network.limitAnswers(100_000);
  const desk = await office.deskOf('admin', office.network.url);
  await until('all is here', async () => {
    await desk.call('sync.now', {});
    return (await desk.call('sync.status', {})).syncedAt !== null;
  });
  expect(office.network.cutAnswers).toBeGreaterThan(0);
  office.network.cut();
  const other = await office.deskOf('hr');
  const notes = 'x'.repeat(9_000);
  for (let at = 0; at < 40; at += 1)
    await create(other, 'candidate', { ...PERSON, fullName: `Long ${at}`, notes });
  await other.inStep();
  office.network.mend();
  const count = async (): Promise<number> =>
    (await desk.call('records.count', { entity: 'candidate', list: 'candidates', search: 'long' })).total;
  await until('they are here', async () => {
    await desk.call('sync.now', {});
    return (await count()) >= 40;
  });
  // Each page that was cut is asked for again with half as many rows, and no more often.
  expect(office.network.cutAnswers).toBeLessThan(30);
}, 120_000);

it('an import of long rows is sent, though a part of it is never divided', async () => {
  const desk = await office.deskOf('superadmin', office.network.url);
  const rows = Array.from({ length: 300 }, (_, at) => [
    `Wordy ${at}`,
    String(9_200_000_000 + at),
    `wordy${at}@people.test`,
    'नोट '.repeat(400),
  ]);
  const { id } = await give(
    desk,
    'candidate',
    'wordy.csv',
    csvOf([['Name', 'Mobile', 'Email', 'Notes'], ...rows]),
  );
  await judge(desk);
  office.network.limitBodies(700_000, true);
  expect(await desk.call('import.run', { id })).toMatchObject({ added: 300 });
  await until('it is sent', async () => {
    await desk.call('sync.now', {});
    return (await desk.call('sync.status', {})).waiting === 0;
  });
  expect(await desk.call('sync.tray', {})).toEqual([]);
}, 120_000);
