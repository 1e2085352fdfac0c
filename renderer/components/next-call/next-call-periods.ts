import { nextSevenDays, passed, today, type QuickFilter } from '../list-screen/periods.ts';

/** Which calls a follow-up list shows. */
export const nextCallPeriods: QuickFilter = {
  name: 'nextCall',
  label: 'Next call',
  choices: [passed('nextCall', 'Overdue'), today('nextCall'), nextSevenDays('nextCall')],
};
