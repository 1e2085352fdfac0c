import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { isFocusLost } from '../keyboard/keep-focus.ts';

/** How the focus is led into a column. */
export interface ColumnHandle {
  /** To the card at a place, or the last one before it. Whether there is any. */
  focus: (index: number) => boolean;
  /** To the first card, as soon as there is one. */
  enter: () => void;
  /** To the card of a record, as soon as it is there. */
  focusRecord: (id: string) => void;
  has: (id: string) => boolean;
  /** To the card below (1) or above (-1) that of the record. */
  step: (id: string, by: 1 | -1) => void;
  /** The record of the card below (1) or above (-1); null where none is. */
  next: (id: string, by: 1 | -1) => string | null;
}

interface ColumnFocusInput {
  body: RefObject<HTMLElement | null>;
  /** Has the column fetch its cards, where it was not in sight yet. */
  see: () => void;
  count: number;
  indexOf: (id: string) => number;
  idAt: (index: number) => string | undefined;
  /** Whether nothing stands at the place. */
  isHidden: (index: number) => boolean;
  scrollTo: (index: number) => void;
}

interface ColumnFocus {
  /** The card that Tab leads to. */
  current: number;
  handle: ColumnHandle;
  onFocus: (index: number, id: string | undefined) => void;
  onBlur: () => void;
}

type Wanted = { index: number } | { id: string };

/** The focus among the cards of one column: a card that is out of sight is scrolled to first, and drawn a moment later. */
export function useColumnFocus(input: ColumnFocusInput): ColumnFocus {
  const [current, setCurrent] = useState(0);
  const [, draw] = useState(0);
  const wanted = useRef<Wanted | null>(null);
  const focused = useRef<{ index: number; id: string | undefined } | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
    follow(focused, wanted, input);
    const place = placeOf(wanted.current, input);
    if (place < 0) return;
    const card = input.body.current?.querySelector<HTMLElement>(`[data-index="${place}"]`);
    if (!card) return input.scrollTo(place);
    const now = wanted.current;
    wanted.current = null;
    const isLed = now !== null && 'index' in now;
    // Whoever has gone to the search meanwhile is not fetched back by a card.
    if (isLed || isFocusLost() || document.activeElement?.closest('[data-board]')) card.focus();
  });
  const handle = useMemo((): ColumnHandle => {
    const want = (next: Wanted): void => {
      wanted.current = next;
      latest.current.see();
      draw((times) => times + 1);
    };
    const focus = (index: number): boolean => {
      const { count, isHidden } = latest.current;
      let place = Math.min(Math.max(index, 0), count - 1);
      const step = focused.current && index < focused.current.index ? -1 : 1;
      while (place >= 0 && place < count && isHidden(place)) place += step;
      if (place < 0 || place >= count) return false;
      want({ index: place });
      return true;
    };
    return {
      focus,
      enter: () => want({ index: 0 }),
      step: (id, by) => {
        const at = latest.current.indexOf(id);
        if (at >= 0) focus(at + by);
      },
      next: (id, by) => latest.current.idAt(latest.current.indexOf(id) + by) ?? null,
      focusRecord: (id) => want({ id }),
      has: (id) => latest.current.indexOf(id) >= 0,
    };
  }, []);
  return {
    current,
    handle,
    onFocus: (index, id) => {
      focused.current = { index, id };
      // Whoever goes elsewhere is not fetched back by what is still on its way.
      wanted.current = null;
      setCurrent(index);
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}

/**
 * A card with the focus that has left the column hands it to the one in its place, unless it is led on; so does one that
 * had the focus before its record was there, and is drawn anew with it.
 */
function follow(
  focused: RefObject<{ index: number; id: string | undefined } | null>,
  wanted: RefObject<Wanted | null>,
  { idAt, indexOf, count }: ColumnFocusInput,
): void {
  const at = focused.current;
  if (!at || wanted.current || !isFocusLost()) return;
  if (at.id !== undefined && (indexOf(at.id) >= 0 || idAt(at.index) === at.id)) return;
  focused.current = null;
  if (count > 0) wanted.current = { index: Math.min(at.index, count - 1) };
}

function placeOf(wanted: Wanted | null, { indexOf, count, isHidden }: ColumnFocusInput): number {
  if (wanted === null) return -1;
  if ('id' in wanted) return indexOf(wanted.id);
  const { index } = wanted;
  return index < count && !isHidden(index) ? index : -1;
}
