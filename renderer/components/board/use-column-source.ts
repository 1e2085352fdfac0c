import { filterOfColumn, type BoardColumn } from '#shared/model/board.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { FilterValue } from '#shared/model/filter.ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Bridge } from '../../bridge/client.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { afterPress } from '../data-grid/after-press.ts';
import type { ListState } from '../data-grid/grid-port.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { ListSource } from '../data-grid/list-source.ts';
import type { BoardCounts } from './board-counts.ts';
import { ColumnRows, type ColumnView } from './column-rows.ts';

interface ColumnSource {
  source: ListSource;
  rows: ColumnRows;
  state: ListState;
}

/** The query of one column: the list's own, of those with its value. */
function queryOfColumn(query: GridQuery, name: string, value: FilterValue): GridQuery {
  const { card = [], title } = entityOf(query.entity);
  const { similar: _, ...rest } = query;
  return {
    ...rest,
    filter: { ...query.filter, [name]: value },
    columns: [...new Set([title, ...card, name])],
  };
}

/** What a column shows, and where it stands on the screen. */
interface Shown {
  column: BoardColumn;
  view: ColumnView | null;
}

/** A column's rows with their source. `follow` tells what it shows now; `changed` hears of other rows. */
function openColumn(
  asked: GridQuery,
  column: BoardColumn,
  counts: BoardCounts,
  changed: () => void,
): Pick<ColumnSource, 'source' | 'rows'> & { follow: (shown: Shown) => void } {
  let shown: Shown = { column, view: null };
  // The lengths of all columns are one question.
  const call = ((method: never, params: never) =>
    method === 'records.count'
      ? counts.of(shown.column).then((total) => ({ total }))
      : bridge.call(method, params)) as Bridge['call'];
  const source = new ListSource({ call }, entityOf(asked.entity), asked);
  const view: ColumnView = {
    scrollToTop: () => shown.view?.scrollToTop(),
    focusFirstRow: () => shown.view?.focusFirstRow(),
  };
  const rows = new ColumnRows(
    (request) =>
      void source.block({
        ...request,
        success: (found, total) => afterPress(() => request.success(found, total)),
      }),
    view,
    changed,
  );
  return {
    source,
    rows,
    follow: (now) => {
      shown = now;
    },
  };
}

/**
 * The rows of one column, kept true while others work.
 * @param seen whether it has been in sight: before that it asks for nothing
 * @param held whether rows keep their places, as while a card is dragged
 */
export function useColumnSource(
  query: GridQuery,
  name: string,
  column: BoardColumn,
  counts: BoardCounts,
  { view, held, seen }: { view: ColumnView; held: boolean; seen: boolean },
): ColumnSource {
  // Columns are made anew with each count, and mostly hold what they held.
  const value = JSON.stringify(filterOfColumn(column));
  const asked = useMemo(
    () => queryOfColumn(query, name, JSON.parse(value) as FilterValue),
    [query, name, value],
  );
  const [, setVersion] = useState(0);
  const [{ source, rows, follow }] = useState(() =>
    openColumn(asked, column, counts, () => setVersion((version) => version + 1)),
  );
  useEffect(() => follow({ column, view }));
  const state = useSyncExternalStore(source.subscribe, source.state);
  useEffect(() => {
    if (!seen) return;
    source.connect(rows);
    return () => source.disconnect();
  }, [source, rows, seen]);
  useEffect(() => {
    if (!seen) return;
    rows.orderBy(asked.sort);
    void source.show(asked);
  }, [source, rows, asked, seen]);
  // A card in the wrong column would be a wrong word: what changes elsewhere comes and goes by itself.
  useBridgeEvent('changed', (event) => source.changed(event, true));
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        if (connection === 'open' && source.state().error) source.restart();
      }),
    [source],
  );
  useEffect(() => source.hold(held), [source, held]);
  return { source, rows, state };
}
