import { mayOpen } from '#shared/access/routes.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { listOf } from '#shared/model/list-query.ts';
import type { TodayFigures } from '#shared/protocol/today.ts';
import { expect, it } from 'vitest';
import { addedPeriods } from '../../components/list-screen/added-periods.ts';
import { readListView, toFilter } from '../../components/list-screen/list-url.ts';
import { chosenPeriod, type QuickFilter } from '../../components/list-screen/periods.ts';
import { interviewPeriods } from '../../components/candidate-form/interview-periods.ts';
import { inquiryCallPeriods, nextCallPeriods } from '../../components/next-call/next-call-periods.ts';
import { figuresOf } from './figures.ts';

const figures: TodayFigures = {
  overdue: { candidates: 20, inquiries: 1 },
  today: { candidates: 0, inquiries: 12 },
  interviews: [
    { interviewer: 'Meena & Co', count: 3 },
    { interviewer: null, count: 2 },
    { interviewer: 'Ravi', count: 1 },
    { interviewer: 'Asha', count: 1 },
  ],
  fresh: { candidates: 1, inquiries: 5, contacts: 3 },
  payments: { people: 4, rupees: 138_000 },
};

const NOW = Date.parse('2026-08-05T16:10:00.000+05:30');
const lists: Readonly<Record<string, readonly [EntityName, string, QuickFilter]>> = {
  '/followup': ['candidate', 'followups', nextCallPeriods],
  '/inquiryfollowup': ['inquiry', 'followups', inquiryCallPeriods],
  '/allscheduledinterview': ['candidate', 'scheduledInterviews', interviewPeriods],
  '/inquiry': ['inquiry', 'inquiries', addedPeriods],
  '/contactsinquiry': ['contactInquiry', 'contacts', addedPeriods],
  '/candidate': ['candidate', 'candidates', addedPeriods],
};

/** What the screen at the address asks of its rows. */
function askedBy(path: string): object {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  expect(mayOpen(pathname, 'Super Admin'), pathname).toBe(true);
  const [entity, list, periods] = lists[pathname] ?? ['user', 'employees', addedPeriods];
  const definition = entityOf(entity);
  const { filters } = readListView(definition, listOf(definition, list), searchParams);
  return {
    ...toFilter(definition, listOf(definition, list), filters),
    ...chosenPeriod(periods, searchParams)?.filter(NOW),
  };
}

it('says each figure with what it is made of', () => {
  expect(figuresOf(figures).map(({ label, value }) => [label, value])).toEqual([
    ['Calls overdue', '21'],
    ['Calls later today', '12'],
    ['Interviews today', '7'],
    ['New since yesterday', '9'],
    ['To be paid', '₹1,38,000'],
  ]);
  const texts = figuresOf(figures).map(({ links }) => links.map(({ text }) => text));
  expect(texts[0]).toEqual(['20 candidates', '1 inquiry']);
  expect(texts[2]).toEqual(['Meena & Co 3', 'No interviewer 2', 'Others 2']);
});

it('leads from each to the very records that it counts', () => {
  const now = '2026-08-05T10:40:00.000Z';
  const [dayBegins, dayEnds] = ['2026-08-04T18:30:00.000Z', '2026-08-05T18:30:00.000Z'];
  const notEnrolled = { enrolledAs: { empty: true } };
  const day = { interviewDate: { from: dayBegins, to: dayEnds } };
  const fresh = { createdAt: { from: '2026-08-03T18:30:00.000Z' } };
  expect(figuresOf(figures).map(({ links }) => links.map(({ path }) => askedBy(path)))).toEqual([
    [{ nextCall: { to: now } }, { nextCall: { to: now }, ...notEnrolled }],
    [{ nextCall: { from: now, to: dayEnds } }, { nextCall: { from: now, to: dayEnds }, ...notEnrolled }],
    [{ ...day, interviewerName: 'Meena & Co' }, { ...day, interviewerName: { empty: true } }, day],
    [fresh, fresh, fresh],
    [{ nextCall: { to: dayEnds }, paymentStatus: { not: 'Fully Paid' } }],
  ]);
});

it('leaves payments out where they may not be seen, and leads somewhere where no interview is held', () => {
  const shown = figuresOf({ ...figures, interviews: [], payments: null });
  expect(shown.map(({ label }) => label)).not.toContain('To be paid');
  expect(shown[2]?.links).toEqual([{ text: 'All scheduled', path: '/allscheduledinterview' }]);
});
