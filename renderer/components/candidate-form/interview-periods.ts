import { nextSevenDays, passed, today, type QuickFilter } from '../list-screen/periods.ts';

/** Which interviews a list shows. */
export const interviewPeriods: QuickFilter = {
  name: 'interviewDate',
  label: 'Interview date',
  choices: [passed('interviewDate', 'Past'), today('interviewDate'), nextSevenDays('interviewDate')],
};
