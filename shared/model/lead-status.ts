import { formatNumber } from '#shared/format/numbers.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { text } from './field.ts';
import { everything, readOnly } from '#shared/access/grants.ts';

/** Section 3.3. Deleting one that inquiries use is refused (decision 10). */
export const leadStatus = defineEntity({
  name: 'leadStatus',
  label: 'Lead Status',
  plural: 'Lead Statuses',
  path: 'lead-status',
  title: 'name',
  fields: {
    name: text('Lead Status', { required: true, unique: true, sortable: true }),
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

/** Why a lead status cannot be deleted: how many inquiries have it (decision 10); null where none has. */
export function leadStatusInUseRefusal(name: string, inquiries: number): string | null {
  if (inquiries === 0) return null;
  return inquiries === 1
    ? `1 inquiry has the lead status "${name}". Give it another one first.`
    : `${formatNumber(inquiries)} inquiries have the lead status "${name}". Give them another one first.`;
}
