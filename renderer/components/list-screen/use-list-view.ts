import type { EntityDefinition, ListDefinition, Sort } from '#shared/model/entity.ts';
import { useCallback, useMemo } from 'react';
import { readListView, writeListView, type ListView } from './list-url.ts';
import type { useAddressQuery } from './use-address-query.ts';

interface ListViewChange {
  filters?: Readonly<Record<string, string>>;
  search?: string;
  inDocuments?: boolean;
  sort?: Sort | null;
}

/** The list's view as the address has it, and the way to change it. */
export function useListView(
  entity: EntityDefinition,
  list: ListDefinition,
  { query, change: changeQuery }: ReturnType<typeof useAddressQuery>,
): [view: ListView, change: (change: ListViewChange) => void] {
  const view = useMemo(() => readListView(entity, list, query), [entity, list, query]);
  const change = useCallback(
    (given: ListViewChange) => changeQuery((now) => writeListView(list, now, given)),
    [list, changeQuery],
  );
  return [view, change];
}
