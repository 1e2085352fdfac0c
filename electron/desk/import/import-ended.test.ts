import { expect, it } from 'vitest';
import { give, judge, peopleCsv } from '../testing/import-steps.ts';
import { ended, openRestorableOffice, settled, toldBeside } from '../testing/restorable-office.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** An import whose session is ended by somebody else: its rows go with the copy, and its user is told. */

const office = openRestorableOffice();
const COUNT = 2_600;

const count = async (desk: TestDesk): Promise<number> =>
  (await desk.call('records.count', { entity: 'candidate', list: 'candidates', search: 'Restored' })).total;

it('by a server that was restored: what came in stays, the rest is told, and comes in with the file again', async () => {
  const desk = await office.deskOf('hr');
  await office.server.backUp();
  const file = peopleCsv('Restored', COUNT);
  const { id } = await give(desk, 'candidate', 'restored.csv', file);
  await judge(desk);
  const running = desk.call('import.run', { id });
  await until('it has begun', async () => ((await desk.call('import.state', {}))?.counts?.done ?? 0) > 0);
  await desk.call('import.stop', { id });
  const { added } = await running;
  expect(added).toBeLessThan(COUNT);
  await office.server.restore();
  await ended(desk);
  await desk.signIn('hr');
  await settled(desk);
  expect(await desk.call('import.state', {})).toBeNull();
  expect(await toldBeside(desk)).toEqual([
    `The import of restored.csv ended with your session: ${added.toLocaleString('en-IN')} of its 2,600 rows were saved here. What the server takes of them stays; what it refuses is in Changes to look at, so look there first. Then import the file again for the rest; who is here already is recognised.`,
  ]);
  expect(await count(desk)).toBe(added);
  const again = await give(desk, 'candidate', 'restored.csv', file);
  await judge(desk);
  const rest = await desk.call('import.run', { id: again.id });
  expect(rest).toMatchObject({ added: COUNT - added, skipped: added });
  await desk.inStep();
  expect(await count(desk)).toBe(COUNT);
}, 120_000);

it('before anything came in; one that is over is not told of', async () => {
  const [early, whole] = [await office.deskOf('hr'), await office.deskOf('superadmin')];
  await office.server.backUp();
  await give(early, 'candidate', 'early.csv', peopleCsv('Early', 5));
  const { id } = await give(whole, 'candidate', 'whole.csv', peopleCsv('Whole', 5));
  await judge(whole);
  await whole.call('import.run', { id });
  await whole.inStep();
  await office.server.restore();
  const toldAgain = async (desk: TestDesk, name: string): Promise<string[]> => {
    await ended(desk);
    await desk.signIn(name);
    return (await desk.call('sync.status', {})).notices.map(({ message }) => message);
  };
  expect(await toldAgain(early, 'hr')).toEqual([
    'The import of early.csv ended with your session before anything of it came in. Import the file again.',
  ]);
  expect(await toldAgain(whole, 'superadmin')).toEqual([]);
}, 120_000);
