import { decodeValue, fieldColumns, type ColumnValue } from './columns.ts';
import { fieldOf, type EntityDefinition } from './entity.ts';
import { hasSortKey, normaliseText, searchColumn, searchText, sortKeyColumn } from './search-text.ts';

/** Gives the value of a field's column; null where the row does not have it. */
export type ReadColumn = (name: string) => ColumnValue;

export interface DerivedColumn {
  name: string;
  /** The fields it is made from. */
  from: readonly string[];
  value: (read: ReadColumn) => string | null;
}

const cache = new WeakMap<EntityDefinition, readonly DerivedColumn[]>();

/**
 * The columns of an entity that follow from its fields, sort keys and search texts: the same on the desk and on the
 * server, so that order and search mean the same on both.
 */
export function derivedColumns(entity: EntityDefinition): readonly DerivedColumn[] {
  let columns = cache.get(entity);
  if (!columns) {
    columns = [...sortKeys(entity), ...searchTexts(entity)];
    cache.set(entity, columns);
  }
  return columns;
}

function sortKeys(entity: EntityDefinition): DerivedColumn[] {
  return fieldColumns(entity)
    .filter(({ field }) => hasSortKey(field))
    .map(({ name }) => ({
      name: sortKeyColumn(name),
      from: [name],
      value: (read) => {
        const text = read(name);
        return text === null ? null : normaliseText(String(text));
      },
    }));
}

function searchTexts(entity: EntityDefinition): DerivedColumn[] {
  return Object.entries(entity.searchScopes).map(([scope, names]) => {
    const fields = names.map((name) => [name, fieldOf(entity, name)] as const);
    return {
      name: searchColumn(scope),
      from: names,
      value: (read) => {
        const record: Record<string, unknown> & { _id: string } = { _id: '' };
        for (const [name, field] of fields) record[name] = decodeValue(field, read(name));
        return searchText(entity, scope, record);
      },
    };
  });
}
