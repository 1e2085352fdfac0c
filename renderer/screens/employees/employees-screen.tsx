import { user } from '#shared/model/user.ts';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { titleOf } from '../../components/data-grid/list-row.ts';
import type { RowAction } from '../../components/data-grid/row-actions.tsx';
import { employeeColumns } from '../../components/people/employee-columns.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { ask } from '../../components/whose/dialogs.ts';
import { employeeDeletion, employeeForm } from './employee-form.ts';

/** Employee Management (section 2.15), and the only place of users.csv (decision 12). */
export function EmployeesScreen(): ReactNode {
  return (
    <ListScreen
      entity="user"
      list="employees"
      heading="Employee Management"
      failure="Failed to fetch Employee"
      addLabel="Add Employee"
      searchLabel="Search by name or email"
      actionHeading="Actions"
      columns={employeeColumns}
      narrowLines={2}
      form={employeeForm}
      deletion={employeeDeletion}
      rowActions={withHandOver}
    />
  );
}

/** What somebody who leaves has goes to a colleague before the account goes. */
const handOver: RowAction = {
  label: 'Hand over from',
  icon: IconArrowsExchange,
  run: (row) => ask({ what: 'hand over', from: { _id: row._id, name: titleOf(user, row) } }),
};

const withHandOver = (standard: readonly RowAction[]): readonly RowAction[] => [
  ...standard.filter(({ danger }) => !danger),
  handOver,
  ...standard.filter(({ danger }) => danger),
];
