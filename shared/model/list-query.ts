import type { Actor, RowsOf } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { isJson, type ColumnValue } from './columns.ts';
import type { EntityDefinition, ListDefinition, Sort } from './entity.ts';
import { fieldOf } from './entity.ts';
import type { Field } from './field.ts';
import type { Filter, FilterValue } from './filter.ts';
import { orderColumn } from './indexes.ts';
import { hasSortKey, normaliseText, searchColumn, sortKeyColumn } from './search-text.ts';

/**
 * Lists as SQL: the same filter, search and order on the desk and on the server, on SQLite and on PostgreSQL.
 * Column names come from the model alone and values are always bound, so no text of a query reaches the SQL.
 */

export type Dialect = 'sqlite' | 'postgresql';

/** A condition with `?` placeholders and the values bound to them. */
export interface Condition {
  sql: string;
  params: ColumnValue[];
}

export const quote = (column: string): string => `"${column}"`;

/** The list of the entity with that name. Throws `bad-request` where there is none. */
export function listOf(entity: EntityDefinition, name: string): ListDefinition {
  const list = Object.hasOwn(entity.lists, name) ? entity.lists[name] : undefined;
  if (!list) throw new PlainError('bad-request', `${entity.plural} have no list of that name.`);
  return list;
}

/**
 * The conditions of a filter, joined by AND. `readable` names the fields that the reader may see on every row: a
 * filter on any other is refused, since its answer would tell the value.
 * Throws `bad-request` for a field that the entity does not have, `forbidden` for one that is hidden.
 */
export function filterConditions(
  entity: EntityDefinition,
  filter: Filter,
  readable: ReadonlySet<string>,
  dialect: Dialect,
): Condition[] {
  return Object.entries(filter).map(([name, value]) => {
    assertReadable(entity, name, readable, 'filtered');
    return filterCondition(name, name === '_id' ? identity : fieldOf(entity, name), value, dialect);
  });
}

/** The condition of rows that fit one filter at least. @throws as `filterConditions` does. */
export function anyOfCondition(
  entity: EntityDefinition,
  filters: readonly Filter[],
  readable: ReadonlySet<string>,
  dialect: Dialect,
): Condition {
  const each = filters.map((filter) =>
    joinConditions(filterConditions(entity, filter, readable, dialect), 'AND'),
  );
  return joinConditions(each, 'OR');
}

/** `_id` is not a field of the model, but every record has one and every reader of the record sees it. */
const identity: Field = { kind: 'text', label: 'Id' };

/** @throws PlainError `bad-request` for a field that there is not, `forbidden` for one that is hidden */
export function assertReadable(
  entity: EntityDefinition,
  name: string,
  readable: ReadonlySet<string>,
  done: string,
): void {
  if (name === '_id') return;
  if (!Object.hasOwn(entity.fields, name) || fieldOf(entity, name).kind === 'secret') {
    throw new PlainError('bad-request', `${entity.plural} cannot be ${done} by "${name.slice(0, 60)}".`);
  }
  if (!readable.has(name)) {
    throw new PlainError('forbidden', `Your role may not see ${fieldOf(entity, name).label}.`);
  }
}

