import type { Role } from './roles.ts';

/** Whether the role sees what everybody did, and may take it back; others see their own. */
export function mayReadEverybodysChanges(role: Role): boolean {
  return role === 'Super Admin' || role === 'Admin';
}
