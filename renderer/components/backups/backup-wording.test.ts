import { expect, test } from 'vitest';
import { lastText } from './backup-wording.ts';

test('the last backup is said with its time in India and its size', () => {
  const last = { at: '2026-11-21T20:30:00.000Z', bytes: 3_670_016, checked: true };
  expect(lastText({ last, folder: '/b' })).toBe('22 Nov 2026, 2:00 am, 3.5 MB');
  expect([lastText({ last: null, folder: '/b' }), lastText({ last: null, folder: null })]).toEqual([
    'None yet',
    'No backups are made.',
  ]);
});
