import type { ReactNode } from 'react';
import { employeeColumns } from '../../components/people/employee-columns.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
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
    />
  );
}
