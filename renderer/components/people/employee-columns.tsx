import { user as userEntity } from '#shared/model/user.ts';
import type { ReactNode } from 'react';
import type { ColumnSettings } from '../data-grid/grid-columns.tsx';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import classes from './employee-columns.module.css';
import { StatusBadge } from '../status-badge/status-badge.tsx';

/** Columns of the lists of employees: who is no longer active is marked beside the name. */
export const employeeColumns: Readonly<Record<string, ColumnSettings | false>> = {
  name: { cell: (row) => <Name row={row} />, flex: 0.95, minWidth: 145 },
  email: { flex: 1.1, minWidth: 140 },
  // Most meeting links differ only at their end.
  meetingLink: { flex: 1.35, minWidth: 100 },
  roleName: { width: 106 },
  isActive: false,
};

function Name({ row }: { row: GridRow }): ReactNode {
  const name = titleOf(userEntity, row);
  if (row['isActive'] !== false) return name;
  return (
    <span className={classes.inactive}>
      <span className={classes.name}>{name}</span>
      <StatusBadge word="Inactive" tone="neutral" />
    </span>
  );
}
