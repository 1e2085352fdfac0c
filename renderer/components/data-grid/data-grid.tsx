import './grid-modules.ts';
import { openingPageSize, type Sort } from '#shared/model/entity.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { withColumns } from '#shared/model/list-columns.ts';
import { listOf } from '#shared/model/list-query.ts';
import type {
  CellFocusedEvent,
  ColDef,
  GetRowIdParams,
  GridApi,
  RowClassRules,
  RowDoubleClickedEvent,
  SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import classes from './data-grid.module.css';
import { DrawnCellsContext, withDrawnCells } from './drawn-cell.tsx';
import { gridColumns, type ColumnSettings, type ExtraColumn } from './grid-columns.tsx';
import { copyText } from '../record-links/copy-button.tsx';
import { useOnNextDay } from '../use-now.ts';
import { useIsClose } from '../use-tight.ts';
import { datasourceOf, orderBy, portOf } from './grid-feed.ts';
import {
  enterGrid,
  gridControl,
  leaveTabToBrowser,
  selectFocusedRow,
  takeRowOutOfTabOrder,
  type GridControl,
} from './grid-focus.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import {
  cellAt,
  copyCell,
  isRowControl,
  isRowInput,
  runRowKey,
  tabWithinRow,
  type RowKeys,
} from './grid-keyboard.ts';
import { GridOverlay } from './grid-overlay.tsx';
import { gridTheme, ROW_HEIGHT, type RowLines } from './grid-theme.ts';
import type { GridRow } from './list-row.ts';
import { BLOCK_SIZE, type ListSource } from './list-source.ts';
import type { ListState } from './grid-port.ts';
import { Pager } from './pager.tsx';
import { columnMoved } from './moved-columns.ts';
import type { RowAction } from './row-actions.tsx';
import type { Selection } from '../selection/selection.ts';
import { isInSelectionColumn } from '../selection/selection-column.tsx';
import { useIsChoosing, useSelectionColumn } from '../selection/use-selection-column.ts';
import type { ListLayout } from './use-list-layout.ts';
import { useTypingHold } from './use-typing-hold.ts';

export interface DataGridProps {
  entity: EntityName;
  /** Name of one of the entity's lists. */
  list: string;
  source: ListSource;
  state: ListState;
  /** Accessible name of the grid. */
  label: string;
  /** The order; null for the list's own. */
  sort: Sort | null;
  onSortChange?: (sort: Sort | null) => void;
  layout: ListLayout;
  /** Columns in the place of the list's own. */
  chosen?: readonly string[] | null;
  columns?: Readonly<Record<string, ColumnSettings | false>>;
  /** A column beside the model's, before the actions. */
  extraColumn?: ExtraColumn | undefined;
  /** Lines of text in a row; with more than one, texts wrap. */
  lines?: RowLines;
  /** Heading of the running number; null for none. */
  numberHeading?: string | null;
  actionHeading?: string;
  actions: readonly RowAction[];
  /** Enter on a row, and a double click. */
  onOpen?: (row: GridRow) => void;
  /** Letters that do something to the row with the focus, also from a link or button in it. */
  rowKeys?: RowKeys | undefined;
  /** Whenever another row has the focus. */
  onRowFocus?: ((row: GridRow) => void) | undefined;
  /** F2 on a cell. */
  onEditCell?: ((row: GridRow, name: string, cell: HTMLElement) => void) | undefined;
  /** Takes the way to move the focus from outside. */
  control?: RefObject<GridControl | null> | undefined;
  /** What is selected; none where nothing can be done with several rows. */
  selection?: Selection | undefined;
  /** The catalogue's sentence for a failed load. */
  failure: string;
  /** What an empty list says, in the place of the model's text. */
  emptyText?: string | undefined;
  /** What to do about an empty list, below its text. */
  emptyAction?: ReactNode;
}

const defaultColumn: ColDef<GridRow> = {
  sortable: false,
  resizable: true,
  suppressHeaderMenuButton: true,
  sortingOrder: ['asc', 'desc', null],
  // Enter and Space on a link or button inside a cell belong to it, not to the grid.
  // Space and Ctrl+A select by ways of ours.
  suppressKeyboardEvent: ({ event }) =>
    isRowInput(event.target) ||
    event.key === ' ' ||
    (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) ||
    (event.key === 'Enter' && isRowControl(event.target)),
};

const rowClassRules: RowClassRules<GridRow> = {
  'row-loading': ({ data }) => data === undefined,
  'row-gone': ({ data }) => data?._gone === true,
  'row-similar': ({ data }) => data?._similar === true,
};

const rowSelection = { mode: 'singleRow', checkboxes: false, enableClickSelection: false } as const;
const noColumns = {};
const rowId = ({ data }: GetRowIdParams<GridRow>): string => data._id;

