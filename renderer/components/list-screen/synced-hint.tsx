import { formatDateTime } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import { useSync } from '../../stores/sync.ts';
import { useNow } from '../use-now.ts';
import classes from './list-screen.module.css';
import { syncedText } from './synced-text.ts';

const EVERY_MS = 30_000;

/** When this list was last brought up to date. */
export function SyncedHint(): ReactNode {
  const state = useSync((sync) => sync.state);
  const syncedAt = useSync((sync) => sync.syncedAt);
  const now = Math.max(useNow(EVERY_MS), syncedAt ? Date.parse(syncedAt) : 0);
  return (
    <span className={classes.synced} title={formatDateTime(syncedAt)}>
      {syncedText({ state, syncedAt }, now)}
    </span>
  );
}
