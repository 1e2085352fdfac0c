import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { fieldText } from '../field-text.ts';
import { referenceTextKey, type GridRow } from './list-row.ts';

/** A cell as one line of text. Times are spoken as people speak; a reference is its shown text. */
export function cellText(entity: EntityDefinition, name: string, row: GridRow, now: number): string {
  const field = fieldOf(entity, name);
  const value = row[name];
  if (field.kind === 'reference') return referenceText(entity, name, row);
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

/** Section 2.7: a handler who is not among the users shows as "Unknown"; other references just stay empty. */
function referenceText(entity: EntityDefinition, name: string, row: GridRow): string {
  const shown = row[referenceTextKey(entity, name)];
  if (typeof shown === 'string' && shown !== '') return shown;
  return fieldOf(entity, name).target?.entity === 'user' || row[name] ? 'Unknown' : '';
}
