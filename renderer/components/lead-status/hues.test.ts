import { expect, it } from 'vitest';
import { HUES } from '../status-badge/tones.ts';
import { huesOf } from './hues.ts';

const ids = ['65a0', '65a1', '65b7', '65c2', '65d9', '65e4', '65f0', '6601', '6612', '6623', '6634', '6645'];

it('gives each lead status a hue of its own, the same whatever the order, for as many as there are hues', () => {
  const hues = huesOf(ids);
  expect(new Set(hues.values()).size).toBe(HUES.length);
  expect(huesOf(ids.toReversed())).toEqual(hues);
});

it('leaves the colours of the others as they are when one is added', () => {
  const before = huesOf(ids.slice(0, 6));
  const after = huesOf([...ids.slice(0, 6), '7000', '7001']);
  for (const [id, hue] of before) expect(after.get(id)).toBe(hue);
  expect(huesOf([...ids, '7000', '7001']).size).toBe(14);
});
