import { expect, test } from 'vitest';
import { joinCommas, splitCommas } from './comma-list.ts';

test('section 5: a comma-separated line is a list, trimmed, blanks dropped', () => {
  expect(splitCommas(' Learn,  build ,, start ,')).toEqual(['Learn', 'build', 'start']);
  expect(splitCommas('  ')).toEqual([]);
});

test('a list is written so that it reads back as it was', () => {
  const phrases = ['Learn from engineers', 'Build real projects'];
  expect(joinCommas(phrases)).toBe('Learn from engineers, Build real projects');
  expect(splitCommas(joinCommas(phrases))).toEqual(phrases);
});
