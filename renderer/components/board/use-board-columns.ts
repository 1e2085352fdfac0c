import { boardColumns, type BoardColumn, type BoardValue } from '#shared/model/board.ts';
import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { listOf } from '#shared/model/list-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { BoardCounts, type CountsState } from './board-counts.ts';

/** The desk gives no more at once. */
const MOST = 500;

export interface BoardColumns extends CountsState {
  /** In their order; null until the values of the field are known. */
  columns: readonly BoardColumn[] | null;
  /** All cards; null until they are counted. */
  total: number | null;
  store: BoardCounts;
  /** How often everything that failed was to be tried again. */
  tries: number;
  retry: () => void;
}

/**
 * The columns of a list that is shown as a board, with what they hold.
 * @param name the field by whose values it is shown; null while it is no board
 */
export function useBoardColumns(query: GridQuery, name: string | null): BoardColumns {
  const definition = entityOf(query.entity);
  const [store] = useState(() => new BoardCounts(bridge));
  const [tries, setTries] = useState(0);
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => {
    const { sort: _sort, similar: _similar, columns: _columns, ...asked } = query;
    store.show(name === null ? null : { ...asked, field: name });
  }, [store, query, name]);
  useEffect(() => () => store.stop(), [store]);
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        if (connection === 'open' && store.state().error) store.retry();
      }),
    [store],
  );

  const field = name === null ? null : fieldOf(definition, name);
  const target = field?.target && isEntityName(field.target.entity) ? field.target.entity : null;
  const records = useQuery({
    queryKey: ['board values', target],
    queryFn: () => (target ? bridge.call('records.choices', { entity: target, limit: MOST }) : []),
    enabled: target !== null,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === query.entity) store.changed();
    if (entity === target) void records.refetch({ cancelRefetch: false });
  });

  const values = useMemo((): readonly BoardValue[] | null => {
    if (target === null) return (field?.options ?? []).map((value) => ({ value, label: value }));
    return records.data?.map(({ _id, title }) => ({ value: _id, label: title })) ?? null;
  }, [field, target, records.data]);
  const { counts } = state;
  const columns = useMemo(() => {
    if (name === null || values === null) return null;
    const { baseFilter } = listOf(definition, query.list);
    return boardColumns(definition, name, values, counts, {
      filters: [baseFilter, query.filter],
      conditions: query.conditions,
    });
  }, [definition, name, values, counts, query]);
  const error = state.error ?? (records.isError ? records.error : null);
  return {
    counts,
    loading: state.loading,
    error,
    columns,
    total: counts && counts.reduce((sum, { count }) => sum + count, 0),
    store,
    tries,
    retry: () => {
      setTries((now) => now + 1);
      store.retry();
      if (records.isError) void records.refetch();
    },
  };
}
