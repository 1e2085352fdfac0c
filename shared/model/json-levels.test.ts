import { expect, test } from 'vitest';
import { levelsOf } from './json-levels.ts';

test.each([
  ['"a"', 0],
  ['{}', 1],
  ['[[1],[2,[3]]]', 3],
  ['{"a":{"b":[{}]},"c":[]}', 4],
  ['{"a":"[[[[ \\" [[["}', 1],
  ['{"\\\\":[1]}', 2],
])('%s has %i levels', (json, levels) => {
  expect(levelsOf(json)).toBe(levels);
});

test('a hundred thousand are counted as well', () => {
  expect(levelsOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(100_000);
});
