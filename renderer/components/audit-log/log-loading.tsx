import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './audit-log.module.css';

/** In the place of lines that are on their way. */
export function LogLoading(): ReactNode {
  return (
    <div role="status" aria-label="Loading the audit log" className={classes.loading}>
      <Skeleton h={30} />
      <Skeleton h={30} />
      <Skeleton h={30} />
    </div>
  );
}
