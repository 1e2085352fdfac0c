import { MOST_LEFT_OUT } from '#shared/protocol/many.ts';
import { describe, expect, it } from 'vitest';
import {
  everythingSelected,
  isNothing,
  isSelected,
  nothingSelected,
  pickedOf,
  without,
  withRows,
  type Selected,
} from './selected.ts';

const withSome = (...ids: string[]): Selected => ({ all: false, ids: new Set(ids) });

describe('some rows', () => {
  it('are selected and left again', () => {
    const two = withRows(nothingSelected, ['a', 'b'], true);
    expect(two).toEqual(withSome('a', 'b'));
    const one = two && withRows(two, ['a'], false);
    expect(one && pickedOf(one)).toEqual({ ids: ['b'] });
    expect(isNothing(one ?? nothingSelected)).toBe(false);
    expect(isNothing(nothingSelected)).toBe(true);
  });

  it('that have gone are dropped', () => {
    expect(without(withSome('a', 'b', 'c'), ['b', 'x'])).toEqual(withSome('a', 'c'));
    const same = withSome('a');
    expect(without(same, ['x'])).toBe(same);
  });
});

describe('all rows', () => {
  it('are told without their ids, but for those left out', () => {
    expect(pickedOf(everythingSelected)).toEqual({});
    const but = withRows(everythingSelected, ['a'], false) ?? nothingSelected;
    expect([isSelected(but, 'a'), isSelected(but, 'b')]).toEqual([false, true]);
    expect(pickedOf(but)).toEqual({ except: ['a'] });
    expect(pickedOf(withRows(but, ['a'], true) ?? nothingSelected)).toEqual({});
  });

  it('leave no more out than can be named', () => {
    const many = Array.from({ length: MOST_LEFT_OUT + 1 }, (_, at) => `r${at}`);
    expect(withRows(everythingSelected, many, false)).toBeNull();
    expect(withRows(everythingSelected, many.slice(1), false)?.ids.size).toBe(MOST_LEFT_OUT);
  });
});
