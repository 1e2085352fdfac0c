import { expect, test } from 'vitest';
import { middleSquare } from './crop-picture.ts';

test('the square that is proposed is the largest one, in the middle', () => {
  expect(middleSquare(800, 600)).toEqual({ x: 12.5, y: 0, width: 75, height: 100 });
  expect(middleSquare(300, 600)).toEqual({ x: 0, y: 25, width: 100, height: 50 });
  expect(middleSquare(512, 512)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
});
