import { PlainError } from '#shared/protocol/errors.ts';
import { storedFields, type EntityDefinition, type ListDefinition } from './entity.ts';
import { assertReadable } from './list-query.ts';
import type { FieldKind } from './field.ts';

/** Kinds whose value says nothing in one cell. */
const NO_COLUMN: ReadonlySet<FieldKind> = new Set(['richText', 'file', 'secret']);

/**
 * The fields that a list can show as columns: its own, and all others that the reader may see on every row, in the order
 * of the definition.
 */
export function possibleColumns(
  entity: EntityDefinition,
  list: ListDefinition,
  readable: ReadonlySet<string>,
): string[] {
  const others = storedFields(entity).flatMap(([name, { kind }]) =>
    readable.has(name) && !NO_COLUMN.has(kind) && !list.columns.includes(name) ? [name] : [],
  );
  return [...list.columns, ...others];
}

/**
 * The list with other columns than its own, in their order. Its rows carry its own all the same: cells are made of them.
 * @throws PlainError `bad-request` or `forbidden` for a column that there is not, or that the reader may not see.
 */
export function listWith(
  entity: EntityDefinition,
  list: ListDefinition,
  columns: readonly string[] | undefined,
  readable: ReadonlySet<string>,
): ListDefinition {
  if (columns === undefined) return list;
  const possible = new Set(possibleColumns(entity, list, readable));
  for (const name of columns) {
    if (possible.has(name)) continue;
    assertReadable(entity, name, readable, 'listed');
    throw new PlainError('bad-request', `${entity.plural} cannot be listed with "${name.slice(0, 60)}".`);
  }
  return withColumns(list, columns);
}

/** The same without asking whether they may be shown, where the desk says it. */
export function withColumns(list: ListDefinition, columns: readonly string[] | undefined): ListDefinition {
  if (columns === undefined) return list;
  return { ...list, columns: [...new Set(columns)], carries: [...list.columns, ...(list.carries ?? [])] };
}
