import { expect, test } from 'vitest';
import { knownBy, saysWho, withoutWho } from './saying-who.ts';
import { readViewSettings } from './view-settings.ts';
import { viewWithoutPeople } from './view-without-people.ts';

/** Decision 33: who is erased is in no saved view any more, and what else the view says stays. */

const her = knownBy([
  'Zoé O’Brien',
  'Asha',
  '+91 98450-77123',
  'zoe.o(x)@mail.test',
  '12345',
  'Anne-Marie D. (Pune)',
]);

test('known are names of several words, addresses and whole numbers, however they are written', () => {
  expect(her).toEqual({
    texts: ['zoe o’brien', 'zoe.o(x)@mail.test', 'anne-marie d. (pune)'],
    numbers: ['9845077123'],
  });
  for (const written of ['ZOE  O’BRIEN of Pune', 'Zoé O’Brien', '098450 77123', 'to Zoe.O(x)@mail.test'])
    expect([written, saysWho(her, written)]).toEqual([written, true]);
  for (const written of ['Asha', 'Zoé', '98450', '12345', 'zoe.oxx@mail.test'])
    expect([written, saysWho(her, written)]).toEqual([written, false]);
});

test.each([
  'Rao, Asha',
  'Asha - Java',
  'Asha & Ravi',
  'Asha2 Rao',
  'O’ Brien',
  'Asha/ Rao',
  'R.Raman',
  'R. Raman',
])('%s is a name of several words', (name) => {
  expect(knownBy([name]).texts).toHaveLength(1);
  expect(viewWithoutPeople(knownBy([name]), { name: `Calls of ${name.toLowerCase()}` })).toEqual({
    name: 'Calls of …',
  });
});

test.each(['Asha', 'Asha 2', 'Asha2', 'Zoë!', '2 4', 'O’Brien', "D'Souza"])('%s is none', (name) => {
  expect(knownBy([name]).texts).toEqual([]);
});

test('names that nobody has take no time', () => {
  const names = Array.from({ length: 200 }, (_, at) => `${'\u3316'.repeat(99)} ${'\u2057'.repeat(100)}${at}`);
  expect(knownBy(names).texts).toEqual([]);
});

test('a name of a view loses what says who it is, and has another one where nothing is left', () => {
  expect(withoutWho(her, 'Calls of zoe o’brien, weekly')).toBe('Calls of …, weekly');
  expect(withoutWho(her, 'Call +91 (98450) 77123 and 98111 70001')).toBe('Call … and 98111 70001');
  expect(withoutWho(her, 'Zoé O’Brien')).toBe('');
  expect(withoutWho(her, 'Anne-Marie D. (Pune), call')).toBe('…, call');
  expect(viewWithoutPeople(her, { name: 'Zoe O’Brien!' })).toEqual({ name: 'View' });
});

test('of the settings the filter, the condition and the search go that say who it is, and nothing else', () => {
  const settings = {
    filters: { leadSource: 'Walk in', mobile: '9845077123' },
    conditions: [
      { field: 'city', op: 'contains', values: ['pune'] },
      { field: 'email', op: 'contains', values: ['ZOE.O(X)@mail.test'] },
    ],
    search: 'zoé o’brien',
    sort: { field: 'fullName', direction: 'asc' },
    columns: ['fullName', 'mobile'],
    ofLater: [{ deep: { text: '98450 77123' } }, 'stays'],
  };
  const changed = viewWithoutPeople(her, { name: 'Mine', settings: JSON.stringify(settings) });
  expect(JSON.parse(changed.settings ?? '')).toEqual({
    filters: { leadSource: 'Walk in' },
    conditions: [settings.conditions[0]],
    sort: settings.sort,
    columns: settings.columns,
    ofLater: ['stays'],
  });
  expect(changed).not.toHaveProperty('name');
  expect(readViewSettings(changed.settings)).toMatchObject({
    search: '',
    filters: { leadSource: 'Walk in' },
  });
});

test('what says nothing of anybody stays letter for letter, and what cannot be read goes where it does', () => {
  const settings = '{ "search" : "zoe", "filters": {"a": "98450", "b": "77123"} }';
  expect(viewWithoutPeople(her, { name: 'Zoe', settings })).toEqual({});
  expect(viewWithoutPeople(her, { settings: '{ broken' })).toEqual({});
  expect(viewWithoutPeople(her, { settings: '{ broken 9845077123' })).toEqual({ settings: '{}' });
  expect(viewWithoutPeople(her, { settings: '"zoe o’brien"' })).toEqual({ settings: '{}' });
});

test('among thousands of short texts the few that name somebody are found, and no others go', () => {
  const others = Array.from({ length: 5_000 }, (_, at) => `É${at}`);
  const values = [...others.slice(0, 2_500), 'zoe o’brien', ...others.slice(2_500), '98450 77123'];
  const left = viewWithoutPeople(her, { settings: JSON.stringify({ values, more: { search: 'pune' } }) });
  expect(JSON.parse(left.settings ?? '')).toEqual({ values: others, more: { search: 'pune' } });
});
