import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { countOfColumn, OTHERS_KEY, type BoardColumn } from '#shared/model/board.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { keepCollapsed, keptCollapsed } from '../../stores/list-layout.ts';
import { useUser } from '../../stores/session.ts';
import type { GridControl } from '../data-grid/grid-focus.ts';
import { isRowControl, runRowKey, type RowKeys } from '../data-grid/grid-keyboard.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { sentenceOf } from '../messages/messages.tsx';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { BoardColumnView, CollapsedColumn } from './board-column.tsx';
import classes from './board.module.css';
import { useCardMoves } from './use-card-moves.ts';
import type { BoardColumns } from './use-board-columns.ts';
import { useCardDrag } from './use-card-drag.ts';
import type { ColumnHandle } from './use-column-focus.ts';

interface BoardProps {
  query: GridQuery;
  /** The field by whose values it stands. */
  name: string;
  board: BoardColumns;
  /** What the list is called. */
  label: string;
  form: RecordFormSettings | undefined;
  onOpen: ((row: GridRow) => void) | undefined;
  /** What stands below the rest of a card. */
  under: ((row: GridRow) => ReactNode) | undefined;
  /** Opens the form of a record with what it is given already. */
  onAsk: (id: string, given: NonNullable<RecordFormSettings['given']>) => void;
  rowKeys: RowKeys;
  onRowFocus?: ((row: GridRow) => void) | undefined;
  control?: RefObject<GridControl | null> | undefined;
  /** Leads the keyboard from the search into the cards. */
  entry: RefObject<(() => void) | null>;
  failure: string;
  emptyText: string;
  emptyAction: ReactNode;
}

