import { bridge } from '../../bridge/bridge.ts';
import { showFailure, showToast, withdrawOffer, type Toast } from '../messages/messages.tsx';
import { takenBack } from './taken-back.ts';

/** How long Undo is offered at once, in milliseconds; after that it is in Recent changes. */
const UNDO_MS = 10_000;

/** What worked, with Undo beside it. @param set the change set; null where nothing was changed */
export function showDone(toast: Pick<Toast, 'title' | 'message' | 'autoClose'>, set: string | null): void {
  if (set === null) return showToast(toast);
  // Where the specification says how long a message stands, it stands so long.
  showToast({ autoClose: UNDO_MS, ...toast, action: { label: 'Undo', run: () => void undoChange(set) } });
}

/** Takes a change set back, and offers to do it again. Resolves to whether it was taken back. */
export async function undoChange(set: string): Promise<boolean> {
  try {
    showUndone(await bridge.call('changes.undo', { set }));
    return true;
  } catch (error) {
    showFailure('Failed to undo', error, () => undoChange(set));
    return false;
  }
}

/** Takes back what the user did last. */
export async function undoLast(): Promise<void> {
  try {
    const undone = await bridge.call('changes.undoLast', {});
    if (undone) showUndone(undone);
    else
      showToast({
        title: 'Nothing to undo',
        message: 'Recent changes has what was done before.',
        color: 'gray',
      });
  } catch (error) {
    showFailure('Failed to undo', error, undoLast);
  }
}

function showUndone({ title, set }: { title: string; set: string | null }): void {
  const { isAgain, of } = takenBack(title);
  const toast = { title: isAgain ? 'Done again' : 'Undone', message: of };
  // What had not left this computer is as if it had never been.
  if (set === null) {
    withdrawOffer();
    return showToast(toast);
  }
  showToast({
    ...toast,
    autoClose: UNDO_MS,
    action: { label: isAgain ? 'Undo' : 'Redo', run: () => void undoChange(set) },
  });
}
