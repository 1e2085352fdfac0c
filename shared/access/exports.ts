import { activity } from '#shared/model/activity.ts';
import type { EntityDefinition, ListDefinition } from '#shared/model/entity.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { fieldsReadableOnEveryRow, mayRead, readableRows } from './permissions.ts';
import type { Role } from './roles.ts';
import { pathShowing } from './routes.ts';

/** A column of a CSV export. */
export interface ExportColumn {
  name: string;
  /** Of an object, which of its parts. */
  part?: string;
  field: Field;
  heading: string;
}

/** What of a list is exported: its columns, or every field of its entity. */
export type ExportedFields = 'columns' | 'all';

/** What a role may export of a list, and the name that is proposed for the file. */
export interface ListExport {
  fileName: string;
  columns: readonly ExportColumn[];
  /** Whether the last activity of each person comes after them. */
  lastActivity: boolean;
}

/**
 * What a role may export of a list: its columns, or all fields, without those that the role may not read on every row.
 * Where the specification names the columns of the file (2.14, 2.15), a part of them would be another file: such a list
 * is exported by those who may read all of it in all rows. Who has no screen of such records, as students, exports none.
 * @returns null where the role may not export the list
 */
export function listExport(
  entity: EntityDefinition,
  list: ListDefinition,
  role: Role,
  fields: ExportedFields = 'columns',
): ListExport | null {
  if (!mayRead(entity, role) || pathShowing(entity.name as EntityName, role) === undefined) return null;
  const readable = fieldsReadableOnEveryRow(entity, role);
  const named = list.csv?.columns;
  const names = (named ?? list.columns).filter((name) => readable.has(name));
  if (names.length === 0) return null;
  if (named && (names.length < named.length || readableRows(entity, role) !== 'all')) return null;
  const fileName = list.csv?.fileName ?? `${entity.plural.toLowerCase().replaceAll(' ', '-')}.csv`;
  if (fields === 'columns') {
    const columns = names.flatMap((name) => columnsOf(entity, list, name));
    return { fileName, columns, lastActivity: hasLastActivity(list, role) };
  }
  const all = storedFields(entity).flatMap(([name]) => (readable.has(name) ? [name] : []));
  return {
    // Another file than the one whose columns the specification names.
    fileName: fileName.replace(/\.csv$/, '-all-fields.csv'),
    columns: all.flatMap((name) => columnsOf(entity, list, name)),
    lastActivity: false,
  };
}

/** Whether a list has the last activity of each person on paper and in a file: of all people, or of none. */
export function hasLastActivity({ lastActivity }: ListDefinition, role: Role): boolean {
  return lastActivity === true && readableRows(activity, role) === 'all';
}

/** A field as a column; an object has one for each of its parts, as on the screen. */
function columnsOf(entity: EntityDefinition, list: ListDefinition, name: string): ExportColumn[] {
  const field = fieldOf(entity, name);
  const parts = Object.entries(field.parts ?? {});
  return parts.length === 0
    ? [{ name, field, heading: list.headings?.[name] ?? field.label }]
    : parts.map(([part, of]) => ({ name, part, field: of, heading: of.label }));
}
