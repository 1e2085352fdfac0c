import { decodeValue, fieldColumns, type ColumnValue } from '#shared/model/columns.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import {
  hasSortKey,
  normaliseText,
  searchColumn,
  searchText,
  sortKeyColumn,
} from '#shared/model/search-text.ts';

/** A row as the database holds it. */
export type Row = { _id: string } & Record<string, ColumnValue>;

interface DerivedColumn {
  name: string;
  /** The fields it is made from. */
  from: readonly string[];
  value: (row: Readonly<Record<string, ColumnValue>>) => string | null;
}

const cache = new WeakMap<EntityDefinition, readonly DerivedColumn[]>();

/** The columns of an entity that follow from its fields: sort keys and search texts. */
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
      value: (row) => {
        const text = row[name];
        return text === null || text === undefined ? null : normaliseText(String(text));
      },
    }));
}

function searchTexts(entity: EntityDefinition): DerivedColumn[] {
  return Object.entries(entity.searchScopes).map(([scope, names]) => {
    const fields = names.map((name) => [name, fieldOf(entity, name)] as const);
    return {
      name: searchColumn(scope),
      from: names,
      value: (row) => {
        const record: Record<string, unknown> & { _id: string } = { _id: '' };
        for (const [name, field] of fields) record[name] = decodeValue(field, row[name]);
        return searchText(entity, scope, record);
      },
    };
  });
}
