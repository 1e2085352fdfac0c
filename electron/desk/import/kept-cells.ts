import { cellText, type Cell } from '#shared/import/cell.ts';
import type { KeptCell } from './reader-messages.ts';

export function cellOf(kept: KeptCell | undefined): Cell {
  if (kept === undefined || kept === null) return null;
  return typeof kept === 'object' ? new Date(kept.d) : kept;
}

/** The cells of a row as people read them. */
export const textsOf = (cells: readonly KeptCell[]): string[] => cells.map((cell) => cellText(cellOf(cell)));
