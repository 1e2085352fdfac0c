import { describe, expect, it } from 'vitest';
import { chosenPeriod, nextSevenDays, passed, today, type QuickFilter } from './periods.ts';

/** 00:35 on 6 August in India, where it is still 5 August in UTC. */
const now = Date.parse('2026-08-05T19:05:00.000Z');

describe('section 9: periods are those of the Indian calendar', () => {
  it('what has passed, to the moment', () => {
    expect(passed('nextCall', 'Overdue').filter(now)).toEqual({
      nextCall: { to: '2026-08-05T19:05:00.000Z' },
    });
  });

  it('today, from midnight to midnight', () => {
    expect(today('nextCall').filter(now)).toEqual({
      nextCall: { from: '2026-08-05T18:30:00.000Z', to: '2026-08-06T18:30:00.000Z' },
    });
  });

  it('seven days, this one among them', () => {
    expect(nextSevenDays('interviewDate').filter(now)).toEqual({
      interviewDate: { from: '2026-08-05T18:30:00.000Z', to: '2026-08-12T18:30:00.000Z' },
    });
  });
});

it('the address names the choice', () => {
  const calls: QuickFilter = { name: 'nextCall', label: 'Next call', choices: [today('nextCall')] };
  expect(chosenPeriod(calls, new URLSearchParams('nextCall=today'))?.label).toBe('Today');
  expect(chosenPeriod(calls, new URLSearchParams('nextCall=never'))).toBeUndefined();
  expect(chosenPeriod(calls, new URLSearchParams())).toBeUndefined();
  expect(chosenPeriod(undefined, new URLSearchParams('nextCall=today'))).toBeUndefined();
});
