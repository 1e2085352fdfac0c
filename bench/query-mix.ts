import type { ListQuery, ListRow } from '#shared/protocol/list-calls.ts';
import { COURSE_FILTER, INTERVIEW_STATUSES, PAYMENT_STATUSES } from '#shared/model/candidate.ts';
import { phoneDigits } from '#shared/format/phone.ts';

/** The list queries that are measured, each made from a step number, so that every run asks the same. */
export interface QueryKind {
  name: string;
  query(step: number, sample: readonly ListRow[], total: number): ListQuery;
}

const page = { entity: 'candidate', list: 'candidates', offset: 0, limit: 100 } as const;

function pick<Item>(items: readonly Item[], step: number): Item {
  const item = items[step % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

/** Spreads offsets over the whole list; a large prime keeps them from falling into a pattern. */
const anywhere = (step: number, total: number): number => (step * 7_919 * 100) % Math.max(1, total - 100);

export const LIST_PAGES: readonly QueryKind[] = [
  { name: 'newest first, first page', query: () => page },
  { name: 'newest first, any page', query: (step, _, total) => ({ ...page, offset: anywhere(step, total) }) },
  {
    name: 'by name, any page',
    query: (step, _, total) => ({
      ...page,
      sort: { field: 'fullName', direction: step % 2 === 0 ? 'asc' : 'desc' },
      offset: anywhere(step, total),
    }),
  },
  {
    name: 'by next call, first pages',
    query: (step) => ({ ...page, sort: { field: 'nextCall', direction: 'asc' }, offset: (step % 20) * 100 }),
  },
  {
    name: 'filtered by interview status',
    query: (step) => ({ ...page, filter: { interviewStatus: pick(INTERVIEW_STATUSES, step) } }),
  },
  {
    name: 'filtered by course and payment',
    query: (step) => ({
      ...page,
      filter: { enrolledCourse: pick(COURSE_FILTER, step), paymentStatus: pick(PAYMENT_STATUSES, step) },
    }),
  },
];

export const SELECTIVE_SEARCHES: readonly QueryKind[] = [
  {
    name: 'six digits of a phone number',
    query: (step, sample) => ({
      ...page,
      search: phoneDigits(String(pick(sample, step)['mobile'])).slice(-6),
    }),
  },
  {
    name: 'full name',
    query: (step, sample) => ({ ...page, search: String(pick(sample, step)['fullName']) }),
  },
  {
    name: 'start of an email address',
    query: (step, sample) => ({ ...page, search: String(pick(sample, step)['email']).split('@')[0] ?? '' }),
  },
];

/** `@example` stands in every email address of the demo data. */
export const BROAD_SEARCHES: readonly QueryKind[] = [
  { name: 'a text in every row', query: () => ({ ...page, search: 'example' }) },
  {
    name: 'a word of a filter value',
    query: (step) => ({ ...page, search: pick(['fresher', 'paid', 'stack'], step) }),
  },
];
