import type { ReactNode } from 'react';
import { editDeleteView } from '../../components/data-grid/row-actions.tsx';
import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** The lead statuses that inquiries can have (section 2.22). */
export function LeadStatusesScreen(): ReactNode {
  return (
    <ListScreen
      entity="leadStatus"
      list="leadStatuses"
      heading="Lead Status"
      failure="Failed to fetch lead statuses"
      addLabel="Add Lead Status"
      searchLabel="Search lead statuses"
      numberHeading="Sr No"
      actionHeading="Actions"
      form={form}
      rowActions={editDeleteView}
      deletion={deletion}
    />
  );
}

const form: RecordFormSettings = {
  entity: 'leadStatus',
  sections: [{ title: 'Details', fields: [{ name: 'name', span: 'full' }] }],
  viewSections: [
    {
      title: 'Details',
      fields: [
        { name: '_id', span: 'full' },
        { name: 'name', label: 'Status' },
        { name: 'createdAt', label: 'Created At' },
      ],
    },
  ],
  titles: { add: 'Add Lead Status', edit: 'Edit Lead Status', view: 'View Lead Status' },
  save: { add: 'Save', edit: 'Update' },
  done: {
    add: { title: 'Added!', message: 'Lead status has been added.' },
    edit: { title: 'Updated!', message: 'Lead status updated successfully.' },
  },
  failures: {
    load: 'Failed to fetch lead status',
    save: { add: 'Failed to add lead status', edit: 'Update failed', preferServer: true },
  },
  blank: { field: 'name', reason: 'Write a name to save.' },
};

/** Section 8. */
const deletion: DeletionTexts = {
  title: (name) => `Delete "${name}"?`,
  message: 'This cannot be undone.',
  done: { title: 'Deleted' },
  failure: 'Failed to delete lead status',
};
