import type { EntityDefinition } from './entity.ts';
import { fieldOf, storedFields } from './entity.ts';
import { hasSortKey, sortKeyColumn } from './search-text.ts';

export interface IndexDefinition {
  name: string;
  columns: string[];
}

/** The column by which a field is ordered: its sort key where it has one. */
export function orderColumn(entity: EntityDefinition, fieldName: string): string {
  return hasSortKey(fieldOf(entity, fieldName)) ? sortKeyColumn(fieldName) : fieldName;
}

/**
 * The indexes that lists need, the same on the desk and on the server: one for each sortable field with `_id` as
 * the tie-break, one for each filter field, and the pairs that the entity names.
 */
export function indexesOf(entity: EntityDefinition): IndexDefinition[] {
  const indexes: IndexDefinition[] = [];
  const add = (columns: string[]): void => {
    indexes.push({ name: `${entity.name}_by_${columns.join('_')}`, columns: [...columns, '_id'] });
  };
  for (const [name, field] of storedFields(entity)) {
    if (field.sortable || field.unique) add([orderColumn(entity, name)]);
    else if (field.indexed && !entity.indexes?.some((columns) => columns[0] === name)) add([name]);
  }
  for (const columns of entity.indexes ?? []) add(columns.map((name) => orderColumn(entity, name)));
  return indexes;
}
