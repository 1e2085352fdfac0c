import type { ElectronApplication } from '@playwright/test';

/** Chooses an item of the window's menu, as a click on it does. */
export const choose = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find((item) => item.label === wanted)?.click();
  }, label);
