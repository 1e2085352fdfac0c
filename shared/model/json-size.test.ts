import { expect, test } from 'vitest';
import { isTooDeep, jsonExcess } from './json-size.ts';

/** Whether a text that may have so many levels has more. */
const isDeeper = (text: string, levels: number): boolean =>
  jsonExcess(new TextEncoder().encode(text), { levels, values: Infinity }) === 'levels';

test.each([
  ['"a"', 0],
  ['{}', 1],
  ['[[1],[2,[3]]]', 3],
  ['{"a":{"b":[{}]},"c":[]}', 4],
  ['{"a":"[[[[ \\" [[["}', 1],
  ['{"\\\\":[1]}', 2],
])('%s has %i levels', (json, levels) => {
  expect([isDeeper(json, levels), isDeeper(json, levels - 1)]).toEqual([false, true]);
  expect(isTooDeep(json)).toBe(false);
});

test('a hundred thousand are counted as well', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect([isDeeper(deep, 100_000), isDeeper(deep, 99_999)]).toEqual([false, true]);
  expect(isTooDeep(deep)).toBe(true);
});
