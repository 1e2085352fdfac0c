import { expect, it } from 'vitest';
import type { Events } from '#shared/protocol/bridge.ts';
import { openOffice } from '../testing/office.ts';
import { create, edit, get, shows } from '../testing/record-steps.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

const MANY = 250;

async function withMany(desk: TestDesk, status: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < MANY; at += 1) {
    ids.push(await create(desk, 'inquiry', { Name: `Lead ${at}`, leadStatus: status }));
  }
  return ids;
}

const having = async (desk: TestDesk, status: string): Promise<number> => {
  const query = { entity: 'inquiry', list: 'inquiries', filter: { leadStatus: status } } as const;
  return (await desk.call('records.count', query)).total;
};

it('moves the inquiries and deletes the lead status while there is no network, and the others hear of it', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  const other = await office.deskOf('superadmin');
  const hot = await create(desk, 'leadStatus', { name: 'Hot once' });
  const cold = await create(desk, 'leadStatus', { name: 'Cold once' });
  const ids = await withMany(desk, hot);
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');

  await expect(desk.call('records.delete', { entity: 'leadStatus', id: hot })).rejects.toThrow(
    `${MANY} inquiries have the lead status "Hot once". Give them another one first.`,
  );
  const result = await desk.call('leadStatuses.replace', { id: 'm1', status: hot, by: cold });
  expect(result).toEqual({ moved: MANY, set: expect.any(String) });
  expect([await having(desk, hot), await having(desk, cold)]).toEqual([0, MANY]);
  expect(await get(desk, hot, 'leadStatus')).toBeNull();
  const told = desk.events.flatMap(({ event, data }) => (event === 'move' ? [data as Events['move']] : []));
  expect(told.map(({ done, total }) => [done, total])).toEqual([
    [100, MANY],
    [200, MANY],
    [MANY, MANY],
  ]);

  office.network.mend();
  await desk.inStep();
  await until('the other desk has it', async () => (await having(other, cold)) === MANY);
  await until('it is gone there', async () => (await get(other, hot, 'leadStatus')) === null);
  expect((await desk.call('sync.status', {})).attention).toBe(0);

  // Taken back: but for what somebody has given another one since.
  const [first = ''] = ids;
  await edit(other, first, { leadStatus: null }, 'inquiry');
  await shows(desk, first, 'leadStatus', null, 'inquiry');
  const { set } = result;
  await desk.call('changes.undo', { set });
  expect([await having(desk, hot), await having(desk, cold)]).toEqual([MANY - 1, 0]);
  await desk.inStep();
  await until('it is back there', async () => (await having(other, hot)) === MANY - 1);
  expect(desk.events.filter(({ event }) => event === 'undone')).toMatchObject([
    { data: { left: [{ field: 'Lead Status', reason: expect.stringMatching(/ changed it since\.$/) }] } },
  ]);
});

it('keeps what was moved before an interruption, and goes on with the rest', async () => {
  const folder = office.newFolder();
  const desk = await TestDesk.open(folder, office.server.url);
  office.desks.push(desk);
  await desk.signIn('admin');
  await desk.inStep();
  const warm = await create(desk, 'leadStatus', { name: 'Warm once' });
  await withMany(desk, warm);
  await desk.inStep();
  const interrupted = new Promise<void>((resolve) => {
    const stop = desk.desk.subscribe((event) => {
      if (event !== 'move') return;
      stop();
      void desk.call('session.signOut', { evenIfWaiting: true }).then(() => resolve());
    });
  });
  await expect(desk.call('leadStatuses.replace', { id: 'm2', status: warm, by: null })).rejects.toThrow(
    'What was moved is kept',
  );
  await interrupted;
  await desk.signIn('admin');
  await desk.inStep();
  const left = await having(desk, warm);
  expect(left).toBeLessThan(MANY);
  expect(await get(desk, warm, 'leadStatus')).not.toBeNull();
  expect(await desk.call('leadStatuses.replace', { id: 'm3', status: warm, by: null })).toMatchObject({
    moved: left,
  });
  await desk.inStep();
  expect(await get(desk, warm, 'leadStatus')).toBeNull();
});

it('is refused to who may not, and where the other one is not there', async () => {
  const admin = await office.deskOf('admin');
  const status = await create(admin, 'leadStatus', { name: 'Rare once' });
  const replace = (desk: TestDesk, by: string | null): Promise<unknown> =>
    desk.call('leadStatuses.replace', { id: 'm4', status, by });
  await expect(replace(admin, status)).rejects.toMatchObject({ code: 'not-found' });
  await expect(replace(admin, 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
  await admin.inStep();
  const hr = await office.deskOf('hr');
  await create(hr, 'inquiry', { Name: 'One lead', leadStatus: status });
  await expect(replace(hr, null)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await having(hr, status)).toBe(1);
});
