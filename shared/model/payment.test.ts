import { expect, it } from 'vitest';
import { isOverpaid, proposedPaymentStatus } from './payment.ts';

it.each([
  [62_000, null, 'Not Paid'],
  [62_000, 0, 'Not Paid'],
  [null, null, 'Not Paid'],
  [62_000, 30_000, 'Partially Paid'],
  [62_000, 61_999.99, 'Partially Paid'],
  [62_000, 62_000, 'Fully Paid'],
  [62_000, 70_000, 'Fully Paid'],
  [null, 30_000, undefined],
  [62_000, { text: 'abc' }, undefined],
  [{ text: 'abc' }, null, undefined],
])('a fee of %j with %j received speaks for %j', (fee, received, status) => {
  expect(proposedPaymentStatus(fee, received)).toBe(status);
});

it('knows more than the fee where both amounts are known', () => {
  expect(isOverpaid(62_000, 70_000)).toBe(true);
  expect(isOverpaid(62_000, 62_000)).toBe(false);
  expect(isOverpaid(null, 70_000)).toBe(false);
  expect(isOverpaid(62_000, null)).toBe(false);
});
