import { rolesThatOpen } from '#shared/access/routes.ts';
import { candidate } from '#shared/model/candidate.ts';
import type { FormProblem, Suggestion } from '../record-form/form-settings.ts';
import { sameValue, type Values } from '../record-form/form-values.ts';

/** Interviewers: active users whose role opens their interviews. Any other name may be kept as plain text. */
export const interviewerSuggestion: Suggestion = {
  entity: 'user',
  idField: 'interviewerId',
  filter: { isActive: { not: false }, roleName: rolesThatOpen('/upcominginterview') },
  doubt: (text, fits) =>
    fits === 'none'
      ? `No active user named ${text} may open Upcoming Interview. Choose one from the list, or keep it as a plain name.`
      : `Several users fit ${text}. Choose one from the list, or keep it as a plain name.`,
};

/** What belongs to an interview that is scheduled. */
const SCHEDULED_WITH = {
  interviewerName: 'Scheduled needs an interviewer: say who interviews, or choose another status.',
  interviewDate: 'Scheduled needs a date and time: say when the interview is, or choose another status.',
} as const;

/**
 * What a candidate with the status Scheduled lacks. One that lacked it already may stay so while other fields are
 * edited.
 */
export function scheduleProblems(draft: Values, seen: Values): FormProblem[] {
  if (draft['interviewStatus'] !== 'Scheduled') return [];
  const changed = (name: string): boolean => !sameValue(candidate, name, seen[name], draft[name]);
  return Object.entries(SCHEDULED_WITH).flatMap(([field, message]) => {
    const isEmpty = sameValue(candidate, field, draft[field], null);
    return isEmpty && (changed('interviewStatus') || changed(field)) ? [{ field, message }] : [];
  });
}
