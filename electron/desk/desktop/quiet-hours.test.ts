import { expect, test } from 'vitest';
import { DEFAULT_DESKTOP_SETTINGS } from '#shared/window/desktop-settings.ts';
import { toldAt } from './quiet-hours.ts';

const { quiet } = DEFAULT_DESKTOP_SETTINGS;
const india = (time: string): number => Date.parse(`${time}:00+05:30`);

// 2026-08-07 is a Friday.
test.each([
  ['2026-08-07T19:59', '2026-08-07T19:59'],
  ['2026-08-07T08:00', '2026-08-07T08:00'],
  ['2026-08-07T20:00', '2026-08-08T08:00'],
  ['2026-08-07T23:30', '2026-08-08T08:00'],
  ['2026-08-08T00:00', '2026-08-08T08:00'],
  ['2026-08-08T07:59', '2026-08-08T08:00'],
  // Saturday's evening leads over Sunday to Monday.
  ['2026-08-08T20:00', '2026-08-10T08:00'],
  ['2026-08-09T12:00', '2026-08-10T08:00'],
])('what falls due at %s is told at %s', (now, told) => {
  expect(toldAt(india(now), quiet)).toBe(india(told));
});

test('hours within a day, none at all, and Sunday by choice', () => {
  const noon = { ...quiet, from: '13:00', to: '14:00' };
  expect(toldAt(india('2026-08-07T12:59'), noon)).toBe(india('2026-08-07T12:59'));
  expect(toldAt(india('2026-08-07T13:30'), noon)).toBe(india('2026-08-07T14:00'));
  expect(toldAt(india('2026-08-07T14:00'), noon)).toBe(india('2026-08-07T14:00'));
  const never = { ...quiet, from: '08:00', to: '08:00', sundays: false };
  expect(toldAt(india('2026-08-07T08:00'), never)).toBe(india('2026-08-07T08:00'));
  expect(toldAt(india('2026-08-09T12:00'), { ...quiet, sundays: false })).toBe(india('2026-08-09T12:00'));
  expect(toldAt(india('2026-08-07T23:30'), { ...quiet, on: false })).toBe(india('2026-08-07T23:30'));
});
