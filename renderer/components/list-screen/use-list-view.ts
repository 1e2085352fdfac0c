import type { EntityDefinition, ListDefinition, Sort } from '#shared/model/entity.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readListView, writeListView, type ListView } from './list-url.ts';

interface ListViewChange {
  filters?: Readonly<Record<string, string>>;
  search?: string;
  sort?: Sort | null;
}

/** The list's view as the address has it, and the way to change it without a new entry in the history. */
export function useListView(
  entity: EntityDefinition,
  list: ListDefinition,
): [view: ListView, change: (change: ListViewChange) => void] {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readListView(entity, list, params), [entity, list, params]);
  const change = useCallback(
    (given: ListViewChange) => setParams((now) => writeListView(list, now, given), { replace: true }),
    [list, setParams],
  );
  return [view, change];
}
