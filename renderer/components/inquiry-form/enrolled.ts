import { ENROLLED } from '#shared/model/inquiry.ts';
import { becameMark } from '../record-links/became-mark.tsx';

/** Beside the name of an inquiry that was enrolled: the way to the candidate. */
export const enrolledMark = becameMark('inquiry', 'enrolledAs', ENROLLED.yes);

/** The filter by whether an inquiry was enrolled, as lists take it. */
export const enrolledFilter = {
  labels: { enrolledAs: 'Enrolled' },
  options: { enrolledAs: [ENROLLED.yes, ENROLLED.no] },
} as const;
