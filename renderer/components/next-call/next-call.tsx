import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { useNow } from '../use-now.ts';
import { dueOf } from './due.ts';
import classes from './next-call.module.css';

const EVERY_MS = 30_000;

/** Shown where no call is planned (section 2.9). */
const NONE = 'N/A';

/** When the next call is due. An overdue one and one of today are marked, by word and colour. */
export function NextCall({ at }: { at: string | null }): ReactNode {
  const now = useNow(EVERY_MS);
  if (at === null) return NONE;
  const due = dueOf(at, now);
  return (
    <span className={classes.call} data-parts="">
      <time dateTime={at} title={formatDateTime(at)}>
        {formatSpokenDateTime(at, now)}
      </time>
      {due === 'overdue' && <StatusBadge word="Overdue" tone="bad" />}
      {due === 'today' && <StatusBadge word="Due today" tone="attention" />}
    </span>
  );
}

/** The Next Call column of both follow-up lists, with the whole date and time (section 2.9). */
export const nextCallColumn: ColumnSettings = {
  width: 282,
  emptyText: NONE,
  parts: true,
  cell: (row) => <NextCall at={typeof row['nextCall'] === 'string' ? row['nextCall'] : null} />,
};

/** The same in tall rows, where the mark stands below the time. */
export const stackedNextCallColumn: ColumnSettings = {
  flex: 0.8,
  minWidth: 112,
  emptyText: NONE,
  parts: true,
  ...(nextCallColumn.cell ? { cell: nextCallColumn.cell } : {}),
};
