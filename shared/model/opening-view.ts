import type { Grant } from './entity.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { reference, text } from './field.ts';

const own: readonly Grant[] = [
  { rows: { whereUserIs: 'owner' }, read: 'all', set: 'all', create: true, delete: true },
];

/** Which view of a list opens first for a user (decision 25). Of several of one list the latest counts. */
export const openingView = defineEntity({
  name: 'openingView',
  label: 'View that opens first',
  plural: 'Views that open first',
  path: 'opening-views',
  title: 'list',
  shownWith: ['savedView'],
  fields: {
    /** Of which list, as `listKey` calls it. */
    list: text('List', { required: true, indexed: true }),
    /** Empty for the list as it is by itself. */
    savedView: reference('View', { entity: 'savedView', display: 'name' }),
    owner: reference(
      'Owner',
      { entity: 'user', display: 'name' },
      { serverSet: true, ofAuthor: true, indexed: true },
    ),
  },
  searchScopes: { default: [] },
  lists: {
    openingViews: {
      columns: ['list', 'savedView', 'updatedAt'],
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No view opens first',
    },
  },
  access: { 'Super Admin': own, Admin: own, HR: own, Employee: own },
});

export type OpeningView = RecordOf<typeof openingView>;
