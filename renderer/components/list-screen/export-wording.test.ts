import { expect, it } from 'vitest';
import { exportingText, rowsText } from './export-wording.ts';

it('says how far an export is', () => {
  expect(exportingText({ done: 0, total: null })).toBe('Exporting…');
  expect(exportingText({ done: 0, total: 0 })).toBe('Exporting… 100%');
  expect(exportingText({ done: 4_599, total: 10_000 })).toBe('Exporting… 45%');
  expect(exportingText({ done: 99_999, total: 100_000 })).toBe('Exporting… 99%');
});

it('counts rows as people here do', () => {
  expect([0, 1, 1_234, 123_456].map(rowsText)).toEqual(['0 rows', '1 row', '1,234 rows', '1,23,456 rows']);
});
