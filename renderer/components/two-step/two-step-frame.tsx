import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { OnlineFailure } from '../sync/online-failure.tsx';
import classes from './two-step.module.css';

interface TwoStepFrameProps {
  query: UseQueryResult;
  /** Height of what is being loaded, so that nothing moves when it is there. */
  height: number;
  children: ReactNode;
}

/** The section "Two-step sign-in", whoever's it is: its heading, and what stands there until it is loaded. */
export function TwoStepFrame({ query, height, children }: TwoStepFrameProps): ReactNode {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        Two-step sign-in
      </h3>
      {query.isPending && <Skeleton h={height} role="status" aria-label="Loading two-step sign-in" />}
      {query.isError && (
        <OnlineFailure
          title="Failed to load two-step sign-in"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {children}
    </section>
  );
}
