import { expect, it } from 'vitest';
import { currentAfter, nextOf } from './current-row.ts';

const rows = ['a', 'b', 'c', 'd'];

it('stays on the row that is still there, wherever it has moved', () => {
  expect(currentAfter(rows, ['a', 'c', 'd', 'b'], 'b')).toBe('b');
});

it('goes on with the next of those that followed, or the one before where none is left', () => {
  expect(currentAfter(rows, ['a', 'c', 'd'], 'b')).toBe('c');
  expect(currentAfter(rows, ['new', 'a', 'd'], 'b')).toBe('d');
  expect(currentAfter(rows, ['a', 'b'], 'd')).toBe('b');
  expect(currentAfter(rows, ['new'], 'd')).toBe('new');
  expect(currentAfter(rows, [], 'd')).toBeNull();
});

it('begins with the first', () => {
  expect(currentAfter([], rows, null)).toBe('a');
  expect(currentAfter(rows, ['x', 'y'], 'never there')).toBe('x');
});

it('is the next one after a call, and the same where it is the last', () => {
  expect(nextOf(rows, 'b')).toBe('c');
  expect(nextOf(rows, 'd')).toBe('d');
});
