import type { Sort } from '#shared/model/entity.ts';
import type { GridApi, IDatasource } from 'ag-grid-community';
import { afterPress } from './after-press.ts';
import { focusFollowsRow, selectFocusedWhenThere } from './focus-follows-row.ts';
import type { GridPort } from './grid-port.ts';
import type { GridRow } from './list-row.ts';
import type { ListSource } from './list-source.ts';

/** Takes over an order that was chosen outside the headings: by a quick filter, or by going back. */
export function orderBy(api: GridApi<GridRow>, chosen: Sort | null, own: Sort): void {
  const present = api.getColumnState().find(({ sort }) => sort);
  // Without an order of the grid's own, the list has its own one already.
  if (chosen === null && !present) return;
  const { field, direction } = chosen ?? own;
  const hasColumn = api.getColumn(field) !== null;
  if (hasColumn ? present?.colId === field && present.sort === direction : !present) return;
  api.applyColumnState({
    state: hasColumn ? [{ colId: field, sort: direction }] : [],
    defaultState: { sort: null },
  });
}

/** The rows of a source, as the grid asks for them. A pressed row keeps its place. */
export function datasourceOf(source: ListSource): IDatasource {
  return {
    getRows: (params) => {
      const { startRow, endRow } = params;
      const sort = params.sortModel[0];
      void source.block({
        startRow,
        endRow,
        sort: sort && { field: sort.colId, direction: sort.sort },
        success: (rows, total) =>
          afterPress(() => {
            if (params.api.isDestroyed()) return;
            const follow = focusFollowsRow(params.api);
            const select = selectFocusedWhenThere(params.api);
            params.successCallback(rows, total);
            follow();
            select();
          }),
        fail: () => params.failCallback(),
      });
    },
  };
}

/**
 * The grid as its source steers it.
 * @param title name of the field that names a record
 */
export function portOf(api: GridApi<GridRow>, title: string): GridPort {
  const later = (act: () => void): void =>
    afterPress(() => {
      if (!api.isDestroyed()) act();
    });
  return {
    row: (id) => api.getRowNode(id)?.data,
    setRow: (row) => later(() => api.getRowNode(row._id)?.setData(row)),
    refresh: () => later(() => api.refreshInfiniteCache()),
    setTotal: (total) => later(() => api.setRowCount(total, true)),
    scrollToTop: () =>
      later(() => {
        api.paginationGoToFirstPage();
        if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
      }),
    focusFirstRow: () => {
      // What names the record is read first; the number and the rest are an arrow key away.
      const column = api.getColumn(title) ?? api.getAllDisplayedColumns()[0];
      const row = api.getFirstDisplayedRowIndex();
      if (row < 0 || !column) return;
      api.ensureIndexVisible(row);
      api.setFocusedCell(row, column);
    },
  };
}
