import type { Candidate } from '#shared/model/candidate.ts';
import type { Calendar } from './calendar.ts';
import type { Stage } from './candidate-progress.ts';
import { batchTimes, courses, courseWeights, type Course } from './courses.ts';
import type { Random, Weighted } from './random.ts';

export type Training = Pick<
  Candidate,
  | 'enrolledCourse'
  | 'trainingMode'
  | 'trainer'
  | 'batchTime'
  | 'startDate'
  | 'trainingTime'
  | 'coreskill'
  | 'trainingStatus'
>;

/** Course, batch and state of the training of a candidate who came on `cameOn` (a day counted from today). */
export function training(random: Random, calendar: Calendar, stage: Stage, cameOn: number): Training {
  const main = random.weighted(courseWeights);
  const second = random.chance(0.22) ? random.weighted(courseWeights) : main;
  const enrolledCourse: Course[] = second === main ? [main] : [main, second];
  const offer = courses[main];
  const isEnrolled = stage === 'enrolled';
  // A new batch starts within a fortnight; one that has started did so by yesterday.
  const startDay = isEnrolled ? random.integer(1, 12) : Math.min(-1, cameOn + random.integer(1, 14));
  const startHour = random.pick([8, 10, 12.5, 15, 18.5]);
  return {
    enrolledCourse,
    trainingMode: random.weighted([
      ['Online', 46],
      ['Offline', 38],
      ['Hybrid', 16],
    ]),
    trainer: isEnrolled && random.chance(0.4) ? null : random.pick(offer.trainers),
    batchTime: isEnrolled && random.chance(0.3) ? null : random.pick(batchTimes),
    startDate: calendar.time(calendar.workingDay(startDay), startHour * 60),
    trainingTime: random.pick(offer.trainingTimes),
    coreskill: random.several(offer.skills, random.integer(2, 4)).join(', '),
    trainingStatus: trainingStatus(random, stage),
  };
}

function trainingStatus(random: Random, stage: Stage): Training['trainingStatus'] {
  switch (stage) {
    case 'enrolled':
      return 'Not Started';
    case 'training':
      return 'Started';
    case 'inactive':
      return random.chance(0.7) ? 'Started' : 'Completed';
    default:
      return random.chance(0.9) ? 'Completed' : 'Started';
  }
}

export type Payment = Pick<Candidate, 'fee' | 'recievedAmount' | 'paymentStatus'>;

const paymentStatuses: Readonly<Record<Stage, Weighted<NonNullable<Candidate['paymentStatus']>>>> = {
  enrolled: [
    ['Not Paid', 42],
    ['Partially Paid', 48],
    ['Fully Paid', 10],
  ],
  training: [
    ['Not Paid', 6],
    ['Partially Paid', 60],
    ['Fully Paid', 34],
  ],
  interviewing: [
    ['Partially Paid', 37],
    ['Fully Paid', 63],
  ],
  offered: [
    ['Partially Paid', 24],
    ['Fully Paid', 76],
  ],
  placed: [
    ['Partially Paid', 10],
    ['Fully Paid', 90],
  ],
  inactive: [
    ['Not Paid', 24],
    ['Partially Paid', 58],
    ['Fully Paid', 18],
  ],
};

/** Fees and instalments are agreed in steps of 500 rupees. */
const STEP = 500;

/** The fee of the main course, sometimes with something for the second, and what has been paid of it. */
export function payment(random: Random, stage: Stage, enrolledCourse: readonly Course[]): Payment {
  if (stage === 'enrolled' && random.chance(0.06)) {
    return { fee: null, recievedAmount: null, paymentStatus: 'Not Paid' };
  }
  const [least, most] = courses[enrolledCourse[0] ?? 'Other'].fee;
  const extra = enrolledCourse.length > 1 ? 10_000 : 0;
  const fee = Math.min(85_000, random.integer(least / STEP, most / STEP) * STEP + extra);
  const paymentStatus = random.weighted(paymentStatuses[stage]);
  return { fee, recievedAmount: received(random, paymentStatus, fee), paymentStatus };
}

function received(random: Random, status: Payment['paymentStatus'], fee: number): number {
  if (status === 'Fully Paid') return fee;
  if (status !== 'Partially Paid') return 0;
  // Instalments are mostly round: thousands, at times five hundreds.
  const step = random.chance(0.8) ? 1000 : STEP;
  const paid = Math.round((fee * random.integer(15, 85)) / 100 / step) * step;
  return Math.min(Math.max(paid, step), fee - STEP);
}
