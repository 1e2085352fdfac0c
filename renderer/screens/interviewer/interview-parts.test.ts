import { expect, it } from 'vitest';
import { INTERVIEW_STATUSES } from '#shared/model/candidate.ts';
import type { RowFilter } from '../../components/list-screen/periods.ts';
import { interviewParts } from './interview-parts.ts';

/** 22 November 2026, 3:30 pm in India. */
const now = Date.parse('2026-11-22T10:00:00.000Z');

interface Interview {
  interviewDate: string | null;
  interviewStatus: string | null;
}

/** What the filters ask, said once more for one row. */
function fits(row: Interview, filter: RowFilter): boolean {
  return Object.entries(filter).every(([name, asked]) => {
    const value = row[name as keyof Interview];
    if (Array.isArray(asked)) return value !== null && asked.includes(value);
    if (typeof asked !== 'object') return value === asked;
    if ('empty' in asked) return (value === null) === asked.empty;
    if ('not' in asked) return value === null || !(asked.not as readonly string[]).includes(value);
    if (!('from' in asked || 'to' in asked)) return false;
    const { from, to } = asked;
    return value !== null && (from === undefined || value >= from) && (to === undefined || value < to);
  });
}

const partOf = (row: Interview): string[] =>
  interviewParts.choices
    .filter(({ value }) => value !== 'all')
    .filter(
      ({ filter, anyOf }) => fits(row, filter(now)) && (anyOf?.(now) ?? []).some((each) => fits(row, each)),
    )
    .map(({ value }) => value);

it('puts each interview into one part: to come until its day is over or its outcome is there', () => {
  const times = [
    null,
    '2026-11-20T10:00',
    '2026-11-21T18:29',
    '2026-11-21T18:30',
    '2026-11-22T05:00',
    '2026-11-22T12:00',
    '2026-11-22T18:30',
  ];
  for (const interviewStatus of [null, ...INTERVIEW_STATUSES]) {
    for (const time of times) {
      const row = { interviewStatus, interviewDate: time && `${time}:00.000Z` };
      expect(partOf(row), JSON.stringify(row)).toHaveLength(1);
    }
  }
  const day = (interviewDate: string | null, interviewStatus = 'Scheduled'): string[] =>
    partOf({ interviewDate, interviewStatus });
  expect(day('2026-11-22T05:00:00.000Z')).toEqual(['to-come']);
  expect(day('2026-11-22T05:00:00.000Z', 'Cleared')).toEqual(['over']);
  expect(day('2026-11-21T10:00:00.000Z')).toEqual(['over']);
  expect(day('2026-11-23T10:00:00.000Z')).toEqual(['to-come']);
  expect(day(null, 'Not Scheduled')).toEqual(['to-come']);
});
