import { Alert, Button } from '@mantine/core';
import { formatNumber } from '#shared/format/numbers.ts';
import { countOfColumn, OTHERS_KEY, type BoardColumn } from '#shared/model/board.ts';
import { entityOf } from '#shared/model/entities.ts';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { cellText } from '../data-grid/cell-text.ts';
import { tabWithinRow } from '../data-grid/grid-keyboard.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import { titleOf, type GridRow } from '../data-grid/list-row.ts';
import { sentenceOf } from '../messages/messages.tsx';
import { CardContent } from './board-card.tsx';
import type { BoardColumns } from './use-board-columns.ts';
import classes from './board.module.css';
import { isMoved, movedTo, type MovedCards } from './moved-cards.ts';
import { useColumnFocus, type ColumnHandle } from './use-column-focus.ts';
import { useSeen } from './use-seen.ts';
import { useColumnSource } from './use-column-source.ts';

/** A card with the room below it, in pixels; board.module.css says the same of the card, and of one with a place. */
const SLOT = 112;
const SLOT_WITH_PLACE = 150;
const OVERSCAN = 6;

export interface ColumnProps {
  query: GridQuery;
  name: string;
  column: BoardColumn;
  board: BoardColumns;
  moved: MovedCards;
  failure: string;
  /** Whether cards can be dragged. */
  movable: boolean;
  /** Whether a card is dragged over the board, and whether it may be dropped here. */
  dragging: boolean;
  isTarget: boolean;
  onOpen: ((row: GridRow) => void) | undefined;
  /** What stands below the rest of a card, as the place that a search in documents has found. */
  under: ((row: GridRow) => ReactNode) | undefined;
  onCollapse: () => void;
  onFocusCard: (row: GridRow, index: number) => void;
  onKey: (event: React.KeyboardEvent, row: GridRow | undefined, index: number) => void;
  onDrag: (row: GridRow | null) => void;
  /** Takes the way to lead the focus into it; null once it is gone. */
  onHandle: (handle: ColumnHandle | null) => void;
  describedBy: string;
}

