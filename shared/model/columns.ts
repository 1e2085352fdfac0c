import type { AnyRecord, EntityDefinition } from './entity.ts';
import { storedFields } from './entity.ts';
import type { Field } from './field.ts';

/** What a database column can hold; the same on SQLite and PostgreSQL, and on the wire of sync. */
export type ColumnValue = string | number | null;
export type ColumnType = 'text' | 'integer' | 'real';

export interface FieldColumn {
  name: string;
  type: ColumnType;
  field: Field;
}

/** The columns that hold an entity's fields, in the order of the definition, without `_id`. */
export function fieldColumns(entity: EntityDefinition): FieldColumn[] {
  return storedFields(entity).map(([name, field]) => ({ name, type: columnType(field), field }));
}

function columnType(field: Field): ColumnType {
  switch (field.kind) {
    case 'money':
    case 'number':
      return 'real';
    case 'boolean':
      return 'integer';
    default:
      return 'text';
  }
}

/** Lists and objects are kept as JSON text. */
export function isJson(field: Field): boolean {
  return field.kind === 'list' || field.kind === 'options' || field.kind === 'object';
}

/** A field's value as its column holds it. The value must have passed validation. */
export function encodeValue(field: Field, value: unknown): ColumnValue {
  if (value === null || value === undefined) return null;
  if (isJson(field)) return JSON.stringify(value);
  if (field.kind === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new Error(`A ${field.kind} cannot hold a ${typeof value}`);
}

/** A field's value as people and programs use it. */
export function decodeValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isJson(field)) return typeof value === 'string' ? JSON.parse(value) : value;
  if (field.kind === 'boolean') return Boolean(value);
  return value;
}

/** A row of columns as a record: its `_id` and those fields that the row has. */
export function decodeRow(entity: EntityDefinition, row: Readonly<Record<string, unknown>>): AnyRecord {
  const record: Record<string, unknown> & { _id: string } = { _id: String(row['_id']) };
  for (const [name, field] of storedFields(entity)) {
    if (row[name] !== undefined) record[name] = decodeValue(field, row[name]);
  }
  return record;
}
