import { formatDateTime } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { useNow } from '../use-now.ts';
import { shortNextCall } from './short-next-call.ts';

const EVERY_MS = 30_000;

/** Shown where no call is planned, as in section 2.9. */
const NONE = 'N/A';

function ShortNextCall({ at }: { at: string }): ReactNode {
  const { words, due } = shortNextCall(at, useNow(EVERY_MS));
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {due ? <StatusBadge word={words} tone={due === 'overdue' ? 'bad' : 'attention'} /> : words}
    </time>
  );
}

/** The Next Call Date column of a list with many others: an overdue call and one of today are marked. */
export const shortNextCallColumn: ColumnSettings = {
  width: 170,
  emptyText: NONE,
  cell: (row) => (typeof row['nextCall'] === 'string' ? <ShortNextCall at={row['nextCall']} /> : NONE),
};
