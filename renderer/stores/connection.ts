import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';
import type { Connection } from '../bridge/client.ts';

/** The pipe between this page and the desk. */
export const useConnection = create<{ connection: Connection }>(() => ({ connection: 'connecting' }));

/** Call once, at start. */
export function startConnection(): void {
  bridge.onConnection((connection) => useConnection.setState({ connection }));
}
