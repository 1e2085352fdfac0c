import type { TodayCounts, TodayPart, Whose } from '#shared/protocol/today.ts';

export const PART_LABELS: Readonly<Record<TodayPart, string>> = {
  calls: 'Calls',
  interviews: 'Interviews',
  contacts: 'New contacts',
  uncalled: 'No next action',
  payments: 'Payments',
};

/** What the first column says the time of. */
export const TIME_HEADINGS: Readonly<Record<TodayPart, string>> = {
  calls: 'Next call',
  interviews: 'Interview',
  contacts: 'Since',
  uncalled: 'Since',
  payments: 'Next call',
};

/** How much there is of a part; null where the role may not see it. */
export function countOf(counts: TodayCounts, part: TodayPart): number | null {
  return part === 'calls' ? counts.calls.overdue + counts.calls.today : counts[part];
}

const nothing: Readonly<Record<TodayPart, [title: string, text: string]>> = {
  calls: ['Nothing is due.', 'A call that is planned for today is here by itself when its day comes.'],
  interviews: ['No interview is to be held today.', 'Those of other days are under Scheduled Interview.'],
  contacts: [
    'No new contact waits.',
    'Who writes by the website is here until somebody takes the contact over or notes something.',
  ],
  uncalled: [
    'Every inquiry has a next action.',
    'One without a next call is here until something about it is logged.',
  ],
  payments: [
    'No payment is to be asked for.',
    'Who has not paid everything is here when the next call is due.',
  ],
};

/** What an empty part says. */
export function emptyText(part: TodayPart, whose: Whose): [title: string, text: string] {
  const [title, text] = nothing[part];
  return [title, whose === 'mine' ? `${text} Mine is what is yours, and what nobody has.` : text];
}
