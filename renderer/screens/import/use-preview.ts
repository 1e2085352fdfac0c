import type { ImportCounts, ImportPage, ImportRow, ImportState, RowState } from '#shared/protocol/import.ts';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useImportNews } from '../../components/import/use-import-state.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import type { KnownChoice } from '#shared/protocol/import.ts';

/** Rows on a page: no more are ever here. */
export const PAGE_ROWS = 50;
const KEY = 'import-rows';
export const FILTERS = ['new', 'known', 'twice', 'wrong'] as const satisfies RowState[];

/** How many rows there are: those of people who are erased go. */
export const allOf = (counts: ImportCounts): number =>
  FILTERS.reduce((sum, each) => sum + counts[each], 0) + counts.done;

export interface Preview {
  page: UseQueryResult<ImportPage>;
  /** Puts another text into a cell. Resolves to whether it is there. */
  mend: (row: ImportRow, column: number, text: string) => Promise<boolean>;
  /** Says what becomes of somebody who is here already; of all of them where no row is given. */
  choose: (choice: KnownChoice, row?: ImportRow) => Promise<void>;
}

/** A page of the rows as they were judged. @param offset the rows before it */
export function usePreview(state: ImportState, only: RowState | null, offset: number): Preview {
  const client = useQueryClient();
  const { take, askAgain } = useImportNews();
  const { id, counts } = state;
  const key = [KEY, id, only, offset, counts && allOf(counts)];
  const page = useQuery({
    queryKey: key,
    queryFn: () => bridge.call('import.rows', { id, state: only, offset, limit: PAGE_ROWS }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

  /** The row as it is now, in its place: one that has just been mended stays in sight under every filter. */
  const put = (row: ImportRow): void => {
    client.setQueryData<ImportPage>(
      key,
      (now) => now && { ...now, rows: now.rows.map((each) => (each.row === row.row ? row : each)) },
    );
  };
  const mend = async (row: ImportRow, column: number, text: string): Promise<boolean> => {
    try {
      put(await bridge.call('import.mend', { id, row: row.row, column, text }));
      void askAgain();
      return true;
    } catch (error) {
      showFailure('Failed to change the cell', error, () => mend(row, column, text));
      return false;
    }
  };
  const choose = async (choice: KnownChoice, row?: ImportRow): Promise<void> => {
    try {
      take(await bridge.call('import.choose', { id, choice, ...(row ? { row: row.row } : {}) }));
      if (row) put({ ...row, choice });
      else await client.invalidateQueries({ queryKey: [KEY, id] });
    } catch (error) {
      showFailure('Failed to keep the choice', error, () => choose(choice, row));
    }
  };
  return { page, mend, choose };
}
