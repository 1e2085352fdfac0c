import type { UpdateStatus } from '#shared/protocol/update-calls.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

/** Whether a new version of the application is on its way to this PC, or ready. */
export const useUpdate = create<UpdateStatus>(() => ({ state: 'none' }));

/** Asks the desk how it stands and keeps listening. Call once, at start. */
export function startUpdate(): void {
  bridge.on('update', (status) => useUpdate.setState(status, true));
  bridge.onConnection((connection) => {
    if (connection !== 'open') return;
    void bridge.call('updates.status', {}).then(
      (status) => useUpdate.setState(status, true),
      () => undefined,
    );
  });
}
