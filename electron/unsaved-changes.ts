import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';

const KEEP = 0;
const DISCARD = 1;
const LEAVE_AGAIN_MS = 500;

const QUESTION: MessageBoxOptions = {
  type: 'question',
  message: 'Discard your changes?',
  detail: 'What you changed in this form has not been saved.',
  buttons: ['Keep editing', 'Discard'],
  defaultId: KEEP,
  cancelId: KEEP,
  noLink: true,
};

/**
 * Asks the user before a window goes whose page refuses to be unloaded, as it does while a form is unsaved; Electron
 * alone would keep the window open without a word. The window stays while the question stands, so nothing waits for the
 * answer: neither main nor the page. What the user had begun (closing, quitting, loading anew) is then begun again.
 * @param mustGo whether the application has to end whatever the user typed, as at the end of the system's session.
 * @param onStay told when the user keeps the window.
 * @param onDiscard told when the user discards what was typed, before the page goes.
 */
export function askBeforeUnload(
  window: BrowserWindow,
  mustGo: () => boolean,
  onStay: () => void = () => undefined,
  onDiscard: () => void = () => undefined,
): void {
  let begun: 'close' | 'quit' | 'reload' = 'reload';
  let asking = false;
  let discarded = false;

  const noteQuit = ({ defaultPrevented }: { readonly defaultPrevented: boolean }): void => {
    // The application may be staying for another reason.
    if (!defaultPrevented) begun = 'quit';
  };
  app.on('before-quit', noteQuit);
  window.once('closed', () => app.off('before-quit', noteQuit));
  window.on('close', () => {
    if (begun !== 'quit') begun = 'close';
  });
  window.webContents.on('did-finish-load', () => {
    discarded = false;
  });

  window.webContents.on('will-prevent-unload', (event) => {
    if (discarded || mustGo()) {
      event.preventDefault();
      return;
    }
    const again = begun;
    begun = 'reload';
    if (asking) return;
    asking = true;
    void dialog.showMessageBox(window, QUESTION).then(({ response }) => {
      asking = false;
      if (window.isDestroyed()) return;
      if (response !== DISCARD) {
        onStay();
        return;
      }
      discarded = true;
      onDiscard();
      if (again === 'reload') window.webContents.reload();
      else leave(again);
    });
  });

  /** A close that was begun while the question stood may still be under way, and its refusal takes this one along. */
  const leave = (how: 'close' | 'quit'): void => {
    if (window.isDestroyed()) return;
    if (how === 'quit') app.quit();
    else window.close();
    setTimeout(() => leave(how), LEAVE_AGAIN_MS);
  };
}
