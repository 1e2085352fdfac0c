import { formatDateTime } from '#shared/format/dates.ts';
import { fieldOf, type EntityDefinition, type ListDefinition } from '#shared/model/entity.ts';
import { fieldText } from '../field-text.ts';
import { cellText } from './cell-text.ts';
import { headingOf, shownColumns, type ColumnSettings } from './grid-columns.tsx';
import type { GridRow } from './list-row.ts';

export interface PrintedColumn {
  heading: string;
  text: (row: GridRow) => string;
}

/** The columns of a list on paper: those of the screen, with whole dates, since "Today" is soon another day. */
export function printedColumns(
  entity: EntityDefinition,
  list: ListDefinition,
  settings: Readonly<Record<string, ColumnSettings | false>>,
): PrintedColumn[] {
  return shownColumns({ entity, list }, settings).flatMap(
    ({ name, settings: own, parts }): PrintedColumn[] => {
      if (parts) {
        return Object.entries(parts).map(([part, field]) => ({
          heading: field.label,
          text: (row) => {
            const whole = row[name];
            return typeof whole === 'object' && whole !== null
              ? fieldText(field, Reflect.get(whole, part))
              : '';
          },
        }));
      }
      return [
        {
          heading: headingOf({ entity, list }, name, own),
          text: (row) => (own.text?.(row) ?? printedText(entity, name, row)) || (own.emptyText ?? ''),
        },
      ];
    },
  );
}

function printedText(entity: EntityDefinition, name: string, row: GridRow): string {
  const value = row[name];
  const { kind } = fieldOf(entity, name);
  if (kind === 'datetime' && typeof value === 'string') return formatDateTime(value);
  if (kind === 'longText' && typeof value === 'string') return value;
  return cellText(entity, name, row, Date.now());
}
