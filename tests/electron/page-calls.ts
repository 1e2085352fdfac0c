import type { ElectronApplication, Page } from '@playwright/test';
import type { BridgePort, DeskMessage } from '#shared/protocol/bridge.ts';

declare global {
  interface Window {
    bridgePort?: BridgePort;
  }
}

/** Calls the desk as the page does, over the page's own pipe; gives the whole message of its answer. */
export function callDesk(page: Page, method: string, params: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, given]) =>
      new Promise<unknown>((resolve) => {
        const pipe = window.bridgePort;
        const id = Math.floor(Math.random() * 1e9);
        const stop = pipe?.listen((message: DeskMessage) => {
          if (!('id' in message) || message.id !== id) return;
          stop?.();
          resolve(message);
        });
        // A page out of hand may send anything, whatever the types say.
        if (pipe) Reflect.apply(Reflect.get(pipe, 'send'), pipe, [{ id, method: name, params: given }]);
      }),
    [method, params] as const,
  );
}

/**
 * What a script reads in the window, asked of Electron itself: the test's own page does not outlive its process. '' while
 * there is no page that answers.
 */
export function readInWindow(app: ElectronApplication, script: string): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }, read) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return '';
    // A page that dies while it is asked never answers: it is asked again.
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1_000));
    return String(await Promise.race([contents.executeJavaScript(read), late]));
  }, script);
}
