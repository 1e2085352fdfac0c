/** The built-in roles (section 1). A user without one of them has the rights of role '' (decision 11). */
export const ROLES = ['Super Admin', 'Admin', 'HR', 'Employee', 'Student'] as const;

export type BuiltInRole = (typeof ROLES)[number];
export type Role = BuiltInRole | '';

/** The rights a role name gives: a name that is not built in gives those of ''. */
export function toRole(roleName: string | null | undefined): Role {
  return ROLES.find((role) => role === roleName) ?? '';
}

/**
 * What a role of the organisation's own making opens, as a sentence: it gives no rights but those of signing in. Null
 * for a built-in role.
 */
export function opensOnly(roleName: string): string | null {
  return toRole(roleName) === '' ? 'Opens the dashboard only: it is not one of the built-in roles.' : null;
}
