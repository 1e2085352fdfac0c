import type { Page } from '@playwright/test';
import { violationsOn } from '../product/accessibility.ts';
import { choose, openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** Section 10.15: inquiries without contact are proposed for erasure. */

const rows = (page: Page) => page.getByRole('region', { name: 'Proposed for erasure' }).locator('tbody tr');

const nameIn = async (page: Page, at: number): Promise<string> =>
  (await rows(page).nth(at).locator('td').nth(1).textContent()) ?? '';

const box = (page: Page, at: number) => rows(page).nth(at).getByRole('checkbox');

test('a Super Admin decides when, keeps some and erases others; who was heard of meanwhile stays', async ({
  openPc,
  server,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc({ colorScheme: 'dark' })]);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const entry = menu.getByRole('link', { name: 'Proposed for erasure' });
  await expect(menu.getByRole('link', { name: 'Inquiry', exact: true })).toBeVisible();
  await expect(entry).toHaveCount(0);

  await page.keyboard.press('Control+K');
  await page.keyboard.type('proposed for erasure');
  await page.getByRole('option', { name: /^Proposed for erasure/ }).click();
  await expect(page.getByText('Nothing is proposed for erasure')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
  const setting = page.getByRole('dialog', { name: 'When inquiries are proposed for erasure' });
  await choose(page, setting, 'Without contact', 'After 3 months');
  await takePicture(page, 'erasure-setting-light');
  expect(await violationsOn(page, 'wcag')).toEqual([]);
  await setting.getByRole('button', { name: 'Save' }).click();
  await expect(setting).toBeHidden();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase selected…' })).toBeDisabled();
  await box(page, 1).check();
  await takePicture(page, 'erasure-light');
  expect(await violationsOn(page, 'wcag')).toEqual([]);
  await box(page, 1).uncheck();

  // The second PC hears of what was decided, and of who is kept.
  await signIn(other, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(other, 'Proposed for erasure');
  const kept = [await nameIn(page, 0), await nameIn(page, 1)];
  const first = await nameIn(page, 2);
  expect(await nameIn(other, 0)).toBe(kept[0]);
  await box(page, 0).check();
  await box(page, 1).check();
  await page.getByRole('button', { name: 'Keep for another 3 months' }).click();
  await expect(rows(page).first()).toContainText(first);
  await expect(rows(other).first()).toContainText(first);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows(page).first()).toContainText(kept[0] ?? '');
  await expect(rows(other).first()).toContainText(kept[0] ?? '');
  await takePicture(other, 'erasure-dark');
  expect(await violationsOn(other, 'colours')).toEqual([]);

  // Three are to go; with one of them somebody speaks before it is said how many.
  const names = [await nameIn(page, 0), await nameIn(page, 1), await nameIn(page, 2)];
  // Others may have the same name.
  const lines = (await rows(page).allTextContents()).slice(0, 3);
  for (const at of [0, 1, 2]) await box(page, at).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase 3 inquiries' });
  const erase = dialog.getByRole('button', { name: 'Erase for ever' });
  await dialog.getByLabel('Reason').fill('No contact for long');
  await dialog.getByLabel('How many').fill('2');
  await expect(erase).toBeDisabled();
  await takePicture(page, 'erasure-dialog-light');
  expect(await violationsOn(page, 'wcag')).toEqual([]);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const phone = await rows(page).nth(1).locator('td').nth(2).textContent();
  const called = (await rest.list('/api/interns')).find(
    (inquiry) => inquiry['Name'] === names[1] && inquiry['mobile'] === phone,
  );
  await rest.create('/api/activities', { inquiry: called?._id, kind: 'Call', at: new Date().toISOString() });
  await dialog.getByLabel('How many').fill('3');
  await erase.click();
  await expect(dialog.getByText('2 of 3 were erased.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${names[1]}: There was contact with this person since.`,
  );
  await takePicture(page, 'erasure-told-light');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const one of [page, other])
    for (const line of lines) await expect.poll(() => rows(one).allTextContents()).not.toContain(line);

  await server.stop();
  await page.reload();
  await expect(page.getByText('which cannot be reached. Connect, then try again.')).toBeVisible({
    timeout: 45_000,
  });
  await takePicture(page, 'erasure-offline-light');
});

test('an erasing that is left by the palette ends after those who are under way, and what became of it is told', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('erasure of inquiries');
  await page.keyboard.press('Enter');
  const setting = page.getByRole('dialog', { name: 'When inquiries are proposed for erasure' });
  await choose(page, setting, 'Without contact', 'After 3 months');
  await setting.getByRole('button', { name: 'Save' }).click();
  await openScreen(page, 'Proposed for erasure');
  for (const at of [0, 1]) await box(page, at).check();
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase 2 inquiries' });
  await dialog.getByLabel('Reason').fill('No contact for long');
  await dialog.getByLabel('How many').fill('2');
  server.hang();
  await dialog.getByRole('button', { name: 'Erase for ever' }).click();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('Add Jobs');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await server.stop('SIGKILL');
  await expect(page.getByText('0 of 2 were erased.')).toBeVisible();
});
