import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

const draw = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random.uint32());

describe('reproducible chance', () => {
  it('gives the same numbers for the same seed, stream and index, and others for any other', () => {
    const numbers = draw(new Random(1, 'candidate', 7), 20);
    expect(draw(new Random(1, 'candidate', 7), 20)).toEqual(numbers);
    expect(draw(new Random(2, 'candidate', 7), 20)).not.toEqual(numbers);
    expect(draw(new Random(1, 'inquiry', 7), 20)).not.toEqual(numbers);
    expect(draw(new Random(1, 'candidate', 8), 20)).not.toEqual(numbers);
  });

  it('stays within its bounds and reaches them', () => {
    const random = new Random(3, 'bounds');
    const seen = new Set(Array.from({ length: 500 }, () => random.integer(2, 5)));
    expect(seen).toEqual(new Set([2, 3, 4, 5]));
  });

  it('follows the weights', () => {
    const random = new Random(4, 'weights');
    const often = Array.from({ length: 4_000 }, () =>
      random.weighted([
        ['a', 3],
        ['b', 1],
        ['never', 0],
      ]),
    );
    const share = often.filter((value) => value === 'a').length / often.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
    expect(often).not.toContain('never');
  });

  it('takes several different ones in order, and all where there are too few', () => {
    const random = new Random(5, 'several');
    for (let round = 0; round < 50; round += 1) {
      const chosen = random.several([1, 2, 3, 4, 5, 6], 3);
      expect(chosen).toHaveLength(3);
      expect(chosen.toSorted((one, other) => one - other)).toEqual(chosen);
      expect(new Set(chosen).size).toBe(3);
    }
    expect(random.several(['a', 'b'], 5)).toEqual(['a', 'b']);
  });
});
