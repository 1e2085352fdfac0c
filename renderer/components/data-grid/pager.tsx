import { NativeSelect } from '@mantine/core';
import { formatNumber } from '#shared/format/numbers.ts';
import type { GridApi } from 'ag-grid-community';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { PageButtons } from '../page-buttons.tsx';
import classes from './data-grid.module.css';
import type { GridRow } from './list-row.ts';

interface PagerProps {
  api: GridApi<GridRow>;
  sizes: readonly number[];
  size: number;
  onSize: (size: number) => void;
  /** null while the rows are being counted. */
  total: number | null;
}

/** Page size and numbered page buttons, where the specification has them. */
export function Pager({ api, sizes, size, onSize, total }: PagerProps): ReactNode {
  const [page, setPage] = useState(1);
  const sizeId = useId();
  useEffect(() => {
    const turned = (): void => {
      // The grid tells of its last page a little later, when the screen may have been left.
      if (!api.isDestroyed()) setPage(api.paginationGetCurrentPage() + 1);
    };
    api.addEventListener('paginationChanged', turned);
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('paginationChanged', turned);
    };
  }, [api]);

  const [known, setKnown] = useState(total ?? 0);
  if (total !== null && total !== known) setKnown(total);
  const first = Math.min(known, (page - 1) * size + 1);
  const last = Math.min(known, page * size);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className={classes.pageSize}>
        <label htmlFor={sizeId}>Rows per page</label>
        <NativeSelect
          id={sizeId}
          size="xs"
          data={sizes.map(String)}
          value={String(size)}
          onChange={(event) => {
            onSize(Number(event.currentTarget.value));
            api.paginationGoToFirstPage();
          }}
        />
        <span>
          {total === null
            ? 'Counting…'
            : `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)}`}
        </span>
      </span>
      <PageButtons
        total={Math.max(1, Math.ceil(known / size))}
        page={page}
        onPage={(next) => api.paginationGoToPage(next - 1)}
      />
    </nav>
  );
}
