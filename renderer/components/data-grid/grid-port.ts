import type { GridQuery, GridRow } from './list-row.ts';

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

export interface ListState {
  /** Rows in the list as it is shown; null until they are counted. */
  total: number | null;
  /** How many of them, the last ones, are only similar to what is searched for. */
  similar: number;
  /** Rows that have arrived elsewhere and are not shown yet. */
  fresh: number;
  /** Rows on the screen that are no longer in the list. */
  gone: number;
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
