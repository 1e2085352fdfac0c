import type { Actor } from './permissions.ts';
import { toRole } from './roles.ts';

/**
 * Whether the actor may set the user's password: a Super Admin anybody's, everybody their own (decision 11). One's own
 * needs the present one besides.
 */
export function maySetPassword(actor: Actor, userId: string): boolean {
  return actor.role === 'Super Admin' || actor._id === userId;
}

/**
 * Whether the actor may see the user's password: a Super Admin, and never that of a Super Admin, the own one included
 * (decision 5).
 */
export function mayViewPassword(actor: Actor, owner: { roleName: string | null }): boolean {
  return actor.role === 'Super Admin' && toRole(owner.roleName) !== 'Super Admin';
}
