import { defineEntity, type RecordOf } from './entity.ts';
import { text } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/**
 * Section 3.3. A link may be any text and lack its scheme: https:// is put before it when it is opened (2.21). What a
 * browser would run is not kept.
 */
export const dataLink = defineEntity({
  name: 'dataLink',
  label: 'Data link',
  plural: 'Data links',
  path: 'links',
  title: 'purpose',
  fields: {
    purpose: text('Purpose', { required: true, sortable: true }),
    link: text('Link', { required: true, maxLength: 2_000, isLink: true }),
  },
  requiredMessage: 'Link and Purpose are required',
  searchScopes: { default: ['link', 'purpose'] },
  lists: {
    links: {
      columns: ['purpose', 'link', 'createdAt'],
      headings: { createdAt: 'Created' },
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No links found',
      pageSizes: [20, 10],
    },
  },
  access: { 'Super Admin': everything, Admin: everything, HR: everything },
});

export type DataLink = RecordOf<typeof dataLink>;
