import { expect, it } from 'vitest';
import { PATHS, PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { openOffice } from '../testing/office.ts';
import { create, PERSON } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

/** What the status says while much is sent after a time without the server. */

const office = openOffice();

it('it is not offline any more as soon as the server has answered, however much is still to be sent', async () => {
  const desk = await office.deskOf('admin', office.network.url);
  office.network.cut();
  await desk.state('offline');
  for (let at = 0; at <= PUSH_LIMIT; at += 1)
    await create(desk, 'candidate', { ...PERSON, fullName: `Waits ${at}` });
  const { calls } = office.network;
  const before = calls.length;
  office.network.mend();
  office.network.holdBackAfter(PATHS.push, 1);
  void desk.call('sync.now', {});
  await until('the second push is under way', () =>
    Promise.resolve(calls.slice(before).filter((path) => path === PATHS.push).length === 2),
  );
  expect(await desk.call('sync.status', {})).toMatchObject({ state: 'syncing', problem: null });
  office.network.mend();
  await desk.inStep();
}, 120_000);
