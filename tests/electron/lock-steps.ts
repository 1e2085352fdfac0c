import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../product/product.ts';

/** The user has the application lock itself: with the screen, too. */
export async function wishLock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await dialog.getByRole('combobox', { name: /^Lock when/ }).click();
  await page.getByRole('option', { name: '5 minutes', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

export const lockScreen = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));

export async function unlock(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
}
