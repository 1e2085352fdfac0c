import { expect, it } from 'vitest';
import { syncedText } from './synced-text.ts';

const now = Date.parse('2026-08-05T11:00:00.000Z');
const live = (syncedAt: string | null) => syncedText({ state: 'live', syncedAt }, now);

it('says how fresh a list is', () => {
  expect(live('2026-08-05T10:59:30.000Z')).toBe('Last synced just now');
  expect(live('2026-08-05T10:35:00.000Z')).toBe('Last synced 25 min ago');
  expect(live('2026-08-05T05:00:00.000Z')).toBe('Last synced 6 h ago');
  expect(live('2026-08-01T05:00:00.000Z')).toBe('Last synced 01 Aug 2026, 10:30 am');
  expect(live(null)).toBe('Not synced yet');
});

it('is calm about being offline', () => {
  expect(syncedText({ state: 'offline', syncedAt: '2026-08-05T10:35:00.000Z' }, now)).toBe(
    'Offline, last synced 25 min ago',
  );
});
