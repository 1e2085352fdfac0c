import { sinceYesterday, type QuickFilter } from './periods.ts';

/** What a link may ask of a list whose rows are added all day. */
export const addedPeriods: QuickFilter = {
  name: 'createdAt',
  label: 'Added',
  choices: [sinceYesterday('createdAt')],
};
