import { mayOpen, pathShowing } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';
import { formatSpokenDateTime, spokenWithin } from '#shared/format/dates.ts';
import { counted } from '#shared/format/counted.ts';
import type { ReminderKind, ShownReminder } from '#shared/window/desktop-settings.ts';
import { openAddress } from '#shared/window/record-links.ts';
import type { DueThing } from './due-things.ts';

const NOUNS: Readonly<Record<ReminderKind, { label: string; plural: string }>> = {
  calls: { label: 'follow-up call', plural: 'follow-up calls' },
  interviews: { label: 'interview', plural: 'interviews' },
  payments: { label: 'payment', plural: 'payments' },
};

/** Ends the key of an interview: a call may be planned for the same minute. A payment is told in place of a call. */
const INTERVIEW = '/interview';

/** What one thing is known by: at another time it is another. */
export const keyOf = ({ kind, entity, id, at }: DueThing): string =>
  `${entity}/${id}/${at}${kind === 'interviews' ? INTERVIEW : ''}`;

/** The key that an interview has whose key earlier versions wrote like that of a call. */
export const asInterview = (key: string): string => (key.endsWith(INTERVIEW) ? key : `${key}${INTERVIEW}`);

/** The time within a key, as an ISO time. */
export const timeOfKey = (key: string): string => key.split('/')[2] ?? '';

/**
 * One reminder for all that is due: it names a single one, and counts several.
 * @param isAll false where more is due than these
 */
export function wordsFor(
  things: readonly DueThing[],
  { now, role, isLocked, isAll = true }: { now: number; role: Role; isLocked: boolean; isAll?: boolean },
): ShownReminder {
  const [only] = things;
  if (!only || things.length > 1) {
    const list = mayOpen('/today', role) ? '/today' : (pathShowing('candidate', role) ?? '/dashboard');
    return {
      key: null,
      title: isAll ? `${things.length} things are due` : `More than ${things.length} things are due`,
      unnamed: null,
      body: isAll ? summaryOf(things) : 'The list has all of them.',
      address: list,
    };
  }
  const { kind, entity, id, at, name } = only;
  const address = openAddress({ entity, id });
  const key = keyOf(only);
  const when = formatSpokenDateTime(at, now);
  // Whoever passes by a locked PC reads no names.
  const unnamed = `1 ${NOUNS[kind].label} is due`;
  if (isLocked) return { key, title: unnamed, unnamed: null, body: when, address };
  const about = { key, unnamed, address };
  if (kind === 'calls') return { ...about, title: `Call ${name}`, body: `Follow-up call: ${when}` };
  if (kind === 'interviews') return { ...about, title: `Interview with ${name}`, body: when };
  return { ...about, title: `Payment of ${name}`, body: `It was promised for ${spokenWithin(at, now)}` };
}

/** `3 follow-up calls, 1 interview` */
function summaryOf(things: readonly DueThing[]): string {
  return (Object.keys(NOUNS) as ReminderKind[])
    .map((kind) => [kind, things.filter((thing) => thing.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(NOUNS[kind], count))
    .join(', ');
}
