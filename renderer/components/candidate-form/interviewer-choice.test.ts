import { describe, expect, it } from 'vitest';
import { interviewerSuggestion, scheduleProblems } from './interviewer-choice.ts';

const fields = (draft: Record<string, unknown>, seen: Record<string, unknown>): string[] =>
  scheduleProblems(draft, seen).map(({ field }) => field);

describe('an interview that is scheduled', () => {
  it('asks who interviews, and when', () => {
    const seen = { interviewStatus: 'Not Scheduled' };
    expect(fields({ interviewStatus: 'Scheduled' }, seen)).toEqual(['interviewerName', 'interviewDate']);
    expect(fields({ interviewStatus: 'Scheduled', interviewerName: 'Imran Shaikh' }, seen)).toEqual([
      'interviewDate',
    ]);
    expect(fields({ interviewStatus: 'Cleared' }, seen)).toEqual([]);
  });

  it('leaves alone what was stored without them, unless they are taken away now', () => {
    const stored = { interviewStatus: 'Scheduled', interviewerName: 'Imran Shaikh', interviewDate: null };
    expect(fields({ ...stored, notes: 'Called.' }, stored)).toEqual([]);
    expect(fields({ ...stored, interviewerName: '' }, stored)).toEqual(['interviewerName']);
  });
});

it('offers active users whose role may open Upcoming Interview', () => {
  expect(interviewerSuggestion.filter).toEqual({
    isActive: { not: false },
    roleName: ['Employee', 'Admin', 'Super Admin'],
  });
});
