import { expect, it } from 'vitest';
import { MOST_MESSAGED } from '#shared/protocol/messages.ts';
import { openOffice } from '../testing/office.ts';
import { create } from '../testing/record-steps.ts';

const office = openOffice();

it('selected people come in the order of the list, with who cannot be reached, offline and up to a hundred', async () => {
  const desk = await office.deskOf('hr', office.network.url);
  const people = [
    ['Zara', '98200 33001', null],
    ['Amit', '12345', null],
    ['Mohan', '12345', '98200 33003'],
  ] as const;
  const ids: string[] = [];
  for (const [name, mobile, whatsapp] of people) {
    const person = {
      fullName: `Ordered ${name}`,
      mobile,
      whatsapp,
      email: `${name}@example.com`.toLowerCase(),
    };
    ids.push(await create(desk, 'candidate', person));
  }
  await desk.inStep();
  office.network.cut();
  await desk.state('offline');
  const query = { entity: 'candidate', list: 'candidates', search: 'Ordered' } as const;
  const sort = { field: 'fullName', direction: 'asc' } as const;
  const namesOf = (found: { name: string; reached: boolean }[]): string[] =>
    found.map(({ name, reached }) => `${name}${reached ? '' : ' not'}`);

  const all = await desk.call('messages.people', {
    query: { ...query, sort },
    picked: {},
    channel: 'WhatsApp',
  });
  expect(namesOf(all)).toEqual(['Ordered Amit not', 'Ordered Mohan', 'Ordered Zara']);
  const picked = { ids: [ids[0] ?? '', ids[1] ?? '', 'gone'] };
  const some = await desk.call('messages.people', { query, picked, channel: 'Email' });
  expect(namesOf(some)).toEqual(['Ordered Amit', 'Ordered Zara']);

  const everybody = { query: { entity: 'candidate', list: 'candidates' }, picked: {} } as const;
  const { total } = await desk.call('records.selected', everybody);
  expect(total).toBeGreaterThan(MOST_MESSAGED);
  await expect(desk.call('messages.people', { ...everybody, channel: 'Email' })).rejects.toMatchObject({
    code: 'bad-request',
    message: expect.stringContaining('messages go to at most 100 in one go'),
  });
});
