import { OTHERS_KEY, type BoardColumn } from '#shared/model/board.ts';
import { useCallback, useEffect, useRef, useState, type DragEvent, type RefObject } from 'react';
import type { GridRow } from '../data-grid/list-row.ts';
import type { CardMoves } from './use-card-moves.ts';

/** So near an edge of the board it scrolls, in pixels, and by so many in a frame. */
const EDGE = 70;
const STEP = 14;

interface Dragged {
  row: GridRow;
  from: BoardColumn;
}

/** The columns keep their places below the pointer, whatever comes or goes elsewhere. */
interface UnderWay extends Dragged {
  columns: readonly BoardColumn[];
}

interface CardDrag {
  dragged: Dragged | null;
  /** As they are shown: while a card is dragged, those that it was taken from. */
  columns: readonly BoardColumn[];
  set: (dragged: Dragged | null) => void;
  /** Key of the column that the card would be dropped on. */
  over: string | null;
  handlers: {
    onDragEnter: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** Cards dragged by the pointer, from column to column; at its edges the board goes along. */
export function useCardDrag(
  scroller: RefObject<HTMLElement | null>,
  live: readonly BoardColumn[],
  move: CardMoves['move'],
): CardDrag {
  const [dragged, setDragged] = useState<UnderWay | null>(null);
  const columns = dragged?.columns ?? live;
  const [over, setOver] = useState<string | null>(null);
  const way = useRef(0);
  const isDragging = dragged !== null;
  const end = useCallback((): void => {
    way.current = 0;
    setDragged(null);
    setOver(null);
  }, []);
  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function go() {
      if (way.current !== 0) scroller.current?.scrollBy({ left: way.current * STEP });
      frame = requestAnimationFrame(go);
    });
    // A card that is drawn no more, scrolled out of sight or taken away elsewhere, does not tell that it was let go. While
    // the browser drags, it tells of no pointer.
    window.addEventListener('pointermove', end);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', end);
    };
  }, [isDragging, scroller, end]);

  const targetOf = ({ target }: DragEvent): BoardColumn | null => {
    const key =
      target instanceof Element ? target.closest('[data-column]')?.getAttribute('data-column') : null;
    const column = columns.find((each) => each.key === key);
    return column && column.key !== dragged?.from.key && column.key !== OTHERS_KEY ? column : null;
  };
  const overIt = (event: DragEvent): void => {
    if (dragged === null || !scroller.current) return;
    const { left, right } = scroller.current.getBoundingClientRect();
    way.current = event.clientX < left + EDGE ? -1 : event.clientX > right - EDGE ? 1 : 0;
    const column = targetOf(event);
    setOver(column?.key ?? null);
    if (!column) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
  };
  return {
    dragged,
    columns,
    set: (next) => (next === null ? end() : setDragged({ ...next, columns: live })),
    over,
    handlers: {
      onDragEnter: overIt,
      onDragOver: overIt,
      onDragLeave: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        way.current = 0;
        setOver(null);
      },
      onDrop: (event) => {
        const column = targetOf(event);
        if (dragged === null || !column) return;
        event.preventDefault();
        const { row, from } = dragged;
        end();
        move(row, from, column);
      },
    },
  };
}
