import { expect, it } from 'vitest';
import type { ImportResult } from '#shared/protocol/import.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { csvOf, give, judge, peopleCsv } from '../testing/import-steps.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get } from '../testing/record-steps.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Imports that are taken back: while they run, when they were stopped, and again. */

const office = openOffice();
const COUNT = 2_600;

const count = async (desk: TestDesk, search: string): Promise<number> =>
  (await desk.call('records.count', { entity: 'candidate', list: 'candidates', search })).total;

/** Gives a file of so many people, and runs it until some have come in. */
async function begin(desk: TestDesk, of: string): Promise<{ id: string; running: Promise<ImportResult> }> {
  const { id } = await give(desk, 'candidate', `${of}.csv`, peopleCsv(of, COUNT));
  await judge(desk);
  const running = desk.call('import.run', { id });
  await until('it has begun', async () => ((await desk.call('import.state', {}))?.counts?.done ?? 0) > 0);
  return { id, running };
}

const resultOf = async (desk: TestDesk): Promise<ImportResult | null | undefined> =>
  (await desk.call('import.state', {}))?.result;

it.each(['online', 'offline'])(
  'an undo ends a run, and leaves nothing of it: %s',
  async (how) => {
    const desk = await office.deskOf('hr', office.network.url);
    if (how === 'offline') {
      office.network.cut();
      await desk.state('offline');
    }
    const { id, running } = await begin(desk, how);
    // Not by the list of changes: that waits until what is sent is there, and the run may be over by then.
    await desk.call('changes.undoLast', {});
    const { added, stopped } = await running;
    expect(stopped).toBe(true);
    expect(added).toBeLessThan(COUNT);
    expect(await count(desk, how)).toBe(0);
    expect(await resultOf(desk)).toMatchObject({ isTakenBack: true, wasUndone: true });
    office.network.mend();
    await desk.inStep();
    expect(await count(await office.deskOf('admin'), how)).toBe(0);
    await expect(desk.call('import.run', { id })).rejects.toMatchObject({ code: 'conflict' });
  },
  120_000,
);

it('Ctrl+Z takes back what was done beside a run, which goes on; pressed again, it takes back the run', async () => {
  const desk = await office.deskOf('hr');
  const person = { fullName: 'Of before', mobile: '98200 12345', email: 'before@mail.test' };
  const id = await create(desk, 'candidate', { ...person, city: 'Pune' });
  const { running } = await begin(desk, 'Beside');
  await edit(desk, id, { city: 'Typed by mistake' });
  await desk.call('changes.undoLast', {});
  expect((await get(desk, id))?.record['city']).toBe('Pune');
  expect((await desk.call('import.state', {}))?.busy).toBe('running');
  expect(await running).toMatchObject({ added: COUNT, stopped: false });
  expect(await count(desk, 'Beside')).toBe(COUNT);
  await desk.call('changes.undoLast', {});
  await desk.inStep();
  expect(await count(desk, 'Beside')).toBe(0);
  expect(await get(desk, id)).not.toBeNull();
});

it('what was stopped and taken back is not gone on with: the undo would not hold for the rest', async () => {
  const desk = await office.deskOf('hr');
  const { id, running } = await begin(desk, 'Stopped');
  await desk.call('import.stop', { id });
  await running;
  await desk.call('changes.undoLast', {});
  await expect(desk.call('import.run', { id })).rejects.toMatchObject({ code: 'conflict' });
  await desk.inStep();
  expect(await count(desk, 'Stopped')).toBe(0);
});

it('the report tells how it stands after each undo and redo, and which set the next undo is of', async () => {
  const desk = await office.deskOf('hr');
  const { id } = await give(desk, 'candidate', 'again.csv', peopleCsv('Again', 600));
  await judge(desk);
  const { set, last } = await desk.call('import.run', { id });
  expect(last).toBe(set);
  for (let time = 0; time < 2; time += 1) {
    await desk.call('changes.undo', { set: (await resultOf(desk))?.last ?? '' });
    expect(await resultOf(desk)).toMatchObject({ isTakenBack: true });
    await desk.inStep();
    expect(await count(desk, 'Again')).toBe(0);
    await desk.call('changes.undo', { set: (await resultOf(desk))?.last ?? '' });
    expect(await resultOf(desk)).toMatchObject({ isTakenBack: false, wasUndone: true });
    await desk.inStep();
    expect(await count(desk, 'Again')).toBe(600);
  }
  expect(desk.events.filter(({ event }) => event === 'import').length).toBeGreaterThan(3);
});

