import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import type { TodayFigures } from '#shared/protocol/today.ts';
import { DUE, LATER_TODAY, PASSED, SINCE_YESTERDAY } from '../../components/list-screen/periods.ts';

/** A part of a figure, with the address of the list of the records that it counts. */
export interface FigureLink {
  text: string;
  path: string;
}

export interface Figure {
  label: string;
  value: string;
  links: readonly FigureLink[];
}

/** Interviewers that are named; the others are counted. */
const MOST_NAMED = 3;
/** Of a list filter, for records where nothing is entered. */
const NONE = 'None';
const INTERVIEWS = '/allscheduledinterview?interviewDate=today';

const nouns = {
  candidates: ['candidate', 'candidates'],
  inquiries: ['inquiry', 'inquiries'],
  contacts: ['contact', 'contacts'],
} as const;

function counted(count: number, noun: keyof typeof nouns, path: string): FigureLink {
  return { text: `${formatNumber(count)} ${nouns[noun][count === 1 ? 0 : 1]}`, path };
}

/** The figures of the day, each with what it counts. What the reader may not see is left out. */
export function figuresOf(figures: TodayFigures): Figure[] {
  const { overdue, today, interviews, fresh, payments } = figures;
  const held = interviews.reduce((sum, { count }) => sum + count, 0);
  const calls = (label: string, of: typeof overdue, period: string): Figure => ({
    label,
    value: formatNumber(of.candidates + of.inquiries),
    links: [
      counted(of.candidates, 'candidates', `/followup?nextCall=${period}`),
      counted(of.inquiries, 'inquiries', `/inquiryfollowup?nextCall=${period}`),
    ],
  });
  const added = `createdAt=${SINCE_YESTERDAY}`;
  return [
    calls('Calls overdue', overdue, PASSED),
    calls('Calls later today', today, LATER_TODAY),
    { label: 'Interviews today', value: formatNumber(held), links: interviewLinks(interviews) },
    {
      label: 'New since yesterday',
      value: formatNumber(fresh.candidates + fresh.inquiries + fresh.contacts),
      links: [
        counted(fresh.inquiries, 'inquiries', `/inquiry?${added}`),
        counted(fresh.contacts, 'contacts', `/contactsinquiry?${added}`),
        counted(fresh.candidates, 'candidates', `/candidate?${added}`),
      ],
    },
    ...(payments
      ? [
          {
            label: 'To be paid',
            value: formatRupees(payments.rupees),
            links: [
              {
                text: `${counted(payments.people, 'candidates', '').text} to call`,
                path: `/followup?nextCall=${DUE}&paymentStatus=Pending`,
              },
            ],
          },
        ]
      : []),
  ];
}

function interviewLinks(interviews: TodayFigures['interviews']): FigureLink[] {
  if (interviews.length === 0) return [{ text: 'All scheduled', path: '/allscheduledinterview' }];
  const named = interviews.slice(0, interviews.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED);
  const others = interviews.slice(named.length).reduce((sum, { count }) => sum + count, 0);
  return [
    ...named.map(({ interviewer, count }) => ({
      text: `${interviewer ?? 'No interviewer'} ${formatNumber(count)}`,
      path: `${INTERVIEWS}&${new URLSearchParams({ interviewerName: interviewer ?? NONE })}`,
    })),
    ...(others > 0 ? [{ text: `Others ${formatNumber(others)}`, path: INTERVIEWS }] : []),
  ];
}
