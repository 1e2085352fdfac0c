import { expect, it } from 'vitest';
import type { Events } from '#shared/protocol/bridge.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, PERSON } from '../testing/record-steps.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

async function userNamed(desk: TestDesk, search: string): Promise<string> {
  const [user] = await desk.call('records.choices', { entity: 'user', search, limit: 1 });
  if (!user) throw new Error(`There is no ${search}`);
  return user._id;
}

const handled = async (desk: TestDesk, by: string): Promise<number> =>
  (await desk.call('records.count', { entity: 'candidate', list: 'candidates', filter: { map: by } })).total;
const assigned = async (desk: TestDesk, to: string): Promise<number> =>
  (await desk.call('records.count', { entity: 'inquiry', list: 'inquiries', filter: { assignedTo: to } }))
    .total;

it('all of one person goes to another, offline, in one change set, and comes back by an Undo but for what changed since', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const from = await userNamed(desk, 'Pooja Kulkarni');
  const to = await userNamed(desk, 'Farah Qureshi');
  const before = {
    candidates: [await handled(desk, from), await handled(desk, to)] as const,
    inquiries: [await assigned(desk, from), await assigned(desk, to)] as const,
  };
  expect(before.candidates[0] + before.inquiries[0]).toBeGreaterThan(100);
  const { rows } = await desk.call('records.list', {
    entity: 'inquiry',
    list: 'inquiries',
    filter: { assignedTo: from },
    offset: 0,
    limit: 1,
  });
  office.network.cut();
  await desk.state('offline');
  const { handed, set } = await desk.call('records.handOver', {
    id: 'h1',
    to,
    of: { from, entities: ['candidate', 'inquiry'] },
  });
  expect(handed).toEqual({ candidate: before.candidates[0], inquiry: before.inquiries[0] });
  expect([await handled(desk, from), await assigned(desk, from)]).toEqual([0, 0]);
  const total = handed.candidate + handed.inquiry;
  const told = desk.events.flatMap(({ event, data }) => (event === 'move' ? [data as Events['move']] : []));
  expect(told.at(-1)).toEqual({ id: 'h1', done: total, total });

  office.network.mend();
  await desk.inStep();
  await until('the other desk has it', async () => (await handled(other, from)) === 0);
  await until('and the inquiries', async () => (await assigned(other, from)) === 0);
  expect(await handled(other, to)).toBe(before.candidates[0] + before.candidates[1]);
  expect((await desk.call('sync.status', {})).attention).toBe(0);

  // Somebody gives one of them on; then the person that all of it was of leaves: an Undo gives back the rest all the same.
  await edit(other, rows[0]?._id ?? '', { assignedTo: null }, 'inquiry');
  await other.inStep();
  await edit(other, from, { isActive: false }, 'user');
  await other.inStep();
  await desk.call('changes.undo', { set: set ?? '' });
  await desk.inStep();
  await until('it is back there', async () => (await handled(other, from)) === before.candidates[0]);
  await until('but for one', async () => (await assigned(other, from)) === before.inquiries[0] - 1);
  expect(await handled(other, to)).toBe(before.candidates[1]);
  await edit(other, from, { isActive: true }, 'user');
  await other.inStep();
});

it('more than a push takes goes in parts of one set', async () => {
  const desk = await office.deskOf('admin');
  const me = await userNamed(desk, 'Kavita Menon');
  const to = await userNamed(desk, 'Lakshmi Govindan');
  const records: { entity: 'inquiry'; id: string }[] = [];
  for (let at = 0; at < 520; at += 1)
    records.push({ entity: 'inquiry', id: await create(desk, 'inquiry', { Name: `Many ${at}` }) });
  await desk.inStep();
  expect(await assigned(desk, me)).toBe(520);
  const { handed, set } = await desk.call('records.handOver', { id: 'h2', to, of: { records } });
  expect(handed).toEqual({ candidate: 0, inquiry: 520 });
  await desk.inStep();
  const { changes } = await desk.call('changes.list', { mine: true });
  expect(changes.find((change) => change.id === set)).toMatchObject({
    title: 'Handed over 520 inquiries to Lakshmi Govindan',
    changes: 520,
  });
});

it('is for Admins, to somebody who may have leads, and nothing but a hand-over says whose a candidate is', async () => {
  const hr = await office.deskOf('hr');
  const admin = await office.deskOf('admin');
  const id = await create(hr, 'candidate', { ...PERSON, email: 'whose@mail.test' });
  await hr.inStep();
  const to = await userNamed(hr, 'Farah Qureshi');
  const employee = await userNamed(hr, 'Nikhil Joshi');
  const own = (await hr.call('session.get', {})).user?._id;
  const of = { records: [{ entity: 'candidate' as const, id }] };
  await expect(hr.call('records.handOver', { id: 'h3', to, of })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(admin.call('records.handOver', { id: 'h4', to: employee, of })).rejects.toThrow(
    'Nikhil Joshi is not HR, Admin or Super Admin. Choose somebody who is',
  );
  await edit(hr, id, { map: to, city: 'Pune' });
  await hr.inStep();
  expect((await get(hr, id))?.record).toMatchObject({ map: own, city: 'Pune' });
  await until('it is there', async () => (await get(admin, id)) !== null);
  expect(await admin.call('records.handOver', { id: 'h5', to, of })).toMatchObject({
    handed: { candidate: 1, inquiry: 0 },
  });
  await admin.inStep();
  await until('it is hers', async () => (await get(hr, id))?.record['map'] === to);
  expect(await admin.call('records.handOver', { id: 'h6', to, of })).toMatchObject({ set: null });
});
