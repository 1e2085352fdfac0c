import type { ServerChoice } from '#shared/protocol/server-choice.ts';
import { create } from 'zustand';
import { bridge } from '../bridge/bridge.ts';

/** Which server this PC works with, as the application says it; until then nothing is offered. */
export const useServerChoice = create<ServerChoice & { known: boolean }>(() => ({
  known: false,
  joined: null,
  proposed: null,
  demo: false,
  choosable: false,
}));

/** Asks whenever the desk is there (again). Call once, at start. */
export function startServerChoice(): void {
  bridge.onConnection((connection) => {
    if (connection === 'open') void askServerChoice();
  });
}

/** Asks again: whether a server can be chosen changes with who is signed in. */
export async function askServerChoice(): Promise<void> {
  const state = await bridge.call('serverChoice.get', {}).catch(() => null);
  if (state) useServerChoice.setState({ ...state, known: true });
}