/** A list of records as a dense grid, fed row by row from the desk. Columns, order and texts follow from the model. */
export function DataGrid(props: DataGridProps): ReactNode {
  const { entity, list, source, state, label, columns = noColumns, actions, onOpen } = props;
  const { rowKeys, extraColumn, numberHeading = null, actionHeading = 'Action', lines = 1 } = props;
  const tight = useIsClose();
  const { widths, onResized, setColumns } = props.layout;
  const { chosen = null } = props;
  const definition = entityOf(entity);
  const listDefinition = useMemo(
    () => withColumns(listOf(definition, list), chosen ?? undefined),
    [definition, list, chosen],
  );
  const pageSizes = listDefinition.pageSizes;
  const [pageSize, setPageSize] = useState(openingPageSize(listDefinition) ?? 0);
  const [api, setApi] = useState<GridApi<GridRow> | null>(null);
  const [openingSort] = useState(props.sort ?? listDefinition.sort);

  const gridRef = useRef<GridApi<GridRow> | null>(null);
  const selecting = useSelectionColumn(props.selection, source, gridRef);
  const selectionColumn = selecting?.column;
  const isChoosing = useIsChoosing(props.selection);

  const { columnDefs, cells } = useMemo(
    () =>
      withDrawnCells(
        gridColumns({
          entity: definition,
          list: listDefinition,
          settings: columns,
          extra: extraColumn,
          numberHeading,
          actionHeading,
          actions,
          selecting: selectionColumn,
          sort: openingSort,
          onOpen,
          widths,
          lines,
          tight,
        }),
      ),
    [
      definition,
      listDefinition,
      columns,
      extraColumn,
      numberHeading,
      actionHeading,
      actions,
      selectionColumn,
      openingSort,
      onOpen,
      widths,
      lines,
      tight,
    ],
  );
  const datasource = useMemo(() => datasourceOf(source), [source]);
  useEffect(() => api?.setGridAriaProperty('label', label), [api, label]);
  // Other times are "today" and "tomorrow" then; a row that nobody changes is not read anew for it.
  useOnNextDay(() => api?.refreshCells());
  useEffect(() => {
    if (api) orderBy(api, props.sort, listDefinition.sort);
  }, [api, props.sort, listDefinition]);

  const ready = (grid: GridApi<GridRow>): void => {
    gridRef.current = grid;
    setApi(grid);
    source.connect(portOf(grid, definition.title));
  };
  useImperativeHandle(props.control, () => gridControl(api), [api]);
  const openRow = (row: GridRow | undefined): void => {
    if (row && !row._gone) onOpen?.(row);
  };
  /**
   * At once: the library tells of keys in a later task, when the next key may have come and the row be read anew.
   * It has gone to the next row already where the key leads there.
   */
  const rowKey = ({ nativeEvent: key }: KeyboardEvent): void => {
    const at = isRowInput(key.target) ? null : cellAt(api, key.target);
    if (!at) return;
    const isOfControl = isRowControl(key.target);
    if (key.key.startsWith('Arrow') && !isOfControl) selecting?.key(key, at.row, at.index);
    if (key.defaultPrevented) return;
    if (at.row && !at.row._gone) {
      runRowKey(rowKeys, key, at.row);
      if (key.key === hotkeys.editCell && !isOfControl) props.onEditCell?.(at.row, at.name, at.cell);
    }
    if (isOfControl) return;
    if (key.key === ' ') {
      // Nothing scrolls by it.
      key.preventDefault();
      selecting?.key(key, at.row, at.index);
    }
    if (key.key === 'Enter' && !key.ctrlKey && !key.altKey) openRow(at.row);
    else copyCell(key, at.text, copyText);
  };
  const tab = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !tabWithinRow(event.target, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const typing = useTypingHold(source);
  const sorted = ({ api: grid, source: by }: SortChangedEvent<GridRow>): void => {
    if (by === 'api') return;
    const column = grid.getColumnState().find(({ sort }) => sort);
    props.onSortChange?.(column?.sort ? { field: column.colId, direction: column.sort } : null);
  };

  return (
    <div className={classes.frame}>
      <div
        className={classes.grid}
        data-lines={lines}
        data-tight={tight || undefined}
        data-choosing={isChoosing || undefined}
        data-empty={state.total === 0 || undefined}
        role="presentation"
        onKeyDown={rowKey}
        onKeyDownCapture={tab}
        {...typing}
      >
        <DrawnCellsContext value={cells}>
          <AgGridReact<GridRow>
            theme={gridTheme}
            rowModelType="infinite"
            rowHeight={ROW_HEIGHT[lines]}
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
            paginationPageSizeSelector={false}
            // Else the columns would be sized before the scrollbar is there, and not fit afterwards.
            alwaysShowVerticalScroll
            suppressMultiSort
            suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
            ensureDomOrder
            enableCellTextSelection
            tooltipShowMode="whenTruncated"
            tooltipShowDelay={400}
            tabToNextCell={leaveTabToBrowser}
            focusGridInnerElement={enterGrid}
            processRowPostCreate={takeRowOutOfTabOrder}
            onGridReady={(event) => ready(event.api)}
            onGridPreDestroyed={() => source.disconnect()}
            onCellFocused={(event: CellFocusedEvent<GridRow>) => {
              const row = selectFocusedRow(event);
              if (row && !row._gone) props.onRowFocus?.(row);
            }}
            onSortChanged={sorted}
            onColumnResized={onResized}
            onColumnMoved={(event) => columnMoved(event, definition, setColumns)}
            suppressDragLeaveHidesColumns
            onRowDoubleClicked={(event: RowDoubleClickedEvent<GridRow>) => {
              const target = event.event?.target ?? null;
              if (isRowControl(target) || isInSelectionColumn(target)) return;
              // The two clicks have marked a word, which nobody meant.
              window.getSelection()?.removeAllRanges();
              openRow(event.data);
            }}
          />
        </DrawnCellsContext>
        <GridOverlay
          state={state}
          failure={props.failure}
          emptyText={props.emptyText ?? listDefinition.emptyText}
          loadingText={listDefinition.loadingText ?? 'Loading...'}
          emptyAction={props.emptyAction}
          onRetry={() => source.retry()}
        />
      </div>
      {pageSizes && api && (
        <Pager api={api} sizes={pageSizes} size={pageSize} onSize={setPageSize} total={state.total} />
      )}
    </div>
  );
}
