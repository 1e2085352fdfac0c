import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import { CrashLimit } from './crash-limit.ts';
import { endAtOnce } from './utility-process.ts';

const OPEN_AGAIN = 0;
const WAIT = 0;
const LOAD_AGAIN = 1;

const CRASHED_AGAIN: MessageBoxOptions = {
  type: 'error',
  message: 'This window has stopped working several times.',
  detail:
    'What you have saved is safe. If it happens again, restart the computer and tell whoever looks after it.',
  buttons: ['Open again', 'Quit'],
  defaultId: OPEN_AGAIN,
  cancelId: OPEN_AGAIN,
  noLink: true,
};

const HUNG: MessageBoxOptions = {
  type: 'warning',
  message: 'This window is not answering.',
  detail:
    'It may only be busy. Loading it again keeps all that you have saved, and opens the form again that you were typing in.',
  buttons: ['Wait', 'Load again', 'Close window'],
  defaultId: WAIT,
  cancelId: WAIT,
  noLink: true,
};

/** A page that goes on answers at once; one that hangs, or waits for a dialog of the system, does not. */
const ANSWERS_MS = 3_000;

export interface WindowRescue {
  /** The session was locked or has ended: a page that cannot hear of it is loaded anew, as what it shows must go. */
  takeAway(): void;
  /** Loads the page again where its process is dead; else does nothing. */
  revive(): void;
}

/**
 * Brings back a window whose page's process has died, and asks about one that hangs. A page that dies again and again
 * is not loaded for ever: then the user decides.
 * @param isQuitting whether the application is ending, when nothing is brought back.
 */
export function rescueWindow(
  window: BrowserWindow,
  isQuitting: () => boolean,
  report: (line: string) => void,
): WindowRescue {
  const limit = new CrashLimit();
  const { webContents: contents } = window;
  let asked: AbortController | undefined;

  const ask = async (question: MessageBoxOptions): Promise<number | undefined> => {
    asked?.abort();
    const mine = new AbortController();
    asked = mine;
    const { response } = await dialog.showMessageBox(window, { ...question, signal: mine.signal });
    if (asked === mine) asked = undefined;
    return mine.signal.aborted || window.isDestroyed() ? undefined : response;
  };

  const askWhetherAgain = async (): Promise<void> => {
    const response = await ask(CRASHED_AGAIN);
    if (response === undefined) return;
    if (response !== OPEN_AGAIN) {
      app.quit();
      return;
    }
    limit.forget();
    // The start page: the one that was open may be what it stumbles over.
    void window.loadURL(`${APP_ORIGIN}/`);
  };

  const answers = (): Promise<boolean> => {
    const answered = contents.executeJavaScript('true').then(
      () => true,
      () => true,
    );
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWERS_MS));
    return Promise.race([answered, late]);
  };

  const askWhetherToWait = async (): Promise<void> => {
    if (asked || contents.isCrashed()) return;
    // Electron calls a window unresponsive, too, that was asked to close and has been kept open by its user.
    if ((await answers()) || asked || window.isDestroyed() || contents.isCrashed()) return;
    const response = await ask(HUNG);
    if (response === undefined || response === WAIT) return;
    if (response === LOAD_AGAIN) {
      // Asked for by the user, so it does not count among the crashes.
      limit.forget();
      endAtOnce(contents.getOSProcessId());
    } else {
      window.destroy();
    }
  };

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (isQuitting() || window.isDestroyed()) return;
    report(`The window's process ended (${reason}, ${exitCode}).`);
    asked?.abort();
    if (limit.mayReload(performance.now())) contents.reload();
    else void askWhetherAgain();
  });
  window.on('unresponsive', () => void askWhetherToWait());
  window.on('responsive', () => asked?.abort());

  const takeAway = async (): Promise<void> => {
    // One that is being loaded shows nothing yet, and asks who is signed in.
    if (window.isDestroyed() || contents.isCrashed() || contents.isLoadingMainFrame()) return;
    if ((await answers()) || window.isDestroyed() || contents.isCrashed()) return;
    report('A window did not hear that the session was locked or has ended. It is loaded again.');
    limit.forget();
    endAtOnce(contents.getOSProcessId());
  };

  return {
    takeAway: () => void takeAway(),
    revive: () => {
      if (contents.isCrashed() && !asked) contents.reload();
    },
  };
}
