import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { newSet } from '../records/new-set.ts';
import { closableDesk, write } from '../testing/closable-desk.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

const FAILED_AT = 'The server fails at this change again and again, though it takes others.';

async function answered(desk: TestDesk, waiting = 0): Promise<void> {
  await until('as many wait', async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    return (await desk.call('sync.status', {})).waiting === waiting;
  });
}

it('what the server fails at goes to the tray with what depends on it, and all else is sent; tried again it arrives', async () => {
  const { desk, outbox, again } = await closableDesk(office, 'superadmin');
  await desk.close();
  const people = Array.from({ length: 40 }, () => newId());
  const [, , wrong = '', ...others] = people;
  for (const id of people) {
    const changes = { ...PERSON, email: `${id}@mail.test` };
    write(outbox(), newSet('Added'), [{ kind: 'create', recordId: id, changes }]);
  }
  write(outbox(), newSet('Edited'), [{ kind: 'update', recordId: wrong, changes: { city: 'Nashik' } }]);
  const [behind = ''] = others;
  write(outbox(), newSet('Edited'), [{ kind: 'update', recordId: behind, changes: { city: 'Pune' } }]);

  office.network.failCallsWith(PATHS.push, `${wrong}@mail.test`);
  const opened = await again();
  await answered(opened);
  const other = await office.deskOf('hr');
  for (const id of people) if (id !== wrong) await shows(other, id, 'fullName', PERSON.fullName);
  await shows(other, behind, 'city', 'Pune');
  expect(await get(other, wrong)).toBe(null);
  const tray = await opened.call('sync.tray', {});
  expect(tray.map(({ kind, recordId }) => [kind, recordId])).toEqual([
    ['refused', wrong],
    ['refused', wrong],
  ]);
  expect(tray.map(({ message }) => message)).toContainEqual(expect.stringContaining(FAILED_AT));

  office.network.mend();
  await opened.call('sync.retryAll', {});
  await answered(opened);
  await shows(other, wrong, 'city', 'Nashik');
  expect(await opened.call('sync.tray', {})).toEqual([]);
});

it('where the server fails at everything, nothing is refused', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  await desk.inStep();
  office.network.failCalls(PATHS.push);
  const id = await create(desk, 'candidate', PERSON);
  await edit(desk, await create(desk, 'candidate', { ...PERSON, email: 'other@mail.test' }), {
    city: 'Pune',
  });
  const pushes = (): number => office.network.calls.filter((path) => path === PATHS.push).length;
  const before = pushes();
  await until('it was tried often', async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    return pushes() > before + 12;
  });
  expect((await desk.call('sync.tray', {})).map(({ kind }) => kind)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ]);
  office.network.mend();
  await desk.inStep();
  await shows(await office.deskOf('superadmin'), id, 'fullName', PERSON.fullName);
});

it('one alone waits: whether the server would take another is not known', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  await desk.inStep();
  office.network.failCallsWith(PATHS.push, 'alone@mail.test');
  const id = await create(desk, 'candidate', { ...PERSON, email: 'alone@mail.test' });
  await edit(desk, id, { city: 'Thane' });
  const before = office.network.calls.length;
  await until('it was tried often', async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    return office.network.calls.slice(before).filter((path) => path === PATHS.push).length > 8;
  });
  expect((await desk.call('sync.tray', {})).map(({ kind }) => kind)).toEqual(['waiting', 'waiting']);
  await create(desk, 'candidate', { ...PERSON, email: 'next@mail.test' });
  await answered(desk);
  expect((await desk.call('sync.tray', {})).map(({ kind }) => kind)).toEqual(['refused', 'refused']);
});

it('where the server takes no more of this user for now, what others do is heard all the same', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  await desk.inStep();
  office.network.refuseMore(PATHS.push);
  const waiting = await create(desk, 'candidate', PERSON);
  await until('it is refused for now', async () => {
    const { problem } = await desk.call('sync.status', {});
    return problem === 'So much was saved. Wait an hour.';
  });
  const other = await office.deskOf('superadmin');
  for (const city of ['Pune', 'Nashik']) {
    const id = await create(other, 'candidate', { ...PERSON, email: `${city}@mail.test`, city });
    await shows(desk, id, 'city', city);
  }
  expect((await desk.call('sync.status', {})).waiting).toBe(1);
  office.network.mend();
  await desk.call('sync.now', {});
  await shows(other, waiting, 'fullName', PERSON.fullName);
});
