import { fieldColumns } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { FieldKind } from '#shared/model/field.ts';
import { indexesOf } from '#shared/model/indexes.ts';
import { fileFieldsOf } from '#shared/model/picture.ts';
import { hasSortKey, searchColumn, sortKeyColumn } from '#shared/model/search-text.ts';
import { systemTables } from './system-tables.ts';
import type { ColumnDefinition, TableDefinition } from './table-definition.ts';

/**
 * Kinds whose values say nobody's name, number or day: choices and ids, of which the planner needs to know how often they come. All
 * else is found by its index, in the order of the list, without.
 */
const SAMPLED: ReadonlySet<FieldKind> = new Set(['boolean', 'option', 'reference']);

/** The columns that every entity table has beside its fields, sort keys and search texts. */
export const RECORD_COLUMNS: readonly ColumnDefinition[] = [
  /** ISO time of the delete; null while the record lives. */
  { name: 'deletedAt', type: 'text' },
  /** Place in the server's log of the record's last change. */
  { name: '_seq', type: 'integer', required: true },
  { name: '_createdSeq', type: 'integer', required: true },
  { name: '_createdBy', type: 'text' },
  { name: '_createdDesk', type: 'text' },
  /** JSON `{ field: [seq, deskId, userId] }` of the fields changed since the record was made. */
  { name: '_versions', type: 'text' },
];

/** The table that holds an entity's records; derived from the model alone. */
export function entityTable(entity: EntityDefinition): TableDefinition {
  const columns: ColumnDefinition[] = [{ name: '_id', type: 'text', primary: true }];
  for (const { name, type, field } of fieldColumns(entity))
    columns.push({ name, type, ...(SAMPLED.has(field.kind) ? {} : { unsampled: true }) });
  for (const column of fieldColumns(entity)) {
    if (hasSortKey(column.field))
      columns.push({ name: sortKeyColumn(column.name), type: 'text', unsampled: true });
  }
  for (const [scope, searches] of Object.entries(entity.searchScopes))
    columns.push({ name: searchColumn(scope), type: 'text', unsampled: true, searches });
  columns.push(...RECORD_COLUMNS);
  return {
    name: entity.name,
    columns,
    indexes: [
      ...indexesOf(entity).map(({ name, columns: names }) => ({ name, columns: names })),
      // With deletedAt the index alone answers a pull's range, a count and a checksum.
      { name: `${entity.name}_by_seq`, columns: ['_seq', 'deletedAt'] },
      // A picture is given to those who see a record that names it; most records name none.
      ...fileFieldsOf(entity).map((name) => ({
        name: `${entity.name}_by_${name}`,
        columns: [name],
        notNull: true as const,
      })),
    ],
  };
}

/** Every table of the server for a model: one for each entity, and the server's own. */
export function tablesOf(model: readonly EntityDefinition[]): TableDefinition[] {
  return [...model.map(entityTable), ...systemTables];
}
