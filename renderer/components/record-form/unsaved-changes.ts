import { confirm } from '../messages/messages.tsx';

/** Whether a form on the page holds changes that leaving it would lose: it is asked as the browser asks before unloading. */
export function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Asks before typed changes are lost. Resolves to whether the user discards them.
 * @param what where they were typed, as in "this candidate".
 */
export function askToDiscard(what: string): Promise<boolean> {
  return confirm({
    title: 'Discard your changes?',
    message: `What you changed in ${what} has not been saved.`,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    danger: true,
    cancelFirst: true,
  });
}
