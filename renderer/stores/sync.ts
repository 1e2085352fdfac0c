import { NOT_SYNCING, type SyncStatus } from '#shared/protocol/sync-calls.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

/** How the desk stands with the server; `syncedAt` says how fresh every list is. */
export const useSync = create<SyncStatus>(() => NOT_SYNCING);

/** Asks the desk for the state of sync and keeps listening. Call once, at start. */
export function startSync(): void {
  bridge.on('sync', (status) => useSync.setState(status, true));
  bridge.onConnection((connection) => {
    if (connection !== 'open') return;
    void bridge.call('sync.status', {}).then(
      (status) => useSync.setState(status, true),
      () => undefined,
    );
  });
}

/** Whether the desk works without the server for now. */
export function useIsOffline(): boolean {
  return useSync((sync) => sync.state === 'offline');
}
