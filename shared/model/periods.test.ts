import { expect, it } from 'vitest';
import { daysOf, olderThan, type PeriodName } from './periods.ts';

/** Wednesday, 25 November 2026, half past midnight in India: in UTC it is still Tuesday. */
const NOW = Date.parse('2026-11-25T00:30:00+05:30');

it.each<[PeriodName, string, string]>([
  ['today', '2026-11-25', '2026-11-26'],
  ['yesterday', '2026-11-24', '2026-11-25'],
  ['tomorrow', '2026-11-26', '2026-11-27'],
  ['thisWeek', '2026-11-22', '2026-11-29'],
  ['lastWeek', '2026-11-15', '2026-11-22'],
  ['nextWeek', '2026-11-29', '2026-12-06'],
  ['thisMonth', '2026-11-01', '2026-12-01'],
  ['lastMonth', '2026-10-01', '2026-11-01'],
  ['last7Days', '2026-11-19', '2026-11-26'],
  ['last30Days', '2026-10-27', '2026-11-26'],
  ['next7Days', '2026-11-25', '2026-12-02'],
  ['next30Days', '2026-11-25', '2026-12-25'],
])('%s counts the days of India', (period, from, to) => {
  expect(daysOf(period, NOW)).toEqual({ from, to });
});

it('a week begins on Sunday, and January follows December', () => {
  const sunday = Date.parse('2027-01-03T23:59:00+05:30');
  expect(daysOf('thisWeek', sunday)).toEqual({ from: '2027-01-03', to: '2027-01-10' });
  expect(daysOf('lastMonth', sunday)).toEqual({ from: '2026-12-01', to: '2027-01-01' });
});

it('older than one day is before yesterday, and leaves the day itself out', () => {
  expect(olderThan(1, NOW)).toEqual({ to: '2026-11-24' });
});
