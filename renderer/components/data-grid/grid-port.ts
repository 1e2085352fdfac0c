import type { ListCounts } from './list-count.ts';
import type { GridQuery } from './grid-query.ts';
import type { GridRow } from './list-row.ts';

/** The grid, as far as the source steers it. */
export interface GridPort {
  row(id: string): GridRow | undefined;
  setRow(row: GridRow): void;
  /** Asks for all loaded blocks again; the rows on the screen stay until the new ones are there. */
  refresh(): void;
  setTotal(total: number): void;
  scrollToTop(): void;
  /** Puts the focus into the first row. */
  focusFirstRow(): void;
}

export interface ListState extends ListCounts {
  /** Whether the first answer to the current query is outstanding. */
  loading: boolean;
  error: Error | null;
}

export interface BlockRequest {
  startRow: number;
  endRow: number;
  sort: GridQuery['sort'];
  success(rows: GridRow[], total: number | undefined): void;
  fail(): void;
}