function filterCondition(name: string, field: Field, value: FilterValue, dialect: Dialect): Condition {
  const column = quote(name);
  if (typeof value === 'object' && !Array.isArray(value) && value !== null) {
    if ('empty' in value) return { sql: `${column} IS ${value.empty ? '' : 'NOT '}NULL`, params: [] };
    if ('holds' in value) {
      if (!hasSortKey(field)) {
        throw new PlainError('bad-request', `${field.label} cannot be filtered by a part of it.`);
      }
      return contains(quote(sortKeyColumn(name)), normaliseText(value.holds), dialect);
    }
    if ('not' in value) {
      const other = filterCondition(name, field, value.not, dialect);
      return { sql: `(${column} IS NULL OR NOT ${other.sql})`, params: other.params };
    }
    const range = value as { from?: string | undefined; to?: string | undefined };
    const parts: Condition[] = [];
    if (range.from !== undefined) parts.push({ sql: `${column} >= ?`, params: [range.from] });
    if (range.to !== undefined) parts.push({ sql: `${column} < ?`, params: [range.to] });
    return joinConditions(parts, 'AND');
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (isJson(field)) {
    return joinConditions(
      values.map((item) => contains(column, JSON.stringify(item), dialect)),
      'OR',
    );
  }
  if (values.length === 0) return { sql: '1 = 0', params: [] };
  const bound = values.map((item) => (typeof item === 'boolean' ? Number(item) : (item as ColumnValue)));
  return bound.length === 1
    ? { sql: `${column} = ?`, params: bound }
    : { sql: `${column} IN (${bound.map(() => '?').join(', ')})`, params: bound };
}

export function contains(column: string, text: string, dialect: Dialect): Condition {
  return {
    sql: dialect === 'sqlite' ? `instr(${column}, ?) > 0` : `strpos(${column}, ?) > 0`,
    params: [text],
  };
}

/** One condition out of many; none at all is true under AND and false under OR. */
export function joinConditions(conditions: readonly Condition[], word: 'AND' | 'OR'): Condition {
  if (conditions.length === 0) return { sql: word === 'AND' ? '1 = 1' : '1 = 0', params: [] };
  return {
    sql: `(${conditions.map((condition) => condition.sql).join(` ${word} `)})`,
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** The reference fields that a search scope looks into by their shown text. */
export function searchedReferences(entity: EntityDefinition, scope: string): string[] {
  return (entity.searchScopes[scope] ?? []).filter((name) => fieldOf(entity, name).kind === 'reference');
}

/**
 * The condition of one search term, read from the stored search text. `references` gives, for each searched
 * reference field, the ids of the records whose shown text holds the term.
 */
export function searchCondition(
  scope: string,
  term: string,
  references: Readonly<Record<string, readonly string[]>>,
  dialect: Dialect,
): Condition {
  const conditions = [contains(quote(searchColumn(scope)), term, dialect)];
  for (const [name, ids] of Object.entries(references)) {
    if (ids.length > 0) {
      conditions.push({ sql: `${quote(name)} IN (${ids.map(() => '?').join(', ')})`, params: [...ids] });
    }
  }
  return joinConditions(conditions, 'OR');
}

/** Kinds whose stored value has no useful order. */
const UNORDERED = new Set([
  'list',
  'options',
  'object',
  'longText',
  'richText',
  'reference',
  'file',
  'secret',
]);

export function isOrderable(field: Field): boolean {
  return !UNORDERED.has(field.kind);
}

/** @throws PlainError `bad-request` for an order that there cannot be, `forbidden` for one by what is hidden */
export function assertOrderable(entity: EntityDefinition, name: string, readable: ReadonlySet<string>): void {
  assertReadable(entity, name, readable, 'sorted');
  if (name !== '_id' && !isOrderable(fieldOf(entity, name)))
    throw new PlainError('bad-request', `${entity.plural} cannot be sorted by "${name}".`);
}

/**
 * ORDER BY of a list: nulls last in both directions, `_id` as the tie-break. `reversed` gives the same order from
 * its end. Throws as `assertOrderable`.
 */
export function orderBy(
  entity: EntityDefinition,
  sort: Sort,
  readable: ReadonlySet<string>,
  reversed = false,
): string {
  assertOrderable(entity, sort.field, readable);
  const ascending = (sort.direction === 'asc') !== reversed;
  const direction = ascending ? 'ASC' : 'DESC';
  const id = `${quote('_id')} ${direction}`;
  if (sort.field === '_id') return id;
  const column = quote(orderColumn(entity, sort.field));
  const nulls = reversed ? 'FIRST' : 'LAST';
  return `${column} ${direction} NULLS ${nulls}, ${id}`;
}

/** The rows that a reader may see, as a condition; null where there are none. */
export function rowCondition(rows: 'all' | 'none' | RowsOf, actor: Actor): Condition | null {
  if (rows === 'none') return null;
  if (rows === 'all') return { sql: '1 = 1', params: [] };
  const { whereUserIs, whereRoleIsIn = [] } = rows;
  return joinConditions(
    [
      ...whereUserIs.map((column) => namesUser(column, actor._id)),
      ...whereRoleIsIn.map((column) => namesRole(column, actor.role)),
    ],
    'OR',
  );
}

export function namesUser(column: string, userId: string): Condition {
  return { sql: `${quote(column)} = ?`, params: [userId] };
}

/** Whether a list of roles, kept as JSON, holds the role. No role has a sign that LIKE takes for another one. */
export function namesRole(column: string, role: Role): Condition {
  if (role === '') return { sql: '1 = 0', params: [] };
  return { sql: `${quote(column)} LIKE ?`, params: [`%${JSON.stringify(role)}%`] };
}
