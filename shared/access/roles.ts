/** The built-in roles (section 1). A user without one of them has the rights of role '' (decisions). */
export const ROLES = ['Super Admin', 'Admin', 'HR', 'Employee', 'Student'] as const;

export type BuiltInRole = (typeof ROLES)[number];
export type Role = BuiltInRole | '';

/** The rights a role name gives: a name that is not built in gives those of ''. */
export function toRole(roleName: string | null | undefined): Role {
  return ROLES.find((role) => role === roleName) ?? '';
}
