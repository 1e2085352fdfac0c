import { indianDayRange } from '#shared/format/dates.ts';

export type Due = 'overdue' | 'today';

/** Whether a call is past its time, or still to be made on this Indian day; null for later ones and for none. */
export function dueOf(nextCall: string | null, now: number): Due | null {
  const time = nextCall === null ? Number.NaN : Date.parse(nextCall);
  if (Number.isNaN(time)) return null;
  if (time < now) return 'overdue';
  return time < Date.parse(indianDayRange(now).to) ? 'today' : null;
}
