import { defineEntity, type RecordOf } from './entity.ts';
import { text } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/** Section 3.3. The five built-in roles always exist and cannot be renamed or deleted (decisions). */
export const role = defineEntity({
  name: 'role',
  label: 'Role',
  plural: 'Roles',
  path: 'roles',
  title: 'name',
  fields: {
    name: text('Role Name', { required: true, unique: true, sortable: true }),
  },
  searchScopes: { default: ['name'] },
  lists: {
    roles: {
      columns: ['name'],
      filters: [],
      sort: { field: 'name', direction: 'asc' },
      emptyText: 'No roles found',
    },
  },
  access: { 'Super Admin': everything },
});

export type RoleRecord = RecordOf<typeof role>;
