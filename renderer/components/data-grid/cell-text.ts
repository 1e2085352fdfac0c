import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { referenceText } from '#shared/format/field-text.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { fieldText } from '../field-text.ts';
import { referenceTextKey, type GridRow } from './list-row.ts';

/** A cell as one line of text. Times are spoken as people speak; a reference is its shown text. */
export function cellText(entity: EntityDefinition, name: string, row: GridRow, now: number): string {
  const field = fieldOf(entity, name);
  const value = row[name];
  if (field.kind === 'reference') return referenceText(field, value, row[referenceTextKey(entity, name)]);
  if (field.kind === 'datetime' && typeof value === 'string') return formatSpokenDateTime(value, now);
  return fieldText(field, value).replace(/\s+/g, ' ');
}

/** What is shown for a moment of hovering: the whole text, and the full date of a spoken time. */
export function cellHint(entity: EntityDefinition, name: string, row: GridRow, now: number): string {
  const value = row[name];
  if (fieldOf(entity, name).kind === 'datetime' && typeof value === 'string') return formatDateTime(value);
  if (fieldOf(entity, name).kind === 'longText' && typeof value === 'string') return value;
  return cellText(entity, name, row, now);
}
