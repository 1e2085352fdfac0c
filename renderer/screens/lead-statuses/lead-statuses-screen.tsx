import { leadStatus } from '#shared/model/lead-status.ts';
import { useCallback, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { titleOf, type GridRow } from '../../components/data-grid/list-row.ts';
import { editDeleteView, type RowAction } from '../../components/data-grid/row-actions.tsx';
import { deleteRecord, type DeletionTexts } from '../../components/list-screen/delete-record.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { showFailure } from '../../components/messages/messages.tsx';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { ReplaceStatusDialog, type StatusInUse } from './replace-status-dialog.tsx';

/** The lead statuses that inquiries can have (section 2.22). */
export function LeadStatusesScreen(): ReactNode {
  const [inUse, setInUse] = useState<StatusInUse | null>(null);
  const rowActions = useCallback(
    (standard: readonly RowAction[]): readonly RowAction[] =>
      editDeleteView(standard).map((action) =>
        action.label === 'Delete' ? { ...action, run: (row) => void remove(row, setInUse) } : action,
      ),
    [],
  );
  return (
    <>
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
        rowActions={rowActions}
        deletion={deletion}
      />
      {inUse && <ReplaceStatusDialog key={inUse.id} status={inUse} onClose={() => setInUse(null)} />}
    </>
  );
}

/** Deletes a lead status; one that inquiries have is handed to `ask` instead. */
async function remove(row: GridRow, ask: (status: StatusInUse) => void): Promise<void> {
  const status = { id: row._id, name: titleOf(leadStatus, row) };
  try {
    const { total } = await bridge.call('records.count', {
      entity: 'inquiry',
      list: 'inquiries',
      filter: { leadStatus: row._id },
    });
    if (total > 0) ask({ ...status, inquiries: total });
    else await deleteRecord('leadStatus', status, deletion);
  } catch (error) {
    showFailure(deletion.failure, error, () => remove(row, ask));
  }
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
