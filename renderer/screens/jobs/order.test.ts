import { expect, test } from 'vitest';
import { readOrder } from './order.ts';

test('a typed order is a number, or says what is wrong', () => {
  expect(readOrder(' 7 ')).toEqual({ order: 7 });
  expect(readOrder('-1.5')).toEqual({ order: -1.5 });
  expect(readOrder('first')).toEqual({ problem: 'Order must be a number' });
  expect(readOrder('')).toEqual({ problem: 'Order must be a number' });
  expect(readOrder('99999999999')).toEqual({ problem: 'Order is too large' });
});
