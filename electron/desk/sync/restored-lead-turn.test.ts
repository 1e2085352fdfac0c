import { expect, it } from 'vitest';
import { newAccount } from '../testing/accounts.ts';
import { create, get } from '../testing/record-steps.ts';
import { ended, openRestorableOffice, settled } from '../testing/restorable-office.ts';
import type { TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

/** Sync rule 11: what the server has made of a record stays after a restore, be it what others would have got. */

const office = openRestorableOffice();

/** A lead that names nobody, and who has got it. */
async function lead(desk: TestDesk, name: string): Promise<{ id: string; owner: string }> {
  const id = await create(desk, 'inquiry', { Name: name, assignedTo: null });
  await desk.inStep();
  const owner = await until('somebody has it', async () => {
    const assignedTo = (await get(desk, id, 'inquiry'))?.record['assignedTo'];
    return typeof assignedTo === 'string' ? assignedTo : undefined;
  });
  return { id, owner };
}

it('a lead that went in turn to its own maker comes back to them', async () => {
  const [chief, hr] = [await office.deskOf('superadmin'), await office.deskOf('hr')];
  const second = await newAccount(office.server.url, chief, 'HR', { email: 'second@demo.test' });
  const me = String((await hr.call('session.get', {})).user?._id);
  await chief.call('leads.setTakers', { users: [me, second.id] });
  for (const desk of [chief, hr]) await desk.inStep();
  // Until it is the maker's turn.
  while ((await lead(chief, 'Before')).owner === me);
  await office.server.backUp();
  const own = await lead(hr, 'Own');
  expect(own.owner).toBe(me);

  await office.server.restore();
  await ended(chief);
  await chief.signIn('superadmin');
  // The turn that the backup knows of is another's by the time that the maker is back.
  await lead(chief, 'First after it');
  await ended(hr);
  await hr.signIn('hr');
  await settled(hr);
  const after = await until(
    'it is back',
    async () => (await get(chief, own.id, 'inquiry'))?.record['assignedTo'],
  );
  expect(after).toBe(me);
});
