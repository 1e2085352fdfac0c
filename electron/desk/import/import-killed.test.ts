import { expect, it } from 'vitest';
import { csvOf, give, judge, quiet } from '../testing/import-steps.ts';
import { DeskProcess, NoAnswer } from '../testing/desk-process.ts';
import { openOffice } from '../testing/office.ts';
import { portableKeychain } from '../testing/portable-keychain.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Imports that end in the midst of it: by a power cut, by their user, by a sign-out. */

const office = openOffice();
const COUNT = 2_600;
/** @param of their name; by its length their numbers differ */
const rowsOf = (of: string, count = COUNT): string[][] => [
  ['Name', 'Mobile', 'Email'],
  ...Array.from({ length: count }, (_, at) => [
    `${of} ${at}`,
    `${9_000_000_000 + of.length * 100_000 + at}`,
    `${of}${at}@mail.test`,
  ]),
];
const called = (search: string) => ({ entity: 'candidate', list: 'candidates', search }) as const;

it('a desk that is killed again and again makes each record once', async () => {
  const folder = office.newFolder();
  const open = async (): Promise<DeskProcess> => DeskProcess.open(folder, office.server.url);
  let desk = await open();
  try {
    await desk.signIn('hr');
    await until('all is here', async () => (await desk.call('sync.status', {})).syncedAt !== null);
    const { id } = await give(desk, 'candidate', 'killed.csv', csvOf(rowsOf('Killed')));
    // What is said of the columns is kept before it is finished.
    const said = {
      fields: ['fullName', null, null],
      fixed: { fee: { text: 'ab', problem: '?' } },
      meanings: {},
    };
    await desk.call('import.say', { id, said });
    await desk.kill();
    desk = await open();
    expect(await quiet(desk)).toMatchObject({ step: 'columns', counts: null, said });
    await desk.call('import.columns', {
      id,
      fields: ['fullName', 'mobile', 'email'],
      fixed: {},
      meanings: {},
    });
    await desk.kill();
    // Judging goes on by itself.
    desk = await open();
    expect(await quiet(desk)).toMatchObject({ counts: { new: COUNT }, said: null });
    const running = desk.call('import.run', { id }).catch((error: unknown) => error);
    const done = async (): Promise<number> => (await desk.call('import.state', {}))?.counts?.done ?? 0;
    let last = 0;
    for (let kill = 0; kill < 3; kill += 1) {
      await until('some are made', async () => (await done()) > last);
      last = await done();
      await desk.kill();
      desk = await open();
    }
    expect(await running).toBeInstanceOf(NoAnswer);
    const state = await quiet(desk);
    expect(state).toMatchObject({
      step: 'report',
      result: { added: COUNT, changed: 0, skipped: 0, leftOut: 0, stopped: false },
    });
    await desk.close();
    const again = await TestDesk.open(folder, office.server.url, portableKeychain);
    office.desks.push(again);
    await again.inStep();
    expect((await again.call('records.count', called('Killed'))).total).toBe(COUNT);
    expect((await again.call('sync.status', {})).attention).toBe(0);
    const other = await office.deskOf('admin');
    expect((await other.call('records.count', called('Killed'))).total).toBe(COUNT);
    const sets = (await again.call('changes.list', {})).changes.filter(
      ({ title }) => title === 'Import of killed.csv',
    );
    expect(sets).toHaveLength(1);
  } finally {
    await desk.kill();
  }
}, 180_000);

it('is stopped between two parts, and goes on where it stood', async () => {
  const desk = await office.deskOf('hr');
  const { id } = await give(desk, 'candidate', 'stopped.csv', csvOf(rowsOf('Stopped')));
  await judge(desk);
  const running = desk.call('import.run', { id });
  await until('it has begun', async () => ((await desk.call('import.state', {}))?.counts?.done ?? 0) > 0);
  await desk.call('import.stop', { id });
  const stopped = await running;
  expect(stopped.stopped).toBe(true);
  expect(stopped.added).toBeGreaterThan(0);
  expect(stopped.added).toBeLessThan(COUNT);
  expect((await desk.call('records.count', called('Stopped'))).total).toBe(stopped.added);
  expect(await desk.call('import.run', { id })).toMatchObject({
    added: COUNT,
    stopped: false,
    set: stopped.set,
  });
  await desk.inStep();
  expect((await desk.call('records.count', called('Stopped'))).total).toBe(COUNT);
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  expect((await desk.call('records.count', called('Stopped'))).total).toBe(0);
}, 120_000);

it('goes on with the next session of its user', async () => {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url);
  office.desks.push(desk);
  await desk.signIn('hr');
  await desk.inStep();
  const { id } = await give(desk, 'candidate', 'left.csv', csvOf(rowsOf('Left', 1_200)));
  await judge(desk);
  const running = desk.call('import.run', { id }).catch((error: unknown) => error);
  await until('it has begun', async () => ((await desk.call('import.state', {}))?.counts?.done ?? 0) > 0);
  await desk.call('session.signOut', { evenIfWaiting: true });
  expect(await running).toMatchObject({ code: 'unavailable' });
  await desk.signIn('hr');
  expect(await quiet(desk)).toMatchObject({ step: 'report', result: { added: 1_200 } });
  await desk.inStep();
  expect((await desk.call('records.count', called('Left'))).total).toBe(1_200);
}, 120_000);
