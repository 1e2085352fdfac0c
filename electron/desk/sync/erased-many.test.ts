import { expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { until } from '../testing/until.ts';

/** Sync rules 6 and 13: who is erased is not the user's to keep. */

const office = openOffice();

it('more than half of all inquiries, erased while a computer was off, go without a question', async () => {
  const superAdmin = await office.deskOf('superadmin');
  const desk = await office.deskOf('hr', office.network.url);
  const inquiries = { entity: 'inquiry', list: 'inquiries', offset: 0, limit: 500 } as const;
  const { rows } = await superAdmin.call('records.list', inquiries);
  const gone = rows.slice(0, 150);
  expect(gone.length).toBeGreaterThan(rows.length / 2);
  office.network.cut();
  for (const { _id: id } of gone) {
    const name = String((await superAdmin.call('records.get', { entity: 'inquiry', id }))?.record['Name']);
    await superAdmin.call('persons.erase', { entity: 'inquiry', id, name, reason: 'Asked to be forgotten' });
  }
  office.network.mend();
  await desk.call('sync.now', {});
  await until(
    'gone',
    async () => (await desk.call('records.list', inquiries)).total === rows.length - gone.length,
  );
  await desk.inStep();
  expect(desk.events.flatMap(({ data }) => ('state' in data ? data.state : []))).not.toContain('halted');
});
