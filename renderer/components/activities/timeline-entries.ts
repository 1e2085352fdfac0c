import { indianDate } from '#shared/format/dates.ts';
import type { RecordView } from '#shared/protocol/record-view.ts';
import type { HistoryEntry } from '#shared/protocol/history.ts';

export type TimelineEntry =
  | { at: string; activity: RecordView; change?: never }
  | { at: string; change: HistoryEntry; activity?: never };

export interface TimelineDay {
  /** `YYYY-MM-DD`, in India. */
  day: string;
  entries: TimelineEntry[];
}

/** The newest of each kind, newest first, and whether there are older ones that are not fetched yet. */
interface Fetched<Entry> {
  entries: readonly Entry[];
  more: boolean;
}

/**
 * Activities and changes as one list, newest first, by day. What may have something between it and the entry above that
 * is not fetched yet waits for that: `older` says of which kind the next page is to be asked for.
 */
export function timelineOf(
  activities: Fetched<RecordView>,
  changes: Fetched<HistoryEntry>,
): { days: TimelineDay[]; older: 'activities' | 'changes' | null } {
  const done = activities.entries.map((activity): TimelineEntry => ({ at: timeOf(activity), activity }));
  const changed = changes.entries.map((change): TimelineEntry => ({ at: change.at, change }));
  const endOf = (entries: readonly TimelineEntry[], more: boolean): string =>
    more ? (entries.at(-1)?.at ?? '') : '';
  const ends = { activities: endOf(done, activities.more), changes: endOf(changed, changes.more) };
  const known = ends.activities > ends.changes ? ends.activities : ends.changes;
  const days: TimelineDay[] = [];
  for (const entry of [...done, ...changed].toSorted(newestFirst)) {
    if (entry.at < known) break;
    const day = indianDate(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  if (known === '') return { days, older: null };
  return { days, older: ends.activities === known ? 'activities' : 'changes' };
}

function newestFirst(one: TimelineEntry, other: TimelineEntry): number {
  if (one.at === other.at) return 0;
  return one.at < other.at ? 1 : -1;
}

function timeOf({ record }: RecordView): string {
  return typeof record['at'] === 'string' ? record['at'] : '';
}
