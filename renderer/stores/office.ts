import type { OfficeState } from '#shared/protocol/office-calls.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

/** Which server this PC works with, as the application says it; until then nothing is offered. */
export const useOffice = create<OfficeState & { known: boolean }>(() => ({
  known: false,
  joined: null,
  proposed: null,
  demo: false,
  choosable: false,
}));

/** Asks whenever the desk is there (again). Call once, at start. */
export function startOffice(): void {
  bridge.onConnection((connection) => {
    if (connection === 'open') void askOffice();
  });
}

/** Asks again: whether a server can be chosen changes with who is signed in. */
export async function askOffice(): Promise<void> {
  const state = await bridge.call('office.get', {}).catch(() => null);
  if (state) useOffice.setState({ ...state, known: true });
}
