import { mergeTests, type Locator, type Page } from '@playwright/test';
import { test as withServer } from '../browser/product-test.ts';
import { addCandidate, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test as withWindow } from './launch.ts';
import { killAllProcesses } from './process-tree.ts';

/** Undo in the real window: offline, over a power cut, and by a hand that holds the keys. */
const test = mergeTests(withWindow, withServer);

const NO_KEYCHAIN = ['--password-store=basic'];
const AFTER_RETRY = { timeout: 45_000 };
const PERSON = { name: 'Sunita Undo', mobile: '98200 55661', email: 'sunita.undo@mail.test' };

const synced = (page: Page): Locator => page.getByRole('button', { name: /^Sync: Synced/ });
const offline = (page: Page): Locator => page.getByRole('button', { name: /^Sync: Offline/ });
const line = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: title }) });

async function add(page: Page): Promise<void> {
  await openScreen(page, 'Candidate');
  await addCandidate(page, { ...PERSON, city: 'Pune' });
  await page.getByLabel('Search candidates').fill(PERSON.name);
  await expect(rowWith(page, PERSON.name)).toBeVisible();
}

async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${PERSON.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
}

async function expectInView(page: Page, text: string): Promise<void> {
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(PERSON.name);
  await page.getByRole('button', { name: `View ${PERSON.name}`, exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view).toContainText(text, AFTER_RETRY);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
}

test('Ctrl+Z without the server, a power cut, and what is left is undone in Recent Changes; the server follows', async ({
  launch,
  server,
}) => {
  test.slow();
  const args = [...NO_KEYCHAIN, '--server', server.origin];
  const first = await launch({ args });
  const { dataFolder, page } = first;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await add(page);
  await edit(page, 'City', 'Nashik');
  await expect(synced(page)).toBeVisible(AFTER_RETRY);

  await server.stop('SIGKILL');
  await expect(offline(page)).toBeVisible(AFTER_RETRY);
  await edit(page, 'Trainer', 'Meera Joshi');
  await page.locator('#content').focus();
  // What had not left the PC is as if it had never been; what had is taken back.
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone Trainer of ${PERSON.name}`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undone City of ${PERSON.name}`)).toBeVisible();
  await expectInView(page, 'Pune');
  await killAllProcesses(first.app);

  const second = await launch({ dataFolder, args });
  const again = second.page;
  await signIn(again, DEMO_ACCOUNTS.HR);
  await expectInView(again, 'Pune');
  // A new start knows of no last action; the list does.
  await again.locator('#content').focus();
  await again.keyboard.press('Control+z');
  await expect(again.getByText('Nothing to undo Recent changes has what was done before.')).toBeVisible();
  await openScreen(again, 'Recent Changes');
  await expect(again.getByText('The server cannot be reached. These are the changes')).toBeVisible();
  await expect(line(again, `Trainer of ${PERSON.name}`)).toHaveCount(0);
  const undo = line(again, `Undone: City of ${PERSON.name}`);
  await expect(undo).toContainText('Not sent yet');
  await takePicture(again, 'electron-changes-offline');

  // The undo is taken back in its turn.
  await undo.getByRole('button', { name: /^Undo / }).click();
  await expect(again.getByText(`Done again City of ${PERSON.name}`)).toBeVisible();
  await expectInView(again, 'Nashik');
  await server.start();
  await expect(synced(again)).toBeVisible(AFTER_RETRY);

  const other = await launch({ args });
  await signIn(other.page, DEMO_ACCOUNTS.Admin);
  await expectInView(other.page, 'Nashik');
});

test('what one window has taken back, another that still offers it takes back too, without the server', async ({
  launch,
  server,
}) => {
  const { app, page } = await launch({ args: [...NO_KEYCHAIN, '--server', server.origin] });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await add(page);
  await expect(synced(page)).toBeVisible(AFTER_RETRY);
  await server.stop('SIGKILL');
  await expect(offline(page)).toBeVisible(AFTER_RETRY);
  const opening = app.waitForEvent('window');
  await page.keyboard.press('Control+Shift+N');
  const other = await opening;
  await expect(other.getByRole('gridcell').first()).toBeVisible();

  await edit(page, 'Trainer', 'Meera Joshi');
  const offer = page.getByRole('button', { name: 'Undo', exact: true });
  // A message stays under the pointer.
  await offer.hover();
  await other.locator('#content').focus();
  await other.keyboard.press('Control+z');
  await expect(other.getByText(`Undone Trainer of ${PERSON.name}`)).toBeVisible();
  await offer.click();
  await expect(page.getByText(`Undone Trainer of ${PERSON.name}`)).toBeVisible();
  await expect(page.getByText('Failed to undo')).toHaveCount(0);
});

test('Ctrl+Z that is held takes back one thing, not all', async ({ launch }) => {
  const { page } = await launch({ args: NO_KEYCHAIN });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await add(page);
  await edit(page, 'City', 'Nashik');
  await page.locator('#content').focus();
  await page.keyboard.down('Control');
  // The first press, and what the keyboard repeats while it is held.
  for (let press = 0; press < 8; press += 1) await page.keyboard.down('z');
  await page.keyboard.up('z');
  await page.keyboard.up('Control');
  await expect(page.getByText(`Undone City of ${PERSON.name}`)).toBeVisible();
  await expect(synced(page)).toBeVisible(AFTER_RETRY);
  await openScreen(page, 'Recent Changes');
  await expect(line(page, `Undone: City of ${PERSON.name}`)).toHaveCount(1);
  await expect(line(page, `Undone: Added ${PERSON.name}`)).toHaveCount(0);
  await expect(line(page, `Added ${PERSON.name}`).getByRole('button', { name: /^Undo / })).toBeVisible();
});
