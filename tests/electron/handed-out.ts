import type { ElectronApplication } from '@playwright/test';

/** Keeps the addresses and files that are handed to the system's programs in the place of opening them. */
export const catchHandedOut = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'handedOut', opened);
    Reflect.set(shell, 'openExternal', async (url: string) => void opened.push(url));
    Reflect.set(shell, 'openPath', async (path: string) => {
      opened.push(path);
      return '';
    });
  });

export const handedOut = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'handedOut') as string[]);
