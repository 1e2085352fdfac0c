import { roleAssignment } from '#shared/model/role-assignment.ts';
import type { ReactNode } from 'react';
import { ASSIGNMENT_FAILURE, assignmentDeletion } from '../../components/people/assignment-deletion.ts';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { CopyButton } from '../../components/record-links/copy-button.tsx';
import { assignmentForm } from './assignment-form.ts';
import classes from './assign-roles.module.css';

/** Assign Role Management (section 2.14). */
export function AssignRolesScreen(): ReactNode {
  return (
    <ListScreen
      entity="roleAssignment"
      list="roleAssignments"
      heading="Assign Role Management"
      failure={ASSIGNMENT_FAILURE}
      addLabel="Assign Role"
      searchLabel="Search name, email or role"
      filtersFromData={filtersFromData}
      actionHeading="Actions"
      columns={columns}
      narrowLines={2}
      form={assignmentForm}
      deletion={assignmentDeletion}
    />
  );
}

const filtersFromData = ['roleName'];

const columns: Readonly<Record<string, ColumnSettings>> = {
  userName: { emptyText: 'Unknown', opens: true },
  // Its cell has a button of its own.
  userEmail: { cell: (row) => <Email row={row} />, opens: false },
};

function Email({ row }: { row: GridRow }): ReactNode {
  const email = titleOf(roleAssignment, row);
  const { userName } = row;
  return (
    <span className={classes.email}>
      <span className={classes.address}>{email}</span>
      <CopyButton
        text={email}
        label={`Copy email of ${typeof userName === 'string' ? userName : email}`}
        inGrid
      />
    </span>
  );
}
