import { fieldOf, type EntityDefinition, type ListDefinition } from '#shared/model/entity.ts';
import { possibleColumns } from '#shared/model/list-columns.ts';
import { isOrderable } from '#shared/model/list-query.ts';
import type { ListView } from '../list-screen/list-url.ts';

/** What of a list's view its reader can see, and what is said of the rest. */
export interface FittingView {
  view: ListView;
  columns: readonly string[] | null;
  sentences: string[];
}

/**
 * Leaves out filters, order and columns that the reader's role may not see, or that are not there any more: the rest of the
 * view is shown all the same.
 */
export function fittingView(
  entity: EntityDefinition,
  list: ListDefinition,
  view: ListView,
  columns: readonly string[] | null,
  readable: ReadonlySet<string>,
): FittingView {
  const labelOf = (name: string): string =>
    Object.hasOwn(entity.fields, name) ? fieldOf(entity, name).label : `“${name}”`;
  const hidden = Object.keys(view.filters).filter((name) => !readable.has(name));
  const { sort } = view;
  const maySort = sort === null || (readable.has(sort.field) && isOrderable(fieldOf(entity, sort.field)));
  const possible = new Set(possibleColumns(entity, list, readable));
  const kept = columns?.filter((name) => possible.has(name)) ?? null;
  const gone = columns?.filter((name) => !possible.has(name)) ?? [];
  return {
    view: {
      ...view,
      filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => !hidden.includes(name))),
      sort: maySort ? sort : null,
    },
    columns: kept && kept.length > 0 ? withTitle(entity, kept) : null,
    sentences: [
      ...hidden.map((name) => `You cannot filter by ${labelOf(name)}. That filter is left out.`),
      ...(maySort || sort === null
        ? []
        : [`You cannot sort by ${labelOf(sort.field)}. The list has its own order.`]),
      ...(gone.length === 0
        ? []
        : [
            `You cannot see ${gone.map(labelOf).join(', ')}. ${gone.length === 1 ? 'That column is' : 'Those columns are'} left out.`,
          ]),
    ],
  };
}

/** What names a record is always among the columns: a row without it is nobody's. */
export function withTitle({ title }: EntityDefinition, columns: readonly string[]): readonly string[] {
  return columns.includes(title) ? columns : [title, ...columns];
}
