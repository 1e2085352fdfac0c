import { formatDateTime, formatTime, spokenWithin } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { SyncStatus } from '#shared/protocol/sync-calls.ts';

/** `good`: up to date. `busy`: on its way. `calm`: working without the server. `ask`: the user has to do something. */
export type SyncTone = 'good' | 'busy' | 'calm' | 'ask';

export interface SyncWords {
  text: string;
  tone: SyncTone;
  /** What waits for the user, told beside the state; null where nothing does. */
  attention: string | null;
}

/** Whether a first sync was cut off: not all records are here, and no more come for now. What else keeps them is said there. */
export const lacksRecords = ({ state, syncedAt }: Pick<SyncStatus, 'state' | 'syncedAt'>): boolean =>
  syncedAt === null && (state === 'offline' || state === 'sign-in');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function plural(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const changes = (count: number): string => plural(count, 'change', 'changes');

/** `just now`, `2 min ago`, `3 h ago`, else the date. A time a little ahead of this PC's clock is now. */
export function agoText(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < MINUTE_MS) return 'just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < 12 * HOUR_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  return spokenWithin(iso, now);
}

/** The indicator's few words for the state of sync; `now` in milliseconds since 1970. */
export function syncWords(status: SyncStatus, now: number): SyncWords {
  const attention =
    status.attention > 0
      ? `${formatNumber(status.attention)} ${status.attention === 1 ? 'needs' : 'need'} attention`
      : null;
  return { ...stateWords(status, now), attention };
}

function stateWords(status: SyncStatus, now: number): Omit<SyncWords, 'attention'> {
  const { state, waiting, syncedAt } = status;
  const waits = waiting > 0 ? ` · ${changes(waiting)} waiting` : '';
  // How old the records are matters only while nothing comes.
  const since = syncedAt ? ` · last synced ${agoText(syncedAt, now)}` : '';
  switch (state) {
    case 'idle':
      return { text: 'Not syncing', tone: 'calm' };
    case 'live':
      if (waiting > 0) return { text: `Sending ${changes(waiting)}…`, tone: 'busy' };
      if (status.clockAhead !== null) return { text: 'Synced · this PC’s clock is wrong', tone: 'ask' };
      return { text: 'Synced', tone: 'good' };
    case 'syncing':
      return { text: 'Syncing…', tone: 'busy' };
    case 'first-sync':
      return { text: progressText(status.progress), tone: 'busy' };
    case 'offline':
      return { text: `Offline${waits}${since}`, tone: 'calm' };
    case 'sign-in':
      return { text: `Sign in again to sync${waits}${since}`, tone: 'ask' };
    case 'set-up':
      return { text: `Set up two-step sign-in to sync${waits}${since}`, tone: 'ask' };
    case 'too-old':
      return { text: `This PC is too old for the server: update it${waits}`, tone: 'ask' };
    case 'halted':
      return { text: 'Sync waits for your answer', tone: 'ask' };
  }
}

/** `12,000 of 1,00,000`, with Indian grouping. */
export function progressText(progress: SyncStatus['progress']): string {
  if (!progress) return 'First sync…';
  const done = formatNumber(progress.done);
  return progress.total === null
    ? `First sync: ${done}`
    : `First sync: ${done} of ${formatNumber(progress.total)}`;
}

/** How far the first sync is, 0 to 100; null where the server has not said how much there is. */
export function progressPercent(progress: SyncStatus['progress']): number | null {
  if (!progress?.total) return null;
  return Math.min(100, (progress.done / progress.total) * 100);
}

function keptSentence(waiting: number): string {
  if (waiting === 0) return '';
  return waiting === 1
    ? ' 1 change is kept on this PC until it can be sent.'
    : ` ${changes(waiting)} are kept on this PC until they can be sent.`;
}

/** The state as full sentences, for the panel. */
export function syncSentence(status: SyncStatus): string {
  const since = status.syncedAt ? ` The last sync was on ${formatDateTime(status.syncedAt)}.` : '';
  const kept = keptSentence(status.waiting);
  switch (status.state) {
    case 'idle':
      return 'Nobody is signed in, so nothing is synced.';
    case 'live':
      return `This PC is connected and up to date.${kept}${since}`;
    case 'syncing':
      return `This PC is exchanging changes with the server.${since}`;
    case 'first-sync':
      return 'Your records are being copied to this PC. You can start to work already; lists fill as they arrive.';
    case 'offline':
      return `The server cannot be reached, and you can go on working.${kept}${since}`;
    case 'sign-in':
      return `The server asks you to sign in again. Log out and sign in to go on syncing.${kept}${since}`;
    case 'set-up':
      return `Your role needs two-step sign-in. Set it up in My details to go on syncing.${kept}${since}`;
    case 'too-old':
      return `This PC is too old for the server: update it. Choose “Restart to update” in the menu at your name where it stands there; else ask your administrator for the installer of the new version. You can go on working.${kept}${since}`;
    case 'halted':
      return `Sync has stopped to ask you something first.${kept}${since}`;
  }
}

/** What to do about a clock that is not the server's; null where it is. `now` in milliseconds since 1970, as this PC has it. */
export function clockSentence(clockAhead: number | null, now: number): string | null {
  if (clockAhead === null) return null;
  const [here, there] = [now, now - clockAhead].map((time) => formatDateTime(new Date(time).toISOString()));
  return `This PC’s clock says ${here}; the server’s says ${there}. “Today”, “tomorrow” and reminders go by this PC’s: set it right in the system’s settings. If it is right, tell your administrator.`;
}

/** Beside Sync now, where the server did not answer; `at` is an ISO time. */
export function triedSentence(at: string): string {
  return `No answer at ${formatTime(at)}. It is tried again by itself.`;
}

/** The question at Logout while changes wait. */
export function unsentQuestion(waiting: number): { title: string; message: string } {
  if (waiting === 1) {
    return {
      title: '1 change not sent yet',
      message:
        '1 change has not reached the server. It stays on this PC and will be sent when you sign in here again.',
    };
  }
  const count = waiting > 0 ? changes(waiting) : 'Some changes';
  return {
    title: `${count} not sent yet`,
    message: `${count} have not reached the server. They stay on this PC and will be sent when you sign in here again.`,
  };
}
