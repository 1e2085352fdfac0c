import type { EntityDefinition, ListDefinition } from './entity.ts';
import { fieldOf } from './entity.ts';
import type { ConditionValue, FieldCondition } from './field-condition.ts';
import type { Filter, FilterValue } from './filter.ts';

/** The fields by whose values somebody may see a list as a board, in the order in which they are offered. */
export function boardsOf({ boards = [] }: ListDefinition, readable: ReadonlySet<string>): string[] {
  return boards.filter((name) => readable.has(name));
}

/** How many rows of a list have a value; null for those without one. */
export interface ValueCount {
  value: string | null;
  count: number;
}

/** A column of a board. */
export interface BoardColumn {
  /** Names it among the columns. */
  key: string;
  label: string;
  /** What its rows hold: one value, none, or several that are no longer to be chosen. */
  value: string | null | readonly string[];
}

/** One of the values that a board's field can have. */
export interface BoardValue {
  value: string;
  label: string;
}

export const NONE_KEY = '(none)';
export const OTHERS_KEY = '(others)';
/** As many values as a filter takes. */
const MOST_OTHERS = 50;

/** What is asked of a list's rows, as far as it can leave columns empty for good. */
interface Asked {
  filters: readonly (Filter | undefined)[];
  conditions?: readonly FieldCondition[] | undefined;
}

/**
 * The columns of a board, in the order of the field's values: before them the records without one, after them those
 * whose value is none of them any more. Columns that a filter of the field empties are left out.
 * @param values of an option the model's, of a reference the records in their order
 * @param counts what the rows hold; null until that is known
 */
export function boardColumns(
  entity: EntityDefinition,
  name: string,
  values: readonly BoardValue[],
  counts: readonly ValueCount[] | null,
  asked: Asked,
): BoardColumn[] {
  const field = fieldOf(entity, name);
  const known = new Set(values.map(({ value }) => value));
  const found = (counts ?? []).filter(({ count }) => count > 0).map(({ value }) => value);
  const others = found.flatMap((value) => (value === null || known.has(value) ? [] : [value]));
  // A field that is filled by itself is empty in old records at most.
  const hasNone = found.includes(null) || (field.default === undefined && field.required !== true);
  const columns: BoardColumn[] = [
    ...(hasNone ? [{ key: NONE_KEY, label: 'None', value: null }] : []),
    ...values.map(({ value, label }) => ({ key: value, label, value })),
  ].filter(({ value }) => fits(name, value, asked));
  if (others.length > 0)
    columns.push({ key: OTHERS_KEY, label: 'No longer offered', value: others.slice(0, MOST_OTHERS) });
  return columns;
}

function fits(name: string, value: string | null, { filters, conditions = [] }: Asked): boolean {
  const allowed = filters.every((filter) => {
    const wanted = filter?.[name];
    return wanted === undefined || isWanted(wanted, value);
  });
  return allowed && conditions.every((condition) => condition.field !== name || meets(condition, value));
}

function isWanted(wanted: FilterValue, value: string | null): boolean {
  if (typeof wanted !== 'object') return wanted === value;
  if ('empty' in wanted) return wanted.empty === (value === null);
  if ('not' in wanted) return value === null || !isWanted(wanted.not, value);
  return !isList(wanted) || (value !== null && wanted.includes(value));
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

function meets({ op, values }: FieldCondition, value: ConditionValue): boolean {
  if (op === 'anyOf') return values.includes(value);
  if (op === 'noneOf') return !values.includes(value);
  if (op === 'empty') return value === null;
  return op !== 'filled' || value !== null;
}

/** What a column asks of its field. */
export function filterOfColumn({ value }: BoardColumn): FilterValue {
  return value === null ? { empty: true } : value;
}

/** Whether a record with this value stands in the column. */
export function isInColumn(column: BoardColumn, value: unknown): boolean {
  if (column.value === null) return value === null || value === undefined;
  return isList(column.value) ? column.value.includes(String(value)) : column.value === value;
}

/** How many records a column has. */
export function countOfColumn(column: BoardColumn, counts: readonly ValueCount[]): number {
  return counts.reduce((sum, { value, count }) => (isInColumn(column, value) ? sum + count : sum), 0);
}