/** One column of a board with its cards, of which those in sight are drawn. */
export function BoardColumnView(props: ColumnProps): ReactNode {
  const { query, name, column, board, moved, onOpen } = props;
  const entity = entityOf(query.entity);
  const body = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [seen, see] = useSeen(body);
  const [focusFirst, setFocusFirst] = useState<(() => void) | null>(null);
  const { source, rows, state } = useColumnSource(query, name, column, board.store, {
    view: {
      scrollToTop: () => body.current?.scrollTo({ top: 0 }),
      focusFirstRow: () => focusFirst?.(),
    },
    held: props.dragging,
    seen,
  });
  const { tries } = board;
  const retry = useEffectEvent(() => {
    if (state.error) source.retry();
  });
  useEffect(() => {
    if (tries > 0) retry();
  }, [tries]);
  const own = movedTo(moved, column.key);
  const length = state.total ?? rows.known;
  const rowAt = (index: number): GridRow | undefined =>
    index < own.length ? own[index] : rows.at(index - own.length);
  /** A card that was moved stands on top of its column, and not a second time in its order. */
  const isHidden = (index: number): boolean => {
    const row = index < own.length ? undefined : rowAt(index);
    return row !== undefined && isMoved(moved, row._id);
  };
  const count = own.length + length;
  const slot = props.under ? SLOT_WITH_PLACE : SLOT;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => body.current,
    estimateSize: (index) => (isHidden(index) ? 0 : slot),
    getItemKey: (index) => rowAt(index)?._id ?? index,
    overscan: OVERSCAN,
    paddingStart: 2,
  });
  const items = virtual.getVirtualItems();
  const sizes = items.map(({ index }) => (isHidden(index) ? '-' : '+')).join('');
  useLayoutEffect(() => virtual.measure(), [virtual, sizes, moved, slot]);
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    if (seen) rows.need(Math.max(0, from - own.length), Math.max(0, to - own.length));
  }, [rows, seen, from, to, own.length]);

  const focus = useColumnFocus({
    body,
    see,
    count,
    indexOf: (id) => {
      const at = own.findIndex(({ _id }) => _id === id);
      if (at >= 0) return at;
      const row = rows.indexOf(id);
      return row < 0 || isMoved(moved, id) ? -1 : own.length + row;
    },
    idAt: (index) => rowAt(index)?._id,
    isHidden,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  });
  const { onHandle } = props;
  useEffect(() => {
    onHandle(focus.handle);
    setFocusFirst(() => () => focus.handle.focus(0));
    return () => onHandle(null);
  }, [onHandle, focus.handle]);

  const total = board.counts && countOfColumn(column, board.counts);
  const isEmpty = count === 0 && state.total === 0;
  const tabStop = Math.min(focus.current, Math.max(0, count - 1));
  return (
    <section
      className={classes.column}
      aria-labelledby={headingId}
      data-target={props.isTarget || undefined}
      data-column={column.key}
    >
      <header className={classes.head}>
        <h2 id={headingId} className={classes.heading} title={column.label}>
          <span className={classes.label}>{column.label}</span>{' '}
          <span className={classes.count}>{total === null ? '…' : formatNumber(total)}</span>
        </h2>
        <button
          type="button"
          className={classes.collapse}
          aria-label={`Collapse ${column.label}`}
          title="Collapse the column"
          onClick={props.onCollapse}
        >
          <IconChevronsLeft size={15} aria-hidden />
        </button>
      </header>
      {state.error && (
        <Alert role="alert" color="red" variant="light" p={8} m={6} title={props.failure}>
          <div>{sentenceOf(state.error, 'Something went wrong.')}</div>
          <Button size="compact-xs" variant="default" mt={6} onClick={board.retry}>
            Retry
          </Button>
        </Alert>
      )}
      <div ref={body} className={classes.body}>
        {state.total === null && rows.known === 0 && own.length === 0 && !state.error && <Skeletons />}
        {isEmpty && <p className={classes.empty}>No cards</p>}
        {count > 0 && (
          <div
            role="grid"
            className={classes.cards}
            style={{ height: virtual.getTotalSize() }}
            aria-labelledby={headingId}
            aria-rowcount={count}
          >
            {items.map(({ index, key, start }) => {
              if (isHidden(index)) return null;
              const row = rowAt(index);
              return (
                <div
                  role="row"
                  key={key}
                  className={classes.slot}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-rowindex={index + 1}
                >
                  <div
                    role="gridcell"
                    className={classes.card}
                    data-index={index}
                    data-loading={row === undefined || undefined}
                    data-under={props.under !== undefined || undefined}
                    aria-label={row ? nameOf(row) : 'Loading'}
                    aria-describedby={props.describedBy}
                    tabIndex={index === tabStop ? 0 : -1}
                    draggable={props.movable && row !== undefined}
                    onFocus={(event) => {
                      focus.onFocus(index, row?._id);
                      if (row && event.target === event.currentTarget) props.onFocusCard(row, index);
                    }}
                    onBlur={focus.onBlur}
                    onKeyDown={(event) => {
                      if (event.key === 'Tab' && tabWithinRow(event.target, event.shiftKey))
                        event.preventDefault();
                      else props.onKey(event, row, index);
                    }}
                    onDoubleClick={({ target }) => {
                      if (row && target instanceof Element && !target.closest('a, button')) {
                        window.getSelection()?.removeAllRanges();
                        onOpen?.(row);
                      }
                    }}
                    onDragStart={(event) => {
                      if (!row) return;
                      event.dataTransfer.effectAllowed = 'move';
                      // A link that is dragged along would be dropped as an address.
                      event.dataTransfer.setData('text/plain', titleOf(entity, row));
                      props.onDrag(row);
                    }}
                    onDragEnd={() => props.onDrag(null)}
                  >
                    {row && (
                      <CardContent
                        entity={entity}
                        row={row}
                        beside={column.key === OTHERS_KEY ? cellText(entity, name, row, 0) : null}
                        onOpen={onOpen}
                        under={props.under}
                      />
                    )}
                  </div>
                </div>
              );
            })}
          </div>
        )}
      </div>
    </section>
  );

  function nameOf(row: GridRow): string {
    return `${titleOf(entity, row) || entity.label}, ${column.label}`;
  }
}

interface CollapsedProps {
  column: BoardColumn;
  board: BoardColumns;
  isTarget: boolean;
  onExpand: () => void;
}

/** A column that is collapsed to its name and count. */
export function CollapsedColumn({ column, board, isTarget, onExpand }: CollapsedProps): ReactNode {
  const total = board.counts && countOfColumn(column, board.counts);
  const count = total === null ? '…' : formatNumber(total);
  return (
    <div className={classes.strip} data-target={isTarget || undefined} data-column={column.key}>
      <button
        type="button"
        aria-expanded={false}
        aria-label={`Expand ${column.label}, ${count}`}
        title={`Expand ${column.label}`}
        onClick={onExpand}
      >
        <IconChevronsRight size={15} aria-hidden />
        <span className={classes.count}>{count}</span>
        <span className={classes.upright}>{column.label}</span>
      </button>
    </div>
  );
}

function Skeletons(): ReactNode {
  return (
    <div className={classes.skeletons} aria-hidden>
      {[0, 1, 2].map((at) => (
        <div key={at} className={classes.card} data-loading />
      ))}
    </div>
  );
}
