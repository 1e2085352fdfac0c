import { expect, it } from 'vitest';
import type { ChangesPage } from '#shared/protocol/past-calls.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON, shows } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** What people did of late: beside what the server knows, what it does not have of this computer. */

const office = openOffice();
const listed = (desk: TestDesk, before?: string): Promise<ChangesPage> =>
  desk.call('changes.list', { mine: true, ...(before === undefined ? {} : { before }) });

it('what the server refused stands above what it has, says where to look, and is on no later page', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const admin = await office.deskOf('admin');
  const id = await create(admin, 'candidate', PERSON);
  await shows(desk, id, 'fullName', PERSON.fullName);
  const kept = await create(desk, 'candidate', { ...PERSON, email: 'kept@mail.test' });
  for (let at = 0; at < 60; at += 1) await edit(desk, kept, { city: `City ${at}` });
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  await edit(desk, id, { city: 'Pune' });
  await admin.call('records.delete', { entity: 'candidate', id });
  await admin.inStep();
  office.network.mend();
  await desk.inStep();
  await until('it is gone', async () => (await get(desk, id)) === null);

  const first = await listed(desk);
  expect(first.hereOnly).toBe(false);
  expect(first.changes[0]).toMatchObject({
    title: `City of ${PERSON.fullName}`,
    state: 'refused',
    undoneBy: null,
    final: 'The server refused it: see Changes to look at.',
  });
  expect(first.changes.slice(1).every(({ state, final }) => state === 'done' && final === null)).toBe(true);
  const second = await listed(desk, first.cursor ?? '');
  expect(second.changes.length).toBeGreaterThan(5);
  expect(second.changes.filter(({ state }) => state !== 'done')).toEqual([]);
});
