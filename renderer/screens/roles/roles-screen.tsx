import { opensOnly } from '#shared/access/roles.ts';
import { builtInRoleRefusal, role, roleInUseRefusal } from '#shared/model/role.ts';
import { useCallback, type ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { editDeleteView, type RowAction } from '../../components/data-grid/row-actions.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { roleDeletion, roleForm } from './role-form.tsx';
import classes from './roles.module.css';
import { useRoleHolders } from './use-role-holders.ts';

/** Role Management (section 2.13). Actions that the server refuses are disabled, with its reason. */
export function RolesScreen(): ReactNode {
  const holders = useRoleHolders();
  const rowActions = useCallback(
    (standard: readonly RowAction[]): readonly RowAction[] => {
      const refused = (row: GridRow): string | null => {
        const name = titleOf(role, row);
        return builtInRoleRefusal(name, 'deleted') ?? roleInUseRefusal(name, holders?.get(name) ?? []);
      };
      return editDeleteView(standard).map((action) =>
        action.label === 'Delete' ? { ...action, disabledReason: refused } : action,
      );
    },
    [holders],
  );
  return (
    <ListScreen
      entity="role"
      list="roles"
      heading="Role Management"
      failure="Failed to fetch roles"
      addLabel="Add Role"
      searchLabel="Search roles"
      numberHeading="Sr No"
      actionHeading="Actions"
      columns={columns}
      form={roleForm}
      deletion={roleDeletion}
      rowActions={rowActions}
    />
  );
}

const columns: Readonly<Record<string, ColumnSettings>> = { name: { cell: (row) => <Name row={row} /> } };

/** The name, and of a role of one's own making what it opens. */
function Name({ row }: { row: GridRow }): ReactNode {
  const name = titleOf(role, row);
  const opens = opensOnly(name);
  return (
    <>
      {name}
      {opens !== null && <span className={classes.note}>{opens}</span>}
    </>
  );
}
