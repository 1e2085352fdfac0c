import { mayCreate, maySet } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field, FieldKind } from '#shared/model/field.ts';

/** What no cell of a table holds. */
const NOT_IN_TABLES: ReadonlySet<FieldKind> = new Set(['file', 'object', 'richText', 'secret']);

/**
 * The fields that a file may fill, in the order of the definition: those that the role sets on a record that it adds,
 * without what the server writes and what follows from what people do. None where the role may not add any.
 */
export function importableFields(definition: EntityDefinition, role: Role): [name: string, field: Field][] {
  if (!mayCreate(definition, role)) return [];
  return storedFields(definition).filter(
    ([name, field]) =>
      !NOT_IN_TABLES.has(field.kind) &&
      field.serverSet !== true &&
      field.followed !== true &&
      maySet(definition, role, name),
  );
}
