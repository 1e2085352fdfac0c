import type { Role } from './roles.ts';

const KEEPERS: readonly Role[] = ['Super Admin', 'Admin'];

/** Whether the role sees when the last backup was made, and has one made. */
export const mayLookAfterBackups = (role: Role): boolean => KEEPERS.includes(role);
