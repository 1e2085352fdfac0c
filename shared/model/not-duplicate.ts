import { everything } from '#shared/access/grants.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { list } from './field.ts';

/** Records that somebody has looked at and that are not the same person, any two of them (decision 24). */
export const notDuplicate = defineEntity({
  name: 'notDuplicate',
  label: 'Not a duplicate',
  plural: 'Not duplicates',
  path: 'not-duplicates',
  title: 'records',
  shownWith: ['candidate', 'inquiry'],
  fields: {
    /** Ids of candidates and inquiries. */
    records: list('Records', { required: true }),
  },
  searchScopes: { default: [] },
  lists: {
    notDuplicates: {
      columns: ['records', 'createdAt'],
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'Nothing was said not to be a duplicate',
    },
  },
  access: { 'Super Admin': everything, Admin: everything },
});

export type NotDuplicate = RecordOf<typeof notDuplicate>;
