import { expect, it } from 'vitest';
import { rangeProblem } from './audit-range.ts';

it.each([
  [null, null, null],
  ['2026-01-01', null, null],
  ['2026-01-01', '2026-01-01', null],
  ['2026-01-02', '2026-01-01', /first day is after the last/],
  ['12026-01-01', null, /no lines of such a day/],
  [null, '9999-12-31', /no lines of such a day/],
  ['1000-01-01', '2026-01-01', /no lines of such a day/],
])('from %s to %s: %s', (from, to, problem) => {
  if (problem === null) expect(rangeProblem(from, to)).toBeNull();
  else expect(rangeProblem(from, to)).toMatch(problem);
});
