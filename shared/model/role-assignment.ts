import { defineEntity, type RecordOf } from './entity.ts';
import { email, text } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/** Section 3.3: one role for one user's email, compared without case (decision 11). */
export const roleAssignment = defineEntity({
  name: 'roleAssignment',
  label: 'Role assignment',
  plural: 'Role assignments',
  path: 'assignroles',
  title: 'userEmail',
  fields: {
    userEmail: email('User Email', { required: true, unique: true, sortable: true }),
    roleName: text('Role Name', { required: true, sortable: true, indexed: true }),
    /** Kept by the server beside the email, for the list and its search. */
    userName: text('User Name', { serverSet: true, sortable: true }),
  },
  requiredMessage: 'User and Role are required',
  searchScopes: { default: ['userName', 'userEmail', 'roleName'] },
  lists: {
    roleAssignments: {
      columns: ['userName', 'userEmail', 'roleName'],
      filters: [],
      linkFilters: ['roleName'],
      sort: { field: 'userName', direction: 'asc' },
      emptyText: 'No role assignments found',
      csv: { fileName: 'assign_roles.csv', columns: ['userName', 'userEmail', 'roleName'] },
      pageSizes: [20, 10],
    },
  },
  access: { 'Super Admin': everything },
});

export type RoleAssignment = RecordOf<typeof roleAssignment>;
