import { CALL_OUTCOMES } from '#shared/model/activity.ts';
import { describe, expect, it } from 'vitest';
import { foundByTyping, typedOn, type Typed } from './type-ahead.ts';

/** What is chosen after these keys, so many milliseconds apart. */
function after(keys: string, apart = 100): string | null {
  let typed: Typed | null = null;
  let chosen: (typeof CALL_OUTCOMES)[number] | null = null;
  keys.split('').forEach((key, index) => {
    typed = typedOn(typed, key, index * apart);
    chosen = foundByTyping(CALL_OUTCOMES, chosen, typed) ?? chosen;
  });
  return chosen;
}

describe('an outcome is found by typing', () => {
  it.each([
    ['b', 'Busy'],
    ['C', 'Connected'],
    ['ca', 'Call back later'],
    ['n', 'No answer'],
    ['no', 'No answer'],
    ['not', 'Not interested'],
    ['no a', 'No answer'],
    ['wrong n', 'Wrong number'],
    ['i', 'Interested'],
    ['x', null],
  ])('%s gives %s', (keys, outcome) => expect(after(keys)).toBe(outcome));

  it('goes to the next that begins so with the same letter again, and round', () => {
    expect(after('nn')).toBe('Not interested');
    expect(after('nnn')).toBe('No answer');
    expect(after('cc')).toBe('Call back later');
  });

  it('begins anew after a pause', () => {
    expect(after('sb', 1_500)).toBe('Busy');
    expect(after('nn', 1_500)).toBe('Not interested');
    expect(after('sb')).toBe('Switched off');
  });
});
