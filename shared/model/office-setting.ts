import { everything } from '#shared/access/grants.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { option } from './field.ts';

/** After how many months without contact an inquiry may be proposed for erasure. */
export const ERASURE_MONTHS = ['3', '6', '9', '12', '18', '24', '36', '48', '60', '84', '120'] as const;

/**
 * What a Super Admin decides for the whole office (decision 34). Of several records, which two desks may make while they are
 * apart, the first one counts.
 */
export const officeSetting = defineEntity({
  name: 'officeSetting',
  label: 'Office setting',
  plural: 'Office settings',
  path: 'office-settings',
  // There is one, and it has no name: it goes by its label.
  title: 'eraseAfterMonths',
  // It has a dialog, and no screen.
  shownWith: [],
  fields: {
    /** Empty: nothing is proposed. */
    eraseAfterMonths: option('Months without contact', ERASURE_MONTHS),
  },
  searchScopes: { default: [] },
  lists: {
    officeSettings: {
      columns: ['eraseAfterMonths', 'updatedAt'],
      filters: [],
      sort: { field: 'createdAt', direction: 'asc' },
      emptyText: 'Nothing has been decided',
    },
  },
  access: { 'Super Admin': everything },
});

export type OfficeSetting = RecordOf<typeof officeSetting>;
