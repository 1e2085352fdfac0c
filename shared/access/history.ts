import type { EntityDefinition } from '#shared/model/entity.ts';
import { mayDelete, mayRead } from './permissions.ts';
import type { Role } from './roles.ts';

const READERS: readonly Role[] = ['Super Admin', 'Admin', 'HR'];
const READERS_OF_DELETED: readonly Role[] = ['Super Admin', 'Admin'];

/** Whether the role reads the history of records of the entity, field by field as the record (decision 11). */
export function mayReadHistory(entity: EntityDefinition, role: Role): boolean {
  return READERS.includes(role) && mayRead(entity, role);
}

/** Whether the role finds deleted records of the entity, and reads their history (decision 10). */
export function mayReadDeleted(entity: EntityDefinition, role: Role): boolean {
  return READERS_OF_DELETED.includes(role) && mayRead(entity, role);
}

/** Whether the role finds deleted records of the entity and may bring them back. */
export function mayFindAndRestore(entity: EntityDefinition, role: Role): boolean {
  return mayReadDeleted(entity, role) && mayDelete(entity, role);
}

/** Who may delete, but not find what is deleted, may take back a delete of their own for so long after it. */
export const UNDO_MINUTES = 15;
export const UNDO_TOO_LATE = `You deleted this more than ${UNDO_MINUTES} minutes ago. Ask an administrator to restore it.`;
export const RESTORE_IS_NOT_YOURS =
  'Your role restores only what you have just deleted. Ask an administrator.';
