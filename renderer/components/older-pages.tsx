import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OnlineFailure } from './sync/online-failure.tsx';

interface OlderPagesProps {
  query: UseInfiniteQueryResult;
  /** The heading where asking failed. */
  failure: string;
}

/** The end of what the server gives page by page: why it could not be had, with Retry, or the button for the older. */
export function OlderPages({ query, failure }: OlderPagesProps): ReactNode {
  if (query.isError) {
    return (
      <OnlineFailure
        title={failure}
        error={query.error}
        onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
      />
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      my="sm"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Load older
    </Button>
  );
}
