import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const candidate = (fullName: string, mobile: string): Record<string, string> => ({
  fullName,
  mobile,
  email: `${fullName.toLowerCase().replaceAll(' ', '.')}@mail.test`,
  city: 'Pune',
});

const press = async (button: Locator): Promise<void> => {
  await button.focus();
  await button.press('Enter');
};
const focused = (page: Page): Locator => page.locator(':focus');

test('what goes with the focus hands it on: a pair, an undone change, a filter, a list', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  for (const [name, mobile] of [
    ['Focus One', '97000 00001'],
    ['Focus Uno', '97000 00001'],
    ['Focus Two', '97000 00002'],
    ['Focus Duo', '97000 00002'],
    ['Focus Three', '97000 00003'],
    ['Focus Tre', '97000 00003'],
  ] as const)
    await rest.create('/api/students', candidate(name, mobile));

  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Duplicates');
  const groups = page.getByRole('region', { name: /Phone \+91 97000 0000\d/ });
  await expect(groups).toHaveCount(3);

  await press(groups.first().getByRole('button', { name: 'Not duplicates' }));
  await expect(groups).toHaveCount(2);
  await expect(focused(page)).toHaveText('Not duplicates');

  await press(groups.first().getByRole('button', { name: /^Compare and merge/ }));
  const merging = page.getByRole('dialog', { name: 'Merge 2 candidates' });
  await press(merging.getByRole('button', { name: 'Merge', exact: true }));
  await expect(merging).toBeHidden();
  await expect(groups).toHaveCount(1);
  await expect(focused(page)).toHaveText(/^Compare and merge/);

  await openScreen(page, 'Recent Changes');
  await press(page.getByRole('button', { name: /^Undo Merged/ }));
  await expect(page.getByRole('row').filter({ hasText: 'It was undone.' })).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName('Recent changes');

  await openScreen(page, 'Placement Cell');
  await page.getByLabel('City', { exact: true }).fill('Pune');
  await page.keyboard.press('Enter');
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await expect(clear).toBeVisible();
  await press(clear);
  await expect(clear).toBeHidden();
  await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1);

  await openScreen(page, 'Candidate');
  await page.getByRole('searchbox').fill('Focus Three');
  await rowWith(page, 'Focus Three').getByRole('gridcell').nth(2).click();
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toBeVisible();
  await expect(page.locator('[data-board]')).toBeVisible();
  await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1);
});

test('after a click on its title a form is saved by its key, and a call is logged by its own', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await rest.create('/api/students', candidate('Kamala Titleclick', '97000 00009'));
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Edit Kamala Titleclick' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('City', { exact: true }).fill('Nashik');
  await form.getByRole('heading').first().click();
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  const city = async (): Promise<unknown> =>
    (await rest.list('/api/students')).find((each) => each['fullName'] === 'Kamala Titleclick')?.['city'];
  await expect.poll(city).toBe('Nashik');

  await rowWith(page, 'Kamala Titleclick').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('l');
  const log = page.getByRole('dialog', { name: /^Log call/ });
  await log.getByRole('textbox', { name: 'Note' }).fill('Asked about the fees');
  await log.getByRole('radio', { name: 'Connected' }).click();
  await log.getByRole('heading').first().click();
  await page.keyboard.press('Control+s');
  await expect(log).toBeHidden();
});
