import { VisuallyHidden } from '@mantine/core';
import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import type { GridRow } from '../../components/data-grid/list-row.ts';
import { useNow } from '../../components/use-now.ts';
import classes from './inquiries.module.css';

/** "Today" becomes "Yesterday" while the list is open. */
const EVERY_MS = 60_000;

const timeOf = (row: GridRow, name: 'createdAt' | 'updatedAt'): string | null => {
  const value = row[name];
  return typeof value === 'string' ? value : null;
};

function Dates({ row }: { row: GridRow }): ReactNode {
  const created = timeOf(row, 'createdAt');
  const updated = timeOf(row, 'updatedAt');
  const now = useNow(EVERY_MS);
  return (
    <span className={classes.dates}>
      <span title={`Created ${formatDateTime(created)}`}>
        <VisuallyHidden>Created </VisuallyHidden>
        {formatSpokenDateTime(created, now)}
      </span>
      <span title={`Updated ${formatDateTime(updated)}`} className={classes.updated}>
        <VisuallyHidden>Updated </VisuallyHidden>
        {formatSpokenDateTime(updated, now)}
      </span>
    </span>
  );
}

/** When the inquiry came and when it was last changed, in one column (section 2.8). */
export const datesColumn: ColumnSettings = {
  heading: 'Date created plus updated',
  wrapHeading: true,
  width: 168,
  cell: (row) => <Dates row={row} />,
  text: (row) =>
    `${formatDateTime(timeOf(row, 'createdAt'))}, updated ${formatDateTime(timeOf(row, 'updatedAt'))}`,
};
