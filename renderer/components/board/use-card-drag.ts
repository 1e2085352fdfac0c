import { OTHERS_KEY, type BoardColumn } from '#shared/model/board.ts';
import { useEffect, useRef, useState, type DragEvent, type RefObject } from 'react';
import type { GridRow } from '../data-grid/list-row.ts';
import type { CardMoves } from './use-card-moves.ts';

/** So near an edge of the board it scrolls, in pixels, and by so many in a frame. */
const EDGE = 70;
const STEP = 14;

interface Dragged {
  row: GridRow;
  from: BoardColumn;
}

interface CardDrag {
  dragged: Dragged | null;
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
  columns: readonly BoardColumn[],
  move: CardMoves['move'],
): CardDrag {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const way = useRef(0);
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function go() {
      if (way.current !== 0) scroller.current?.scrollBy({ left: way.current * STEP });
      frame = requestAnimationFrame(go);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging, scroller]);

  const end = (): void => {
    way.current = 0;
    setDragged(null);
    setOver(null);
  };
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
    set: (next) => (next === null ? end() : setDragged(next)),
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
