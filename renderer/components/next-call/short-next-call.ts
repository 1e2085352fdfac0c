import { formatDate, formatSpokenDateTime } from '#shared/format/dates.ts';
import { dueOf } from './due.ts';

/** A next call in few words, for a list that has no room for the whole date. */
export interface ShortNextCall {
  words: string;
  due: ReturnType<typeof dueOf>;
}

/**
 * `Overdue · 3 Aug`, `Overdue · 10:15 am` for earlier today, `Today 4:30 pm`, `12 Aug, 11:00 am`. The year stands only
 * where it is another one than now.
 */
export function shortNextCall(at: string, now: number): ShortNextCall {
  const due = dueOf(at, now);
  const year = formatDate(new Date(now).toISOString()).slice(-4);
  const spoken = formatSpokenDateTime(at, now).replace(` ${year},`, ',');
  return { due, words: due === 'overdue' ? `Overdue · ${sinceWhen(spoken)}` : spoken };
}

/** Of today the time, of earlier days the day: nobody is called at the time that was missed. */
function sinceWhen(spoken: string): string {
  if (spoken.startsWith('Today ')) return spoken.slice('Today '.length);
  return spoken.startsWith('Yesterday ') ? 'Yesterday' : (spoken.split(',')[0] ?? spoken);
}
