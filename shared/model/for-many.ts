import { maySet } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { fieldOf, storedFields, type EntityDefinition } from './entity.ts';
import type { FieldKind } from './field.ts';

/** Kinds of value that several records can share: not what one is reached by, and not what is written about one. */
const SHARED: ReadonlySet<FieldKind> = new Set([
  'text',
  'option',
  'options',
  'boolean',
  'reference',
  'date',
  'datetime',
  'money',
  'number',
]);

/** Whether it makes sense to give many records the same value of this field at once (decision 23). */
export function isForMany(entity: EntityDefinition, name: string): boolean {
  const { kind, serverSet, unique, ofOne } = fieldOf(entity, name);
  return SHARED.has(kind) && name !== entity.title && !serverSet && !unique && !ofOne;
}

/** The fields that somebody with the role may give many records at once, in the order of the definition. */
export function fieldsForMany(entity: EntityDefinition, role: Role): string[] {
  return storedFields(entity).flatMap(([name]) =>
    isForMany(entity, name) && maySet(entity, role, name) ? [name] : [],
  );
}
