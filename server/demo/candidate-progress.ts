import type { Candidate } from '#shared/model/candidate.ts';
import { OFFICE_CLOSES, OFFICE_OPENS, type Calendar } from './calendar.ts';
import { company } from './companies.ts';
import type { Random, Weighted } from './random.ts';
import { atWork, type Team } from './staff.ts';

/** How far a candidate has come; interview, placement, training and payment all follow from it. */
export type Stage = 'enrolled' | 'training' | 'interviewing' | 'offered' | 'placed' | 'inactive';

type InterviewStatus = NonNullable<Candidate['interviewStatus']>;

const stagesByAge: readonly { upTo: number; stages: Weighted<Stage> }[] = [
  { upTo: 4, stages: [['enrolled', 1]] },
  {
    upTo: 25,
    stages: [
      ['enrolled', 58],
      ['training', 40],
      ['inactive', 2],
    ],
  },
  {
    upTo: 110,
    stages: [
      ['enrolled', 4],
      ['training', 52],
      ['interviewing', 35],
      ['inactive', 9],
    ],
  },
  {
    upTo: 250,
    stages: [
      ['training', 11],
      ['interviewing', 44],
      ['offered', 16],
      ['placed', 20],
      ['inactive', 9],
    ],
  },
  {
    upTo: Number.POSITIVE_INFINITY,
    stages: [
      ['interviewing', 21],
      ['offered', 8],
      ['placed', 53],
      ['inactive', 18],
    ],
  },
];

/** The stage of a candidate who came `age` days ago. */
export function stageAt(random: Random, age: number): Stage {
  const row = stagesByAge.find(({ upTo }) => age <= upTo);
  return random.weighted(row?.stages ?? []);
}

const interviewStatuses: Readonly<Record<Stage, Weighted<InterviewStatus>>> = {
  enrolled: [['Not Scheduled', 1]],
  training: [
    ['Not Scheduled', 80],
    ['Scheduled', 13],
    ['Not Answered', 7],
  ],
  interviewing: [
    ['Scheduled', 37],
    ['Cleared', 18],
    ['Not Cleared', 19],
    ['Not Answered', 9],
    ['Not join meet', 9],
    ['Not Scheduled', 8],
  ],
  offered: [
    ['Offer Letter To Be Shared', 36],
    ['Offer Letter Sent', 38],
    ['Offer Letter Accepted', 26],
  ],
  placed: [['Offer Letter Accepted', 1]],
  inactive: [
    ['Not Scheduled', 45],
    ['Not Answered', 30],
    ['Not Cleared', 17],
    ['Not join meet', 8],
  ],
};

/** Statuses of an interview that still lies ahead, that took place, and that never got a date. */
export const interviewTense = (status: InterviewStatus): 'ahead' | 'past' | 'none' => {
  if (status === 'Scheduled') return 'ahead';
  return status === 'Not Scheduled' || status === 'Not Answered' ? 'none' : 'past';
};

export type Interview = Pick<
  Candidate,
  'interviewStatus' | 'interviewerName' | 'interviewerId' | 'interviewDate'
>;

/** Interviews start on the half hour, 10:00 am to 6:30 pm. */
const interviewMinutes = (random: Random): number => OFFICE_OPENS + 30 * random.integer(0, 17);

/** The interview of a candidate who came on `cameOn` (a day counted from today). */
export function interview(
  random: Random,
  calendar: Calendar,
  team: Team,
  stage: Stage,
  cameOn: number,
): Interview {
  const interviewStatus = random.weighted(interviewStatuses[stage]);
  const tense = interviewTense(interviewStatus);
  if (tense === 'none') {
    return { interviewStatus, interviewerName: null, interviewerId: null, interviewDate: null };
  }
  const day = tense === 'ahead' ? dayAhead(random, calendar) : dayBefore(random, stage, cameOn);
  const interviewer = atWork(random, team.interviewers, day);
  const isUndated = tense === 'ahead' && random.chance(0.04);
  return {
    interviewStatus,
    interviewerName: interviewer.name,
    interviewerId: interviewer._id,
    interviewDate: isUndated ? null : calendar.time(day, interviewMinutes(random)),
  };
}

function dayAhead(random: Random, calendar: Calendar): number {
  const day = random.weighted([
    [0, 14],
    [1, 18],
    [2, 14],
    [random.integer(3, 7), 34],
    [random.integer(8, 16), 20],
  ]);
  return calendar.workingDay(day);
}

/** Days after the candidate came, before which nobody is interviewed at that stage. */
const daysBeforeInterview: Readonly<Record<Stage, number>> = {
  enrolled: 1,
  training: 10,
  interviewing: 20,
  offered: 60,
  placed: 60,
  inactive: 10,
};

/** After some training, and for one who is still being interviewed not long ago. */
function dayBefore(random: Random, stage: Stage, cameOn: number): number {
  const longestAgo = Math.max(1, -cameOn - daysBeforeInterview[stage]);
  const recent = stage === 'interviewing' || stage === 'offered' ? 45 : 400;
  return -random.integer(1, Math.min(longestAgo, recent));
}

export type Placement = Pick<Candidate, 'placementStatus' | 'company' | 'ctc'>;

/** Only who has an offer has a company and a package; only who joined is Placed. */
export function placement(random: Random, stage: Stage, experience: Candidate['experience']): Placement {
  switch (stage) {
    case 'placed':
    case 'offered': {
      const placementStatus = stage === 'placed' ? 'Placed' : 'In Progress';
      return { placementStatus, company: company(random).name, ctc: packageOf(random, experience) };
    }
    case 'interviewing':
      return {
        placementStatus: random.chance(0.86) ? 'In Progress' : 'Not Placed',
        company: null,
        ctc: null,
      };
    case 'training':
      return { placementStatus: random.chance(0.35) ? 'In Progress' : null, company: null, ctc: null };
    case 'enrolled':
      return { placementStatus: null, company: null, ctc: null };
    case 'inactive':
      return { placementStatus: random.chance(0.6) ? 'Not Placed' : null, company: null, ctc: null };
  }
}

const lakhs: Readonly<Record<NonNullable<Candidate['experience']>, readonly [number, number]>> = {
  Fresher: [24, 52],
  '0-1 years': [28, 60],
  '1-3 years': [42, 88],
  '3-5 years': [70, 140],
  '5+ years': [110, 220],
};

function packageOf(random: Random, experience: Candidate['experience']): string {
  const [least, most] = lakhs[experience ?? 'Fresher'];
  return `${random.integer(least, most) / 10} LPA`;
}

const callChance: Readonly<Record<Stage, number>> = {
  enrolled: 0.85,
  training: 0.45,
  interviewing: 0.72,
  offered: 0.6,
  placed: 0,
  inactive: 0.3,
};

/** The next call: some overdue, many today and in the coming days, in office hours. */
export function nextCall(random: Random, calendar: Calendar, stage: Stage): string | null {
  return random.chance(callChance[stage]) ? callTime(random, calendar) : null;
}

/** A time for a call, on the quarter hour. */
export function callTime(random: Random, calendar: Calendar): string {
  const day = random.weighted([
    [-random.integer(1, 4), 8],
    [0, 16],
    [1, 18],
    [random.integer(2, 4), 28],
    [random.integer(5, 18), 30],
  ]);
  const slots = (OFFICE_CLOSES - OFFICE_OPENS) / 15 - 1;
  return calendar.time(calendar.workingDay(day), OFFICE_OPENS + 15 * random.integer(0, slots));
}
