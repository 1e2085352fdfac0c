import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeTests, type Locator, type Page } from '@playwright/test';
import { test as withServer } from '../browser/product-test.ts';
import { exportCsv, firstCell, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test as withWindow } from './launch.ts';

/** The dialog that logs a call, in the real window, and where what was logged is seen besides. */
const test = mergeTests(withWindow, withServer);

const NAME = 'Callback Asha';
const LONG = 'A'.repeat(200);

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Log call' });

/** Presses Enter twice, the second time as soon as what lies behind the dialog has the focus again. */
async function enterTwice(page: Page, behind: Locator): Promise<void> {
  // Listening before the first press: the dialog is gone as soon as that is saved.
  const back = await behind.evaluateHandle((element) => ({
    focused: new Promise<void>((resolve) =>
      element.addEventListener('focus', () => resolve(), { once: true }),
    ),
  }));
  await page.keyboard.press('Enter');
  await back.evaluate(({ focused }) => focused);
  await page.keyboard.press('Enter');
}

async function openFollowUps(page: Page, search: string): Promise<void> {
  await openScreen(page, 'Inquiry Follow Up');
  await page.getByLabel('Search inquiries').fill(search);
  await expect(rowWith(page, search)).toHaveCount(1);
}

async function logCall(page: Page, outcome: string): Promise<void> {
  await page.getByRole('button', { name: /^Log call / }).click();
  await dialog(page).getByRole('radio', { name: outcome, exact: true }).click();
  await page.keyboard.press('Control+s');
  await expect(dialog(page)).toHaveCount(0);
}

test('the second press of a slow double Enter opens nothing; the next Enter does', async ({
  launch,
  server,
}) => {
  await (await restClient(server.origin, DEMO_ACCOUNTS.HR)).create('/api/interns', { Name: NAME });
  const { page } = await launch({ args: ['--server', server.origin], demo: false });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openFollowUps(page, NAME);
  const row = firstCell(page, NAME);
  const log = rowWith(page, NAME).getByRole('button', { name: `Log call ${NAME}` });
  for (const [opener, open] of [
    [row, 'l'],
    [log, 'Enter'],
  ] as const) {
    await page.getByLabel('Search inquiries').click();
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
    await opener.focus();
    await page.keyboard.press(open);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.type('bu');
    await enterTwice(page, opener);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // Any other key in between, and it is meant.
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'View Inquiry' })).toBeVisible();
});

test('nor does it press the button of a view behind the dialog', async ({ launch, server }) => {
  await (await restClient(server.origin, DEMO_ACCOUNTS.HR)).create('/api/interns', { Name: NAME });
  const { page } = await launch({ args: ['--server', server.origin], demo: false });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openFollowUps(page, NAME);
  await page.getByRole('button', { name: `View ${NAME}`, exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View Inquiry' });
  const log = view.getByRole('button', { name: 'Log call' });
  await log.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.type('bu');
  await enterTwice(page, log);
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(view.getByRole('listitem').filter({ hasText: 'Busy' })).toHaveCount(1);
  await expect(dialog(page)).toHaveCount(0);
});

test('what waits of a call leads from the tray to the person', async ({ launch, server }) => {
  await (await restClient(server.origin, DEMO_ACCOUNTS.HR)).create('/api/interns', { Name: NAME });
  const { page } = await launch({ args: ['--server', server.origin], demo: false });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openFollowUps(page, NAME);
  await server.stop('SIGKILL');
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 45_000 });
  await logCall(page, 'Interested');
  await page.getByRole('button', { name: /^Sync: Offline/ }).click();
  const tray = page.getByRole('dialog', { name: 'Sync' });
  await expect(tray).toContainText('Activity · added');
  await takePicture(page, 'electron-tray-activity');
  await tray.getByRole('link', { name: `Call – ${NAME}` }).click();
  await expect(page.getByRole('dialog', { name: 'View Inquiry' })).toContainText(NAME);
});

test('the last activity is on paper and in the file of a follow-up list, in a small window too', async ({
  launch,
  server,
}) => {
  await (await restClient(server.origin, DEMO_ACCOUNTS.HR)).create('/api/interns', { Name: NAME });
  const { app, page } = await launch({ args: ['--server', server.origin], demo: false });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1093, 614));
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openFollowUps(page, NAME);
  await logCall(page, 'Interested');
  await expect(page.getByRole('columnheader', { name: 'Last activity' })).toHaveCount(0);

  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.keyboard.press('Control+p');
  const printed = page.locator('[data-printed] tr').filter({ hasText: NAME });
  await expect(printed).toContainText(/Interested, \d/);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  const folder = mkdtempSync(join(tmpdir(), 'placement-activities-'));
  try {
    const path = join(folder, 'follow-ups.csv');
    await app.evaluate(({ dialog: system }, filePath) => {
      Reflect.set(system, 'showSaveDialog', async () => ({ canceled: false, filePath }));
    }, path);
    await exportCsv(page);
    await expect(page.getByText('Saved follow-ups.csv')).toBeVisible();
    const [headings, line] = readFileSync(path, 'utf8').split('\r\n');
    expect(headings).toMatch(/,Last activity,Last activity at$/);
    expect(line).toMatch(/,Interested,\d/);
    await exportCsv(page, 'All fields');
    await expect(page.getByText('Saved follow-ups.csv')).toBeVisible();
    await expect.poll(() => readFileSync(path, 'utf8')).not.toContain('Last activity');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a name of one long word pushes neither Undo nor the button that closes out of sight', async ({
  launch,
  server,
}) => {
  await (await restClient(server.origin, DEMO_ACCOUNTS.HR)).create('/api/interns', { Name: LONG });
  const { page } = await launch({ args: ['--server', server.origin], demo: false });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openFollowUps(page, LONG);
  await page.getByRole('button', { name: `Log call ${LONG}` }).click();
  const close = dialog(page).getByRole('button', { name: 'Close' });
  await expect(close).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'electron-long-name');
  await dialog(page).getByRole('radio', { name: 'Busy', exact: true }).click();
  await page.keyboard.press('Control+s');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await undo.click();
  await expect(page.getByText(/^Undone Call – A/)).toBeVisible();
});
