import type { GridRow } from '../data-grid/list-row.ts';

/** A card that was moved here, where it is shown now. */
export interface MovedCard {
  row: GridRow;
  /** Key of its column. */
  key: string;
}

/**
 * What was moved on this board since it was opened or asked anew, the latest first. These cards stand at the top of their
 * columns: in its order a card would be lost from sight among thousands.
 */
export type MovedCards = readonly MovedCard[];

export const movedTo = (moved: MovedCards, key: string): readonly GridRow[] =>
  moved.filter((card) => card.key === key).map(({ row }) => row);

export const isMoved = (moved: MovedCards, id: string): boolean => moved.some(({ row }) => row._id === id);

export function withMoved(moved: MovedCards, card: MovedCard): MovedCards {
  return [card, ...withoutMoved(moved, card.row._id)];
}

export function withoutMoved(moved: MovedCards, id: string): MovedCards {
  return moved.filter(({ row }) => row._id !== id);
}

/** With what has become of a card: its row as it is now. */
export function withRow(moved: MovedCards, row: GridRow): MovedCards {
  return moved.map((card) => (card.row._id === row._id ? { ...card, row } : card));
}
