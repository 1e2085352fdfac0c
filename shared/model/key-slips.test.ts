import { describe, expect, it } from 'vitest';
import { wordsIn, wordsMeant } from './key-slips.ts';

describe('words that may have been meant', () => {
  it.each([
    ['shamra', 'sharma'],
    ['hsarma', 'sharma'],
    ['pnue', 'pune'],
    ['sharrma', 'sharma'],
    ['sharm', 'sharma'],
    ['harma', 'sharma'],
    ['shatma', 'sharma'],
    ['kunar', 'kumar'],
  ])('%s: %s', (typed, meant) => {
    expect(wordsMeant(typed)).toContain(meant);
  });

  it('are one slip away, of short words swapped ones alone, of numbers and addresses none', () => {
    expect(wordsMeant('sahmra')).not.toContain('sharma');
    expect(wordsMeant('amit')).toEqual(['mait', 'aimt', 'amti']);
    for (const typed of ['ram', '98765', 'a@b.test', 'c++', 'react2']) expect(wordsMeant(typed)).toEqual([]);
    expect(wordsMeant('sharma')).not.toContain('sharma');
  });

  it('put swapped letters first', () => {
    expect(wordsMeant('shamra').indexOf('sharma')).toBeLessThan(5);
  });
});

it('the words of a search text are those of letters, also in an address', () => {
  const found = wordsIn('asha rao\n919876543210\nasha.rao2@mail.test\nnode.js').filter(Boolean);
  expect(found.join(' ')).toBe('asha rao asha rao mail test node js');
});
