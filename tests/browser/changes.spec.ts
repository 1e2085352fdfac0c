import type { Page } from '@playwright/test';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

const NAME = 'Undo Kamble';

async function add(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
}

async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${NAME}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
}

const changeLine = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first();

test('what was done is undone beside its message, by Ctrl+Z and in Recent Changes; another desk follows', async ({
  openPc,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  await openScreen(page, 'Candidate');
  await openScreen(other, 'Candidate');
  await other.getByLabel('Search candidates').fill(NAME);
  await add(page, {
    'Full Name': NAME,
    Mobile: '98200 44551',
    Email: 'undo.kamble@mail.test',
    City: 'Pune',
  });
  await expect(rowWith(page, NAME)).toBeVisible();
  await expect(rowWith(other, NAME)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Undone Added ${NAME}`)).toBeVisible();
  await expect(rowWith(page, NAME)).toBeHidden();
  await expect(rowWith(other, NAME)).toBeHidden();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(rowWith(page, NAME)).toBeVisible();
  await expect(rowWith(other, NAME)).toBeVisible();

  await edit(page, 'City', 'Nashik');
  await edit(page, 'Trainer', 'Meera');
  const box = page.getByLabel('Search candidates');
  await box.fill(NAME);
  await box.press('Control+z');
  await expect(page.getByText(`Undone Trainer of ${NAME}`)).toBeHidden();
  await page.locator('#content').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone Trainer of ${NAME}`)).toBeVisible();

  await openScreen(page, 'Recent Changes');
  await expect(changeLine(page, `City of ${NAME}`)).toBeVisible();
  await expect(changeLine(page, `Trainer of ${NAME}`).last()).toBeVisible();
  await takePicture(page, 'changes-light');
  await page.getByRole('button', { name: `Undo City of ${NAME}` }).click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `City of ${NAME}` })
      .filter({ hasText: 'It was undone.' }),
  ).toBeVisible();

  await openScreen(other, 'Recent Changes');
  await expect(other.getByText('You have changed nothing in the last 30 days.')).toBeVisible();
  await other.getByText('Everybody', { exact: true }).click();
  await expect(changeLine(other, `Undone: City of ${NAME}`)).toContainText('Pooja Kulkarni');
  await other.emulateMedia({ colorScheme: 'dark' });
  await takePicture(other, 'changes-dark');

  // Its history says what was an undo, and nothing of sets of one change.
  await openScreen(other, 'Candidate');
  await other.getByLabel('Search candidates').fill(NAME);
  await other.getByRole('button', { name: `View ${NAME}`, exact: true }).click();
  const view = other.getByRole('dialog', { name: 'View Candidate' });
  await view.getByRole('tab', { name: 'History' }).click();
  const entries = view.getByRole('list', { name: 'Changes, the newest first' });
  await expect(entries.getByRole('listitem').filter({ hasText: `Undone: City of ${NAME}` })).toHaveCount(1);
  await expect(entries).not.toContainText('Part of');
  await takePicture(other, 'changes-history-dark');
  await other.emulateMedia({ colorScheme: 'light' });
  await takePicture(other, 'changes-history-light');
});

test('offline, what was done here is listed and undone; what a colleague changed meanwhile stays and is told', async ({
  openPc,
  server,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  await openScreen(page, 'Candidate');
  await add(page, { 'Full Name': NAME, Mobile: '98200 44552', Email: 'undo.two@mail.test', City: 'Pune' });
  await edit(page, 'City', 'Nashik');
  await openScreen(other, 'Candidate');
  await other.getByLabel('Search candidates').fill(NAME);
  await expect(rowWith(other, NAME)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await edit(other, 'City', 'Thane');
  await expect(other.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await openScreen(page, 'Recent Changes');
  await expect(page.getByText('The server cannot be reached. These are the changes')).toBeVisible();
  await page.getByRole('button', { name: `Undo City of ${NAME}` }).click();
  await expect(changeLine(page, `Undone: City of ${NAME}`)).toContainText('Not sent yet');
  await server.start();
  await expect(
    page.getByText(`Not all was undone. City of ${NAME}: Kavita Menon changed it since.`),
  ).toBeVisible({
    timeout: 45_000,
  });
  await takePicture(page, 'changes-left');
});

test('whoever comes to the button of a message by the keyboard is back where they were afterwards', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await add(page, {
    'Full Name': NAME,
    Mobile: '98200 44553',
    Email: 'undo.keys@mail.test',
    City: 'Pune',
  });
  const search = page.getByLabel('Search candidates');
  for (const name of ['Undo', 'Redo'] as const) {
    await search.focus();
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
  }
  // Who has just ticked a row, or chosen between the list and the board, is not typing.
  await expect(rowWith(page, NAME)).toBeVisible();
  await page.getByRole('checkbox').nth(1).check();
  await page.keyboard.press('Control+z');
  await expect(rowWith(page, NAME)).toBeHidden();
  await search.focus();
  const close = page.getByRole('button', { name: 'Close message' }).last();
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeHidden();
  await expect(search).toBeFocused();
});
