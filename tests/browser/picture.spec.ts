import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { choosePicture, look, twoColours } from '../product/picture-file.ts';
import { expect, test } from './product-test.ts';

const MEGABYTE = 1024 * 1024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function openForm(page: Page, action: 'Edit' | 'View', person: string): Promise<Locator> {
  await page.getByRole('button', { name: `${action} ${person}`, exact: true }).click();
  return page.getByRole('dialog', { name: `${action} Candidate` });
}

test('section 3.1: a profile picture is chosen, cropped to a square and previewed; another desk sees it; wrong files are refused with a sentence', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const other = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await form.getByLabel('Full Name').fill('Asha Patil');
  await form.getByLabel('Mobile').fill('90000 12345');
  await form.getByLabel('Email').fill('asha.patil@example.com');
  const field = form.getByRole('group', { name: 'Profile Picture' });
  await expect(field.getByRole('img', { name: 'Asha Patil, no picture' })).toHaveText('AP');

  const tooLarge = Buffer.concat([PNG, Buffer.alloc(5 * MEGABYTE)]);
  await choosePicture(page, form, { name: 'large.png', mimeType: 'image/png', buffer: tooLarge });
  await expect(field.getByRole('alert')).toHaveText('The picture is larger than 5 MB. Choose a smaller one.');
  // What it is called does not count.
  await choosePicture(page, form, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(field.getByRole('alert')).toHaveText(
    'This is not a JPEG, PNG or WebP picture. Choose one of these.',
  );
  await choosePicture(page, form, { name: 'broken.png', mimeType: 'image/png', buffer: PNG });
  await expect(field.getByRole('alert')).toHaveText('This picture cannot be read. Choose another one.');

  const file = await twoColours(page, 'red', 'blue');
  await choosePicture(page, form, file);
  await expect(field.getByRole('alert')).toBeHidden();
  const crop = page.getByRole('dialog', { name: 'Crop the picture' });
  await expect(crop.getByRole('button', { name: 'Use picture' })).toBeFocused();
  // Tab goes round in the dialog.
  await page.keyboard.press('Tab');
  await expect(crop.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(crop).toBeHidden();
  await expect(form).toBeVisible();
  await expect(field.getByRole('button', { name: 'Choose picture' })).toBeFocused();
  await expect(field.getByRole('img', { name: 'Asha Patil, no picture' })).toBeVisible();

  // The square starts in the middle; by keys it goes to the left edge.
  await choosePicture(page, form, file);
  await crop.getByRole('group', { name: /^Square to keep/ }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+ArrowLeft');
  await crop.getByRole('button', { name: 'Use picture' }).click();
  const preview = field.getByRole('img', { name: 'Asha Patil', exact: true });
  await expect(preview).toBeVisible();
  await expect(field.getByRole('button', { name: 'Change picture' })).toBeFocused();
  expect(await look(preview, 60)).toEqual({ size: '512 x 512', red: true });
  expect(await look(preview, 72)).toMatchObject({ red: false });
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(page.getByText('New candidate has been added.')).toBeVisible();

  await openScreen(other.page, 'Candidate');
  await other.page.getByLabel('Search candidates').fill('Asha Patil');
  await expect(rowWith(other.page, 'Asha Patil')).toBeVisible();
  const view = await openForm(other.page, 'View', 'Asha Patil');
  const shown = view.getByRole('img', { name: 'Asha Patil', exact: true });
  // Shown small, it is fetched small.
  expect(await look(shown, 60)).toEqual({ size: '192 x 192', red: true });

  await page.getByLabel('Search candidates').fill('Asha Patil');
  const edit = await openForm(page, 'Edit', 'Asha Patil');
  await edit.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(edit.getByRole('button', { name: 'Choose picture' })).toBeFocused();
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(view.getByRole('img', { name: 'Asha Patil, no picture' })).toBeVisible();
});

test('section 3.1: a picture chosen without network is shown from this PC, waits with its change across a restart, and is sent later', async ({
  openPc,
  server,
}) => {
  const pc = await openPc();
  const other = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await openScreen(other.page, 'Candidate');
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await expect(other.page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await server.stop('SIGKILL');
  const action = await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .getAttribute('aria-label');
  const person = (action ?? '').replace('Edit ', '');
  const edit = await openForm(page, 'Edit', person);
  await choosePicture(page, edit, await twoColours(page, 'blue', 'red'));
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(edit.getByRole('img', { name: person, exact: true })).toBeVisible();
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(edit).toBeHidden();

  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(person);
  // The row may stand there before the search does, and give way to itself under the pointer.
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText(/\(\d{1,2}\)/);
  const view = await openForm(page, 'View', person);
  expect(await look(view.getByRole('img', { name: person, exact: true }), 80)).toMatchObject({ red: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sync: Offline.*1 change waiting/ }).click();
  const tray = page.getByRole('dialog', { name: 'Sync' });
  await expect(tray.getByRole('listitem').filter({ hasText: person })).toContainText('A picture');
  await page.keyboard.press('Escape');

  await server.start();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await other.page.getByLabel('Search candidates').fill(person);
  await expect(other.page.getByRole('heading', { name: 'Candidates' })).toContainText(/\(\d{1,2}\)/);
  const theirs = await openForm(other.page, 'View', person);
  const shown = theirs.getByRole('img', { name: person, exact: true });
  await expect(shown).toBeVisible({ timeout: 45_000 });
  expect(await look(shown, 80)).toMatchObject({ size: '192 x 192', red: true });
});
