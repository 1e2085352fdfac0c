import { defineEntity, type RecordOf } from './entity.ts';
import { text } from './field.ts';
import { everything } from '#shared/access/grants.ts';
import { ROLES } from '#shared/access/roles.ts';

/** Section 3.3. The five built-in roles always exist and cannot be renamed or deleted (decision 11). */
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

/** So many holders are named in the sentence that refuses a deletion. */
const HOLDERS_NAMED = 5;

/** Why a role stays as it is; null for one of the organisation's own making (decision 11). */
export function builtInRoleRefusal(name: string, done: 'renamed' | 'deleted'): string | null {
  if (!ROLES.some((builtIn) => builtIn === name)) return null;
  return `${name} is a built-in role and cannot be ${done}.`;
}

/**
 * Why a role cannot be deleted: who has it (decision 11); null where nobody has.
 * @param holders the people's names, all of them.
 */
export function roleInUseRefusal(name: string, holders: readonly string[]): string | null {
  if (holders.length === 0) return null;
  const named = holders.slice(0, HOLDERS_NAMED).join(', ');
  const more = holders.length > HOLDERS_NAMED ? ` and ${holders.length - HOLDERS_NAMED} more` : '';
  const have = holders.length === 1 ? 'has' : 'have';
  return `${named}${more} ${have} the role ${name}. Assign another role first.`;
}
