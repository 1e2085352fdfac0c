import type { Grant } from './entity.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { longText, options, reference, text } from './field.ts';
import { viewSettingsSchema } from './view-settings.ts';

/** The roles that have lists, and so views of them. */
export const VIEW_ROLES = ['Super Admin', 'Admin', 'HR', 'Employee'] as const;

const shared: Grant = { rows: { whereRoleIsIn: 'sharedWith' }, read: 'all', set: 'none' };
const own: Grant = { rows: { whereUserIs: 'owner' }, read: 'all', set: 'all', create: true, delete: true };
const ownUnshared: Grant = { ...own, set: { except: 'sharing' } };

/** Filters, search, order and columns of a list under a name: somebody's own, or shared with roles (decision 25). */
export const savedView = defineEntity({
  name: 'savedView',
  label: 'View',
  plural: 'Views',
  path: 'views',
  title: 'name',
  // It has a place in its list, and no screen.
  shownWith: [],
  fields: {
    name: text('Name', { required: true, sortable: true, maxLength: 60 }),
    /** Of which list, as `listKey` calls it. */
    list: text('List', { required: true, indexed: true }),
    settings: longText('Settings', { required: true, json: viewSettingsSchema }),
    owner: reference(
      'Owner',
      { entity: 'user', display: 'name' },
      { serverSet: true, ofAuthor: true, indexed: true },
    ),
    sharedWith: options('Shared with', VIEW_ROLES, { groups: ['sharing'] }),
  },
  searchScopes: { default: ['name'] },
  lists: {
    savedViews: {
      columns: ['name', 'list', 'owner', 'sharedWith'],
      carries: ['settings'],
      filters: [],
      linkFilters: ['list'],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No views have been saved',
    },
  },
  access: {
    'Super Admin': [own, shared],
    Admin: [own, shared],
    HR: [ownUnshared, shared],
    Employee: [ownUnshared, shared],
  },
});

export type SavedView = RecordOf<typeof savedView>;
