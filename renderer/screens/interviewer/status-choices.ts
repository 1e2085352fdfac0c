import { INTERVIEWER_STATUSES } from '#shared/model/candidate.ts';

/** What interviewers may choose: the statuses of section 4, and those that stand there already. */
export function statusChoices(...present: readonly unknown[]): string[] {
  const standing = present.filter((value) => typeof value === 'string' && value !== '');
  return [...new Set<string>([...INTERVIEWER_STATUSES, ...standing.map(String)])];
}