/** A list as columns by the values of a field, whose cards are moved from one to another. */
export function Board(props: BoardProps): ReactNode {
  const { query, name, board, rowKeys, onOpen, onRowFocus } = props;
  const entity = entityOf(query.entity);
  const field = fieldOf(entity, name);
  const { _id: userId } = useUser();
  const place = `${query.entity}/${query.list}/${name}`;
  const [collapsed, setCollapsed] = useState(() => keptCollapsed(userId, place));
  const handles = useRef(new Map<string, ColumnHandle>());
  const scroller = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const live = board.columns ?? [];
  const collapse = (key: string, isCollapsed: boolean): void => {
    const next = [...collapsed.filter((each) => each !== key), ...(isCollapsed ? [key] : [])];
    setCollapsed(next);
    keepCollapsed(userId, place, next);
    if (!isCollapsed) return;
    // The button that was pressed is gone.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(key)}"] button`)?.focus(),
    );
  };
  const onFocus = useCallback((key: string, id: string) => handles.current.get(key)?.focusRecord(id), []);
  const moves = useCardMoves({
    query,
    name,
    columns: live,
    settings: props.form,
    onFocus,
    onAsk: props.onAsk,
  });
  const { store } = board;
  // What counts from today is counted anew on another day.
  useEffect(() => store.changed(), [store]);
  const drag = useCardDrag(scroller, live, moves.move);
  const { columns } = drag;
  const open = columns.filter(({ key }) => !collapsed.includes(key));

  const enter = (): void => {
    const first = open.find((column) => countOfColumn(column, board.counts ?? []) > 0);
    if (first) handles.current.get(first.key)?.enter();
  };
  useImperativeHandle(props.entry, () => enter);
  useImperativeHandle(props.control, (): GridControl => {
    const columnOf = (id: string): ColumnHandle | undefined =>
      [...handles.current.values()].find((handle) => handle.has(id));
    return {
      focus: (id) => columnOf(id)?.focusRecord(id),
      step: (id, by) => columnOf(id)?.step(id, by),
      next: (id, by) => columnOf(id)?.next(id, by) ?? null,
    };
  });

  const onKey = (
    event: React.KeyboardEvent,
    row: GridRow | undefined,
    { column, index }: { column: BoardColumn; index: number },
  ): void => {
    if (event.defaultPrevented) return;
    if (row) runRowKey(rowKeys, event.nativeEvent, row);
    if (isRowControl(event.target) && event.key !== 'Escape') return;
    const handled = keyOnCard(event, row, column, index);
    if (handled) event.preventDefault();
  };

  /** Whether the key did something. */
  const keyOnCard = (
    { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget }: React.KeyboardEvent,
    row: GridRow | undefined,
    column: BoardColumn,
    index: number,
  ): boolean => {
    if (altKey || shiftKey) return false;
    const at = open.findIndex((each) => each.key === column.key);
    const here = handles.current.get(column.key);
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const step = key === 'ArrowLeft' ? -1 : 1;
      if (ctrlKey || metaKey) {
        if (row) moveBy(row, column, at, step);
        return true;
      }
      for (let next = at + step; next >= 0 && next < open.length; next += step) {
        const beside = open[next];
        const handle = beside && handles.current.get(beside.key);
        if (!handle || handle.focus(index)) break;
        // It was not in sight yet, so it does not know of its cards.
        if (countOfColumn(beside, board.counts ?? []) === 0) continue;
        handle.enter();
        break;
      }
      return true;
    }
    if (ctrlKey || metaKey) return false;
    if (key === 'ArrowDown') return here?.focus(index + 1) ?? false;
    if (key === 'ArrowUp') return here?.focus(index - 1) ?? false;
    if (key === 'Home') return here?.focus(0) ?? false;
    if (key === 'End') return here?.focus(Number.MAX_SAFE_INTEGER) ?? false;
    if (key === 'Enter' && row) {
      onOpen?.(row);
      return true;
    }
    if (key === 'Escape' && currentTarget instanceof HTMLElement) currentTarget.focus();
    return false;
  };

  const moveBy = (row: GridRow, column: BoardColumn, at: number, step: 1 | -1): void => {
    if (moves.refused !== null) return moves.explain(moves.refused);
    const to = open[at + step];
    if (columns.length === 1)
      return moves.explain('The filters leave one column. Clear them to move the card.');
    if (open.length === 1)
      return moves.explain('The other columns are collapsed. Open one to move the card there.');
    if (to && to.key !== OTHERS_KEY) moves.move(row, column, to);
  };

  const failed = board.error && (
    <Alert role="alert" color="red" variant="light" title={props.failure}>
      <div>{sentenceOf(board.error, 'Something went wrong.')}</div>
      <Button size="compact-sm" variant="default" mt={6} onClick={board.retry}>
        Retry
      </Button>
    </Alert>
  );
  if (failed && (board.columns === null || board.counts === null))
    return <div className={classes.overlay}>{failed}</div>;
  return (
    <div className={classes.frame}>
      {failed}
      <div
        ref={scroller}
        className={classes.board}
        role="region"
        aria-label={`${props.label} by ${inSentence(field.label)}`}
        data-board=""
        data-dragging={drag.dragged !== null || undefined}
        {...drag.handlers}
      >
        {columns.map((column) =>
          collapsed.includes(column.key) ? (
            <CollapsedColumn
              key={column.key}
              column={column}
              board={board}
              isTarget={drag.over === column.key}
              onExpand={() => collapse(column.key, false)}
            />
          ) : (
            <BoardColumnView
              key={column.key}
              query={query}
              name={name}
              column={column}
              board={board}
              moved={moves.moved}
              failure={props.failure}
              movable={moves.refused === null}
              dragging={drag.dragged !== null}
              isTarget={drag.over === column.key}
              onOpen={onOpen}
              under={props.under}
              onCollapse={() => collapse(column.key, true)}
              onFocusCard={(row) => onRowFocus?.(row)}
              onKey={(event, row, index) => onKey(event, row, { column, index })}
              onDrag={(row) => drag.set(row && { row, from: column })}
              onHandle={(handle) =>
                handle ? handles.current.set(column.key, handle) : handles.current.delete(column.key)
              }
              describedBy={hintId}
            />
          ),
        )}
      </div>
      {board.total === 0 && (
        <div className={classes.emptyBoard} role="status">
          {props.emptyText}
          {props.emptyAction}
        </div>
      )}
      <VisuallyHidden id={hintId}>
        {moves.refused ?? 'Control and the left or right arrow move the card to the next column.'}
      </VisuallyHidden>
      <VisuallyHidden role="status" aria-live="polite">
        {moves.said}
      </VisuallyHidden>
    </div>
  );
}
