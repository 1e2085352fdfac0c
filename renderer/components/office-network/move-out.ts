import type { MovedData } from '#shared/protocol/network-calls.ts';
import { create } from 'zustand';
import { bridge } from '../../bridge/bridge.ts';
import { isSignedIn, useSession } from '../../stores/session.ts';
import { sentenceOf, showError, showToast } from '../messages/messages.tsx';

const FAILED = 'The data could not be written out. Try again in a moment.';

interface MoveOut {
  busy: boolean;
  /** What was written and is not read yet. */
  moved: MovedData | null;
  /** Whether the dialog is open that says what to do with it. */
  seen: boolean;
}

/** It goes on where its dialog is closed meanwhile, and says so then. */
export const useMoveOut = create<MoveOut>(() => ({ busy: false, moved: null, seen: false }));

/** Has all data of this PC written to a folder that the user chooses. */
export async function moveOut(): Promise<void> {
  if (useMoveOut.getState().busy) return;
  useMoveOut.setState({ busy: true });
  const by = useSession.getState().user?._id ?? '';
  try {
    const moved = await bridge.call('network.move', {});
    if (!moved || !isSignedIn(by)) return;
    useMoveOut.setState({ moved });
    if (!useMoveOut.getState().seen)
      showToast({
        title: 'The data is written out',
        message: `It is in ${moved.folder}. “Office network” in your menu says what to do with it.`,
        autoClose: false,
      });
  } catch (fault) {
    if (isSignedIn(by)) showError(sentenceOf(fault, FAILED));
  } finally {
    useMoveOut.setState({ busy: false });
  }
}

/** The dialog is open from now on. @returns to be called as it closes: what it has shown was read */
export function seeMoveOut(): () => void {
  useMoveOut.setState({ seen: true });
  return () => useMoveOut.setState({ seen: false, moved: null });
}
