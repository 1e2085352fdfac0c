import type { ReactNode } from 'react';
import type { ColumnSettings } from '../../components/data-grid/grid-columns.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { jobDeletion, jobForm } from './job-form.ts';
import { OrderCell } from './order-cell.tsx';

/** Job postings of the public website, in the order in which it shows them (section 2.17). */
export function JobsScreen(): ReactNode {
  return (
    <ListScreen
      entity="job"
      list="jobs"
      heading="Job Management"
      failure="Failed to fetch jobs"
      addLabel="Add Job"
      searchLabel="Search jobs"
      columns={columns}
      narrowLines={2}
      actionHeading="Actions"
      form={jobForm}
      deletion={jobDeletion}
    />
  );
}

const columns: Readonly<Record<string, ColumnSettings>> = {
  order: { width: 96, cell: (row) => <OrderCell key={row._id} row={row} /> },
};
