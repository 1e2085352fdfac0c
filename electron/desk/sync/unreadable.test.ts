import { expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { newSet } from '../records/new-set.ts';
import { closableDesk, write } from '../testing/closable-desk.ts';
import { openOffice } from '../testing/office.ts';
import { get, PERSON, shows } from '../testing/record-steps.ts';
import { until } from '../testing/until.ts';

const office = openOffice();

/** The server takes bodies of so many levels apart no further: to it the whole push is none. */
const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);

it('goes to the tray with the rest of its set, and what is before and behind it is sent', async () => {
  const { desk, outbox, again } = await closableDesk(office, 'superadmin');
  await desk.close();
  const [before, unreadable, mate, behind] = [newId(), newId(), newId(), newId()];
  const person = (recordId: string): Parameters<typeof write>[2][number] => ({
    kind: 'create',
    recordId,
    changes: { ...PERSON, email: `${recordId}@mail.test` },
  });
  write(outbox(), newSet('Before'), [person(before)]);
  // As a field of a former version may be; of those of the present one the desk judges each.
  const deep = { ...person(unreadable).changes, formerField: nested(60) };
  const [, wrong = ''] = write(outbox(), newSet('Two'), [
    person(mate),
    { ...person(unreadable), changes: deep },
  ]);
  write(outbox(), newSet('Behind'), [person(behind)]);

  const opened = await again();
  await until('everything was answered', async () => {
    await opened.call('sync.now', {}).catch(() => undefined);
    return (await opened.call('sync.status', {})).waiting === 0;
  });
  const other = await office.deskOf('hr');
  await shows(other, before, 'fullName', PERSON.fullName);
  await shows(other, behind, 'fullName', PERSON.fullName);
  expect(await get(other, mate)).toBe(null);
  expect(wrong).not.toBe('');
  expect(await opened.call('sync.tray', {})).toMatchObject([
    {
      kind: 'refused',
      message: 'The request has too many levels. Send plain values.',
      set: { title: 'Two' },
    },
  ]);
});
