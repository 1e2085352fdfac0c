import { expect, it } from 'vitest';
import { formatNumber, formatRupees } from './numbers.ts';

it('groups numbers the Indian way', () => {
  expect(formatNumber(1_00_000)).toBe('1,00,000');
  expect(formatRupees(125000)).toBe('₹1,25,000');
  expect(formatRupees(99.5)).toBe('₹99.50');
  expect(formatRupees(45_000.5)).toBe('₹45,000.50');
  expect(formatRupees(null)).toBe('');
});
