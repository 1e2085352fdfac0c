import { Pagination } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageButtonsProps {
  total: number;
  /** The page that is shown, from 1. */
  page: number;
  onPage: (page: number) => void;
  className?: string | undefined;
}

/** Numbered buttons of pages, each with its name. */
export function PageButtons({ total, page, onPage, className }: PageButtonsProps): ReactNode {
  return (
    <Pagination
      size="sm"
      {...(className === undefined ? {} : { className })}
      total={total}
      value={page}
      onChange={onPage}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      getControlProps={(control) => ({
        'aria-label': {
          first: 'First page',
          previous: 'Previous page',
          next: 'Next page',
          last: 'Last page',
        }[control],
      })}
    />
  );
}
