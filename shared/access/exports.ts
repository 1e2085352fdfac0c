import type { EntityDefinition, ListDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { fieldsReadableOnEveryRow, mayRead, readableRows } from './permissions.ts';
import type { Role } from './roles.ts';

/** A column of a CSV export. */
export interface ExportColumn {
  name: string;
  field: Field;
  heading: string;
}

/** What a role may export of a list, and the name that is proposed for the file. */
export interface ListExport {
  fileName: string;
  columns: readonly ExportColumn[];
}

/**
 * What a role may export of a list: its columns, without those that the role may not read on every row. Where the
 * specification names the columns of the file (2.14, 2.15), a part of them would be another file: such a list is
 * exported by those who may read all of it in all rows.
 * @returns null where the role may not export the list
 */
export function listExport(entity: EntityDefinition, list: ListDefinition, role: Role): ListExport | null {
  if (!mayRead(entity, role)) return null;
  const readable = fieldsReadableOnEveryRow(entity, role);
  const named = list.csv?.columns;
  const names = (named ?? list.columns).filter((name) => readable.has(name));
  if (names.length === 0) return null;
  if (named && (names.length < named.length || readableRows(entity, role) !== 'all')) return null;
  return {
    fileName: list.csv?.fileName ?? `${entity.plural.toLowerCase().replaceAll(' ', '-')}.csv`,
    columns: names.map((name) => {
      const field = fieldOf(entity, name);
      return { name, field, heading: list.headings?.[name] ?? field.label };
    }),
  };
}
