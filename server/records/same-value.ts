import { encodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import type { Row } from '../database/rows.ts';

/** Whether the row's field has the value. What the field could not hold at all is another value. */
export function isSame(entity: EntityDefinition, row: Partial<Row>, name: string, value: unknown): boolean {
  const stored = row[name] ?? null;
  const field = fieldOf(entity, name);
  // Rows of before hold an empty list as such.
  const isList = field.kind === 'list' || field.kind === 'options';
  let encoded: ColumnValue;
  try {
    encoded = encodeValue(field, value);
  } catch {
    return false;
  }
  return encoded === (isList && stored === '[]' ? null : stored);
}
