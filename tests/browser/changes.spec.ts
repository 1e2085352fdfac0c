import { expect, test } from './product-test.ts';
import { openScreen, rowWith, search, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';

const NEW = { name: 'Undo Kamble', mobile: '98200 44551', email: 'undo.kamble@mail.test' };

test('what was done is undone at once, by Ctrl+Z and in Recent Changes; another desk follows', async ({
  openPc,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  await openScreen(page, 'Add Candidate');
  await openScreen(other, 'Add Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill(NEW.name);
  await form.getByLabel('Mobile', { exact: true }).fill(NEW.mobile);
  await form.getByLabel('Email', { exact: true }).fill(NEW.email);
  await form.getByRole('button', { name: 'Add Candidate' }).click();
  await expect(rowWith(page, NEW.name)).toBeVisible();
  await search(other, 'Search candidates', NEW.name);
  await expect(rowWith(other, NEW.name)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Undone Added ${NEW.name}`)).toBeVisible();
  await expect(rowWith(page, NEW.name)).toBeHidden();
  await expect(rowWith(other, NEW.name)).toBeHidden();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(rowWith(page, NEW.name)).toBeVisible();
  await expect(rowWith(other, NEW.name)).toBeVisible();

  await test.step('Ctrl+Z belongs to a text field while one types in it', async () => {
    await search(page, 'Search candidates', NEW.name);
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undone/)).toHaveCount(1);
  });
});
