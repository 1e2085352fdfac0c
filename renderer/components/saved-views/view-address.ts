import type { ListDefinition } from '#shared/model/entity.ts';
import { MINE, type ViewSettings } from '#shared/model/view-settings.ts';
import { readConditions, writeConditions } from '../field-filters/condition-address.ts';
import { BOARD, IN, IN_DOCUMENTS, RECORD, SEARCH, SORT } from '../list-screen/list-url.ts';

/** Names the open view in the address; empty for the list as it is by itself, whatever opens first. */
export const VIEW = 'view';

type AddressSettings = Pick<
  ViewSettings,
  'filters' | 'conditions' | 'search' | 'inDocuments' | 'sort' | 'board'
>;

const OTHERS = new Set([VIEW, RECORD, SEARCH, IN, SORT, BOARD, 'where']);
const LONGEST = { name: 60, value: 200 };

/** What an address asks of a list, as a view keeps it. */
export function settingsOfAddress(
  params: URLSearchParams,
  list: ListDefinition,
  userId: string,
): AddressSettings {
  const filters = Object.fromEntries(
    [...params].flatMap(([name, value]): [string, string][] => {
      if (OTHERS.has(name) || name.length > LONGEST.name || value.length > LONGEST.value) return [];
      return [[name, name === list.mine && value === userId ? MINE : value]];
    }),
  );
  const [field, direction] = (params.get(SORT) ?? '').split('.');
  return {
    filters,
    conditions: readConditions(params),
    search: (params.get(SEARCH) ?? '').slice(0, LONGEST.value),
    inDocuments: params.get(IN) === IN_DOCUMENTS,
    sort: field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null,
    board: params.get(BOARD)?.slice(0, LONGEST.name) || null,
  };
}

/** The address that shows a view of a list, without the path. */
export function queryOfView(id: string, settings: AddressSettings, userId: string): string {
  const params = new URLSearchParams({ [VIEW]: id });
  for (const [name, value] of Object.entries(settings.filters)) {
    if (!OTHERS.has(name)) params.set(name, value === MINE ? userId : value);
  }
  if (settings.search !== '') params.set(SEARCH, settings.search);
  if (settings.inDocuments) params.set(IN, IN_DOCUMENTS);
  if (settings.sort) params.set(SORT, `${settings.sort.field}.${settings.sort.direction}`);
  if (settings.board !== null) params.set(BOARD, settings.board);
  return `?${writeConditions(params, settings.conditions).toString()}`;
}

/** Whether two settings show the same, as far as this version knows what they say. */
export function isSameView(one: ViewSettings, other: ViewSettings): boolean {
  const parts = ({
    filters,
    conditions,
    search,
    inDocuments,
    sort,
    columns,
    widths,
    board,
  }: ViewSettings): string =>
    JSON.stringify([
      inOrder(filters),
      conditions,
      search.trim(),
      inDocuments,
      sort && [sort.field, sort.direction],
      columns,
      inOrder(widths),
      board,
    ]);
  return parts(one) === parts(other);
}

const inOrder = (values: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
