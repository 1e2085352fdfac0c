import { defineEntity, type RecordOf } from './entity.ts';
import { text } from './field.ts';
import { everything, readOnly } from '#shared/access/grants.ts';

/** Section 3.3. Deleting one that inquiries use is refused (decisions). */
export const leadStatus = defineEntity({
  name: 'leadStatus',
  label: 'Lead Status',
  plural: 'Lead Statuses',
  path: 'lead-status',
  title: 'name',
  fields: {
    name: text('Lead Status', { required: true, sortable: true }),
  },
  searchScopes: { default: ['name'] },
  lists: {
    leadStatuses: {
      columns: ['name'],
      filters: [],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No lead statuses found',
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: readOnly },
});

export type LeadStatus = RecordOf<typeof leadStatus>;
