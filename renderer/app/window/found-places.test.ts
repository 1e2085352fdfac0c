import { expect, test } from 'vitest';
import { MOST_PLACES, placesIn } from './found-places.ts';

test('what is looked for is found whatever its capital letters', () => {
  expect(placesIn('Pune, pune and PUNE', 'pune')).toEqual([
    { at: 0, length: 4 },
    { at: 6, length: 4 },
    { at: 15, length: 4 },
  ]);
});

test('words may be parted by a line', () => {
  expect(placesIn('Asha\n  Verma', ' asha verma ')).toEqual([{ at: 0, length: 12 }]);
});

test.each(['a.b', 'C++ (2024)', '[x]-/y', '^$'])('%s is taken literally', (text) => {
  expect(placesIn(`before ${text} after`, text)).toEqual([{ at: 7, length: text.length }]);
});

test('nothing is found for nothing, and never without end', () => {
  expect(placesIn('text', '  ')).toEqual([]);
  expect(placesIn('a'.repeat(5_000), 'a')).toHaveLength(MOST_PLACES);
});
