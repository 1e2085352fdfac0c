import {
  due,
  laterToday,
  narrowed,
  nextSevenDays,
  passed,
  today,
  type Period,
  type QuickFilter,
} from '../list-screen/periods.ts';

const choices: readonly Period[] = [
  passed('nextCall', 'Overdue'),
  today('nextCall'),
  nextSevenDays('nextCall'),
  laterToday('nextCall'),
  due('nextCall'),
];

/** Which calls a follow-up list shows. */
export const nextCallPeriods: QuickFilter = { name: 'nextCall', label: 'Next call', choices };

/** The same of inquiries: who has become a candidate is not called about the inquiry any more. */
export const inquiryCallPeriods: QuickFilter = {
  ...nextCallPeriods,
  choices: choices.map((choice) => narrowed(choice, { enrolledAs: { empty: true } })),
};
