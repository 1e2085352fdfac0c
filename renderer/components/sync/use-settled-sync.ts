import type { SyncStatus } from '#shared/protocol/sync-calls.ts';
import { useEffect, useState } from 'react';
import { useSync } from '../../stores/sync.ts';

/** Work shorter than this passes unmentioned, so that the indicator does not flicker with every edit. */
const QUIET_MS = 500;

/** The state of sync as it should be shown: passing work only once it has lasted. */
export function useSettledSync(): SyncStatus {
  const status = useSync();
  const [shown, setShown] = useState(status);
  const passing = status.state === 'syncing' || (status.state === 'live' && status.waiting > 0);
  const wait = passing && shown.state === 'live' ? QUIET_MS : 0;
  useEffect(() => {
    const timer = setTimeout(() => setShown(status), wait);
    return () => clearTimeout(timer);
  }, [status, wait]);
  return shown;
}
