import { expect, it } from 'vitest';
import { shortNextCall } from './short-next-call.ts';

/** 4:30 pm on 5 August in India. */
const now = Date.parse('2026-08-05T11:00:00.000Z');

it.each([
  ['2025-12-31T05:00:00.000Z', 'Overdue · 31 Dec 2025', 'overdue'],
  ['2026-08-01T05:00:00.000Z', 'Overdue · 01 Aug', 'overdue'],
  ['2026-08-04T05:00:00.000Z', 'Overdue · Yesterday', 'overdue'],
  ['2026-08-05T04:45:00.000Z', 'Overdue · 10:15 am', 'overdue'],
  ['2026-08-05T12:30:00.000Z', 'Today 6:00 pm', 'today'],
  ['2026-08-06T04:30:00.000Z', 'Tomorrow 10:00 am', null],
  ['2026-08-12T05:30:00.000Z', '12 Aug, 11:00 am', null],
  ['2027-01-04T05:30:00.000Z', '04 Jan 2027, 11:00 am', null],
])('section 2.10: a next call at %s is said as "%s"', (at, words, due) => {
  expect(shortNextCall(at, now)).toEqual({ words, due });
});
