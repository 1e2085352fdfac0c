import './grid-modules.ts';
import type { Sort } from '#shared/model/entity.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { listOf } from '#shared/model/list-query.ts';
import type {
  CellKeyDownEvent,
  ColDef,
  GetRowIdParams,
  GridApi,
  IDatasource,
  RowClassRules,
  RowDoubleClickedEvent,
  SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import classes from './data-grid.module.css';
import { gridColumns, type ColumnSettings } from './grid-columns.tsx';
import { copyCell, followFocusedRow, isRowControl } from './grid-keyboard.ts';
import { GridOverlay } from './grid-overlay.tsx';
import { gridTheme } from './grid-theme.ts';
import type { GridRow } from './list-row.ts';
import { BLOCK_SIZE, type ListSource, type ListState } from './list-source.ts';
import { Pager } from './pager.tsx';
import type { RowAction } from './row-actions.tsx';

export interface DataGridProps {
  entity: EntityName;
  /** Name of one of the entity's lists. */
  list: string;
  source: ListSource;
  state: ListState;
  /** Accessible name of the grid. */
  label: string;
  /** The order to open with; null for the list's own. */
  initialSort: Sort | null;
  onSortChange?: (sort: Sort | null) => void;
  columns?: Readonly<Record<string, ColumnSettings | false>>;
  /** Heading of the running number; null for none. */
  numberHeading?: string | null;
  actionHeading?: string;
  actions: readonly RowAction[];
  /** Enter on a row, and a double click. */
  onOpen?: (row: GridRow) => void;
  /** The catalogue's sentence for a failed load. */
  failure: string;
  /** What to do about an empty list, below its text. */
  emptyAction?: ReactNode;
}

const defaultColumn: ColDef<GridRow> = {
  sortable: false,
  resizable: true,
  suppressMovable: true,
  suppressHeaderMenuButton: true,
  sortingOrder: ['asc', 'desc', null],
  // Enter and Space on a link or button inside a cell belong to it, not to the grid.
  suppressKeyboardEvent: ({ event }) => (event.key === 'Enter' || event.key === ' ') && isRowControl(event.target),
};

const rowClassRules: RowClassRules<GridRow> = {
  'row-loading': ({ data }) => data === undefined,
  'row-gone': ({ data }) => data?._gone === true,
};

const rowSelection = { mode: 'singleRow', checkboxes: false, enableClickSelection: true } as const;
const noColumns = {};
const rowId = ({ data }: GetRowIdParams<GridRow>): string => data._id;

/** A list of records as a dense grid, fed row by row from the desk. Columns, order and texts follow from the model. */
export function DataGrid(props: DataGridProps): ReactNode {
  const { entity, list, source, state, label, initialSort, columns = noColumns, actions, onOpen } = props;
  const { numberHeading = null, actionHeading = 'Action' } = props;
  const definition = entityOf(entity);
  const listDefinition = listOf(definition, list);
  const pageSizes = listDefinition.pageSizes;
  const [pageSize, setPageSize] = useState(pageSizes?.[0] ?? 0);
  const [api, setApi] = useState<GridApi<GridRow> | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [openingSort] = useState(initialSort ?? listDefinition.sort);

  const columnDefs = useMemo(
    () =>
      gridColumns({
        entity: definition,
        list: listDefinition,
        settings: columns,
        numberHeading,
        actionHeading,
        actions,
        sort: openingSort,
      }),
    [definition, listDefinition, columns, numberHeading, actionHeading, actions, openingSort],
  );
  const datasource = useMemo(() => datasourceOf(source), [source]);
  useEffect(() => api?.setGridAriaProperty('label', label), [api, label]);

  const ready = (grid: GridApi<GridRow>): void => {
    setApi(grid);
    source.connect(portOf(grid));
  };
  const openRow = (row: GridRow | undefined): void => {
    if (row && !row._gone) onOpen?.(row);
  };
  const keyDown = (event: CellKeyDownEvent<GridRow>): void => {
    const key = event.event;
    if (!(key instanceof KeyboardEvent) || key.defaultPrevented || isRowControl(key.target)) return;
    if (key.key === 'Enter' && !key.ctrlKey && !key.altKey) openRow(event.data);
    else copyCell(key, String(event.value ?? ''));
  };
  const sorted = ({ api: grid }: SortChangedEvent<GridRow>): void => {
    const column = grid.getColumnState().find(({ sort }) => sort);
    props.onSortChange?.(column?.sort ? { field: column.colId, direction: column.sort } : null);
  };

  return (
    <div ref={frame} className={classes.frame}>
      <div
        className={classes.grid}
        onFocus={(event) => frame.current && followFocusedRow(frame.current, event.target)}
      >
        <AgGridReact<GridRow>
          theme={gridTheme}
          rowModelType="infinite"
          datasource={datasource}
          cacheBlockSize={BLOCK_SIZE}
          maxBlocksInCache={20}
          rowBuffer={12}
          columnDefs={columnDefs}
          defaultColDef={defaultColumn}
          getRowId={rowId}
          rowClassRules={rowClassRules}
          rowSelection={rowSelection}
          pagination={pageSizes !== undefined}
          {...(pageSizes ? { paginationPageSize: pageSize } : {})}
          suppressPaginationPanel
          suppressMultiSort
          suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
          ensureDomOrder
          enableCellTextSelection
          tooltipShowMode="whenTruncated"
          tooltipShowDelay={400}
          tabToNextCell={() => false}
          onGridReady={(event) => ready(event.api)}
          onGridPreDestroyed={() => source.disconnect()}
          onSortChanged={sorted}
          onCellKeyDown={(event) => 'value' in event && keyDown(event)}
          onRowDoubleClicked={(event: RowDoubleClickedEvent<GridRow>) => {
            if (!isRowControl(event.event?.target ?? null)) openRow(event.data);
          }}
        />
        <GridOverlay
          state={state}
          failure={props.failure}
          emptyText={listDefinition.emptyText}
          emptyAction={props.emptyAction}
          onRetry={() => source.restart()}
        />
      </div>
      {pageSizes && api && (
        <Pager api={api} sizes={pageSizes} size={pageSize} onSize={setPageSize} total={state.total ?? 0} />
      )}
    </div>
  );
}

function datasourceOf(source: ListSource): IDatasource {
  return {
    getRows: ({ startRow, endRow, sortModel, successCallback, failCallback }) => {
      const sort = sortModel[0];
      void source.block({
        startRow,
        endRow,
        sort: sort && { field: sort.colId, direction: sort.sort },
        success: successCallback,
        fail: failCallback,
      });
    },
  };
}

function portOf(api: GridApi<GridRow>): Parameters<ListSource['connect']>[0] {
  return {
    row: (id) => api.getRowNode(id)?.data,
    setRow: (row) => api.getRowNode(row._id)?.setData(row),
    refresh: () => api.refreshInfiniteCache(),
    setTotal: (total) => api.setRowCount(total, true),
    scrollToTop: () => {
      api.paginationGoToFirstPage();
      if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
    },
  };
}