it('an undo that the end of the desk broke off is not told as done, and is done for the rest when it is undone again', async () => {
  const [path, keychain] = [office.newFolder(), memoryKeychain()];
  const open = async (): Promise<TestDesk> => {
    const opened = await TestDesk.open(path, office.network.url, keychain);
    office.desks.push(opened);
    return opened;
  };
  const desk = await open();
  await desk.signIn('hr');
  await desk.inStep();
  const { id } = await give(desk, 'candidate', 'broken.csv', peopleCsv('Broken', COUNT));
  await judge(desk);
  const { set } = await desk.call('import.run', { id });
  await desk.inStep();
  const undoing = desk.call('changes.undo', { set: set ?? '' }).catch((error: unknown) => error);
  await until('the undo has begun', () => desk.events.some(({ event }) => event === 'undo'));
  office.desks.splice(office.desks.indexOf(desk), 1);
  await desk.close();
  expect(await undoing).toMatchObject({ code: 'unavailable' });

  const again = await open();
  await again.inStep();
  const left = await count(again, 'Broken');
  expect([left > 0, left < COUNT]).toEqual([true, true]);
  const half = { isTakenBack: false, isHalfUndone: true, wasUndone: true, last: set };
  expect(await resultOf(again)).toMatchObject(half);
  await again.call('changes.undo', { set: set ?? '' });
  expect(await resultOf(again)).toMatchObject({ isTakenBack: true, isHalfUndone: false });
  await again.inStep();
  expect(await count(again, 'Broken')).toBe(0);
});

it('an undo takes back what still waits too, where the server has refused the very first row', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const other = await office.deskOf('superadmin');
  const status = await create(other, 'leadStatus', { name: 'Gone by then' });
  await until('it is seen', async () => (await get(desk, status, 'leadStatus')) !== null);
  office.network.cut();
  await desk.state('offline');
  const row = (at: number): string[] => [
    `Erstens ${at}`,
    String(9_400_000_000 + at),
    at === 0 ? 'Gone by then' : '',
  ];
  const rows = [['Name', 'Mobile', 'Lead Status'], ...Array.from({ length: 700 }, (_, at) => row(at))];
  const { id } = await give(desk, 'inquiry', 'first.csv', csvOf(rows));
  await judge(desk);
  const { set } = await desk.call('import.run', { id });
  await other.call('records.delete', { entity: 'leadStatus', id: status });
  await other.inStep();
  // Its first part, which is refused for that row, and what was parted of it.
  office.network.mend();
  office.network.holdBackAfter(PATHS.push, 2);
  const came = async (at: TestDesk): Promise<number> =>
    (await at.call('records.count', { entity: 'inquiry', list: 'inquiries', search: 'Erstens' })).total;
  await until('some have come', async () => (await came(other)) > 0);
  expect((await desk.call('sync.status', {})).waiting).toBeGreaterThan(0);
  await desk.call('changes.undo', { set: set ?? '' });
  office.network.mend();
  await desk.inStep();
  expect(await came(desk)).toBe(0);
  // The other one is asked first whether so many may go.
  expect(await came(await office.deskOf('admin'))).toBe(0);
});

it('what had not left this computer is gone with its undo, and the report says so', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  office.network.cut();
  await desk.state('offline');
  const { id } = await give(desk, 'candidate', 'unsent.csv', peopleCsv('Unsent', 40));
  await judge(desk);
  await desk.call('import.run', { id });
  const undone = await desk.call('changes.undoLast', {});
  // A call that was broken off may have reached the server: then the undo is a change like any other.
  const last = undone?.set ?? null;
  expect(await resultOf(desk)).toMatchObject({ isTakenBack: true, wasUndone: true, last });
  expect(await count(desk, 'Unsent')).toBe(0);
});
