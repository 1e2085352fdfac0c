import { mayOpen } from '#shared/access/routes.ts';
import { counted } from '#shared/format/counted.ts';
import { indianDayRange } from '#shared/format/dates.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { BEFORE_INTERVIEW_MS, dueThings } from './due-things.ts';

interface DueToday {
  due: number;
  dueText: string;
  /** Milliseconds since 1970 at which it is another, though no record changes. */
  until: number;
}

const CALLS = { label: 'call', plural: 'calls' };
const INTERVIEWS = { label: 'interview', plural: 'interviews' };

/** What the user has to do today, as Today counts it; for who has no such screen, the own interviews. */
export function dueToday(workspace: Workspace, now: number): DueToday {
  const { actor } = workspace;
  // Some of it would be taken for all.
  if (!workspace.cache.position.complete)
    return {
      due: 0,
      dueText: 'Not all records are on this PC yet',
      until: Date.parse(indianDayRange(now).to),
    };
  if (mayOpen('/today', actor.role)) {
    const { calls, interviews, until } = workspace.today.counts('mine', actor, now);
    const toCall = calls.overdue + calls.today;
    const overdue = calls.overdue > 0 ? ` (${calls.overdue} overdue)` : '';
    const dueText = `${counted(CALLS, toCall)}${overdue}, ${counted(INTERVIEWS, interviews)} today`;
    return { due: toCall + interviews, dueText, until: Date.parse(until) };
  }
  const { from, to } = indianDayRange(now);
  const until = Date.parse(to);
  const ofDay = dueThings(
    workspace,
    Date.parse(from) - 1 - BEFORE_INTERVIEW_MS,
    until - 1 - BEFORE_INTERVIEW_MS,
  );
  return { due: ofDay.length, dueText: `${counted(INTERVIEWS, ofDay.length)} today`, until };
}
