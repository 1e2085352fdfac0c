import type { ICellRendererParams } from 'ag-grid-community';
import { useEffect, type ReactNode } from 'react';
import type { GridRow } from './list-row.ts';

interface CutHintProps {
  cell: Pick<ICellRendererParams<GridRow, string>, 'eGridCell' | 'setTooltip'>;
  hint: string;
  children: ReactNode;
}

/** A cell drawn by us, with its text as a hint while the column is too narrow for it: the grid sees that of its own only. */
export function CutHint({ cell, hint, children }: CutHintProps): ReactNode {
  const { eGridCell, setTooltip } = cell;
  useEffect(() => setTooltip?.(hint, () => hint !== '' && isCut(eGridCell)), [eGridCell, setTooltip, hint]);
  return children;
}

function isCut(cell: HTMLElement): boolean {
  return [...cell.querySelectorAll('*')].some(
    (part) =>
      getComputedStyle(part).overflowX === 'hidden' &&
      (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1),
  );
}
