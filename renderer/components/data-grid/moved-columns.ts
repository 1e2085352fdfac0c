import type { EntityDefinition } from '#shared/model/entity.ts';
import type { ColumnMovedEvent } from 'ag-grid-community';
import type { GridRow } from './list-row.ts';

/** Takes the order of columns whose headings were moved, by hand or by keys: each field once, at its first column. */
export function columnMoved(
  { api, finished, source }: ColumnMovedEvent<GridRow>,
  entity: EntityDefinition,
  take: (columns: readonly string[]) => void,
): void {
  if (!finished || !source.startsWith('ui')) return;
  // An object has a column for each of its parts, named after it.
  const names = api.getAllGridColumns().map((column) => column.getColId().split('.')[0] ?? '');
  take([...new Set(names)].filter((name) => Object.hasOwn(entity.fields, name)));
}
