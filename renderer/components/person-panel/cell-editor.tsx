import { Portal } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { isDialogOpen } from '../keyboard/open-dialogs.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import { FieldEditor } from './field-editor.tsx';
import classes from './person-panel.module.css';

/** A cell of the list that is edited where it stands. */
export interface EditedCell {
  id: string;
  /** What the record is called. */
  title: string;
  /** The field. */
  name: string;
  cell: HTMLElement;
}

interface CellEditorProps {
  settings: RecordFormSettings;
  edited: EditedCell;
  onWhole: () => void;
  onEnd: (byKey: boolean) => void;
}

const WIDTH = 280;
/** From the edges of the window, in pixels. */
const MARGIN = 8;
/** As `person-panel.module.css` has them: the size of what is within them is measured. */
const [PADDING, BORDER] = [8, 1];

/**
 * Over the cell, with the field as the form edits it, and whose it is. It goes along with the cell; who scrolls that out of sight
 * has left it, as by a click elsewhere.
 */
export function CellEditor({ settings, edited, onWhole, onEnd }: CellEditorProps): ReactNode {
  const [over, setOver] = useState(() => edited.cell.getBoundingClientRect());
  const box = useRef<HTMLDivElement>(null);
  const { ref: measured, height } = useElementSize<HTMLDivElement>();
  const whole = useMergedRef(box, measured);
  const giveUp = useRef<() => void>(null);
  /** Whether what has the focus is in it, or in a calendar or a list that it has opened. */
  const hasFocus = (): boolean => Boolean(document.activeElement?.closest('[data-portal]'));

  const follow = useEffectEvent(({ target }: Event): void => {
    if (target instanceof Node && box.current?.contains(target)) return;
    const cell = cellNow(edited);
    if (cell && isInSight(cell, box.current)) setOver(cell.getBoundingClientRect());
    else if (hasFocus()) document.getElementById('content')?.focus({ preventScroll: true });
  });
  // What was refused stays when somebody has clicked elsewhere, and goes by the same key.
  const escape = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || hasFocus() || isDialogOpen()) return;
    event.preventDefault();
    event.stopPropagation();
    giveUp.current?.();
  });
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal });
    window.addEventListener('resize', follow, { signal });
    window.addEventListener('keydown', escape, { capture: true, signal });
    return () => gone.abort();
  }, []);

  return (
    <Portal>
      <div
        ref={whole}
        className={classes.cell}
        style={placeOver(over, height)}
        role="dialog"
        aria-label={`Edit the cell of ${edited.title}`}
      >
        <div className={classes.cellOf} title={edited.title}>
          <bdi>{edited.title}</bdi>
        </div>
        <FieldEditor
          settings={settings}
          id={edited.id}
          name={edited.name}
          onWhole={onWhole}
          onEnd={onEnd}
          giveUp={giveUp}
        />
      </div>
    </Portal>
  );
}

/** @param height of what it holds: a date has more to choose from than a line of text */
function placeOver(cell: DOMRect, height: number): { left: number; top: number; width: number } {
  const width = Math.max(WIDTH, cell.width);
  const within = (start: number, size: number, all: number): number =>
    Math.max(MARGIN, Math.min(start, all - size - MARGIN));
  return {
    left: within(cell.left, width, window.innerWidth),
    top: within(cell.top, height + 2 * (PADDING + BORDER), window.innerHeight),
    width,
  };
}

/** The list may have drawn its rows anew meanwhile. */
const cellNow = ({ id, name }: EditedCell): HTMLElement | null =>
  document.querySelector(`[row-id="${CSS.escape(id)}"] [col-id="${CSS.escape(name)}"]`);

/** Whether the middle of the cell is seen, but for what stands over it here. */
function isInSight(cell: HTMLElement, over: HTMLElement | null): boolean {
  const { top, left, width, height } = cell.getBoundingClientRect();
  const there = document.elementsFromPoint(left + width / 2, top + height / 2);
  return cell.contains(there.find((each) => over?.contains(each) !== true) ?? null);
}
