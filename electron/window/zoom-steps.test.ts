import { expect, test } from 'vitest';
import { zoomAfter, zoomKey, ZOOM_STEPS } from './zoom-steps.ts';

test('the steps go from half to double and end there', () => {
  expect(zoomAfter(100, 'in')).toBe(110);
  expect(zoomAfter(100, 'out')).toBe(90);
  expect(zoomAfter(50, 'out')).toBe(50);
  expect(zoomAfter(200, 'in')).toBe(200);
  for (const step of ZOOM_STEPS) expect(zoomAfter(step, 'actual')).toBe(100);
});

test.each([
  ['+', 'in'],
  ['=', 'in'],
  ['-', 'out'],
  ['0', 'actual'],
  ['1', null],
] as const)('Ctrl and %s', (key, change) => {
  const input = { key, control: true, meta: true, alt: false, type: 'keyDown' };
  expect(zoomKey(input)).toBe(change);
  expect(zoomKey({ ...input, control: false, meta: false })).toBeNull();
  expect(zoomKey({ ...input, alt: true })).toBeNull();
  expect(zoomKey({ ...input, type: 'keyUp' })).toBeNull();
});
