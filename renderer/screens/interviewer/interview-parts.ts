import { indianDayRange } from '#shared/format/dates.ts';
import { INTERVIEW_OVER } from '#shared/model/candidate.ts';
import type { QuickFilter, RowFilter } from '../../components/list-screen/periods.ts';

/**
 * What is to come, the nearest first, and what is over, the latest first. An interview of today is to come until its
 * outcome is entered, whatever the hour, and so is one without a date. Each interview is in one of the two parts.
 */
export const interviewParts: QuickFilter = {
  name: 'interviewDate',
  label: 'Which interviews',
  preset: 'to-come',
  choices: [
    {
      value: 'to-come',
      label: 'To come',
      filter: () => ({}),
      anyOf: (now): readonly RowFilter[] => {
        const today = indianDayRange(now);
        return [
          { interviewDate: { from: today.to } },
          { interviewDate: { from: today.from }, interviewStatus: { not: INTERVIEW_OVER } },
          { interviewDate: { empty: true }, interviewStatus: { not: INTERVIEW_OVER } },
        ];
      },
    },
    {
      value: 'over',
      label: 'Over',
      filter: () => ({}),
      anyOf: (now): readonly RowFilter[] => {
        const today = indianDayRange(now);
        return [
          { interviewDate: { to: today.from } },
          { interviewDate: { to: today.to }, interviewStatus: INTERVIEW_OVER },
          { interviewDate: { empty: true }, interviewStatus: INTERVIEW_OVER },
        ];
      },
      sort: { field: 'interviewDate', direction: 'desc' },
    },
    { value: 'all', label: 'All', filter: () => ({}), sort: { field: 'interviewDate', direction: 'desc' } },
  ],
};
