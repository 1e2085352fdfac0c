import { discardDrafts } from '../drafts/draft-keeper.ts';
import { confirm } from '../messages/messages.tsx';

/** Whether a form on the page holds changes that leaving it would lose: it is asked as the browser asks before unloading. */
export function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Told on the window: what is typed on the page may go. */
export const DISCARDED = 'forms discarded';

/**
 * Whether the page may go on to something else: where a form is unsaved the user is asked, and what was typed goes if
 * they say so.
 * @param what where it was typed, as in "this form".
 */
export async function mayLeaveForms(what: string): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  if (!(await askToDiscard(what))) return false;
  discardDrafts();
  window.dispatchEvent(new Event(DISCARDED));
  return true;
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
