import type { ElectronApplication, Page } from '@playwright/test';
import { openScreen, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';

/** Several windows of one application, one desk behind them. */

const count = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** What opens when something is done. */
async function opened(app: ElectronApplication, act: () => Promise<void>): Promise<Page> {
  const next = app.waitForEvent('window');
  await act();
  const page = await next;
  await page.waitForLoadState('domcontentloaded');
  return page;
}

test('Ctrl+Shift+N opens the list, and the record in view, in windows that know each other’s changes', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const list = await opened(app, () => page.keyboard.press('Control+Shift+N'));
  await list.waitForURL('**/candidate');
  await expect(list.getByRole('gridcell').first()).toBeVisible();

  const opener = page.getByRole('gridcell').locator('a[role="button"]').first();
  const name = (await opener.innerText()).trim();
  await page
    .getByRole('button', { name: `View ${name}`, exact: true })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const record = await opened(app, () => page.keyboard.press('Control+Shift+N'));
  await expect(record.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();

  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) =>
      Reflect.apply(Reflect.get(webContents, 'getLastWebPreferences'), webContents, []),
    ),
  );
  expect(preferences).toHaveLength(3);
  for (const each of preferences)
    expect(each).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });

  await record.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  await record.getByLabel('City').fill('Nagpur Here');
  await record.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toContainText('Nagpur Here');
});

test('Ctrl and a click, or the middle button, on a name opens the record in a window of its own', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  const opener = page.getByRole('gridcell').locator('a[role="button"]').first();
  const name = (await opener.innerText()).trim();
  const first = await opened(app, () => opener.click({ modifiers: ['Control'] }));
  await expect(first.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
  const second = await opened(app, () => opener.click({ button: 'middle' }));
  await expect(second.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(await count(app)).toBe(3);
});

test('signing out in one window shows the sign-in in all', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const other = await opened(app, () => page.keyboard.press('Control+Shift+N'));
  await expect(other.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await signOut(other);
  for (const each of [page, other]) await expect(each.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('the windows that were open come back where they were, with what they showed', async ({ launch }) => {
  const first = await launch();
  await signIn(first.page, DEMO_ACCOUNTS.HR);
  await openScreen(first.page, 'Candidate');
  const other = await opened(first.app, () => first.page.keyboard.press('Control+Shift+N'));
  await openScreen(other, 'Inquiry');
  const gone = await opened(first.app, () => first.page.keyboard.press('Control+Shift+N'));
  await gone.close();
  await expect.poll(() => count(first.app)).toBe(2);
  await first.app.evaluate(({ BrowserWindow }) => {
    for (const [at, window] of BrowserWindow.getAllWindows()
      .toSorted((one, two) => one.id - two.id)
      .entries())
      window.setBounds({ x: 20 + at * 40, y: 20, width: 1000 + at * 20, height: 640 });
  });
  await first.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
  await first.app.waitForEvent('close');

  const second = await launch({ dataFolder: first.dataFolder });
  await expect.poll(() => count(second.app)).toBe(2);
  const widths = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getBounds().width),
  );
  expect(new Set(widths)).toEqual(new Set([1000, 1020]));
  // Without a keychain the session has ended with the application: a sign-in leads to the dashboard, whoever it is of.
  const pages = second.app.windows();
  const login = pages[0]?.getByRole('button', { name: 'Login' });
  const menu = pages[0]?.getByRole('navigation', { name: 'Main menu' });
  if (login && menu) await expect(login.or(menu)).toBeVisible();
  const signsIn = pages[0] !== undefined && (await login?.isVisible()) === true;
  if (signsIn) {
    await pages[0]?.getByLabel('Email', { exact: true }).fill(DEMO_ACCOUNTS.HR);
    await pages[0]?.getByLabel('Password', { exact: true }).fill('Demo@12345');
    await login?.click();
  }
  await expect
    .poll(() => pages.map((page) => new URL(page.url()).pathname).toSorted())
    .toEqual(signsIn ? ['/dashboard', '/dashboard'] : ['/candidate', '/inquiry']);
});

test('unsaved changes are asked about in the window that has them', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'asked', asked);
    dialog.showMessageBox = async (...args: unknown[]) => {
      const [options] = args.slice(-1) as [{ message: string }];
      asked.push(options.message);
      return { response: 0, checkboxChecked: false };
    };
  });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const other = await opened(app, () => page.keyboard.press('Control+Shift+N'));
  await other.getByRole('button', { name: 'Add Candidate' }).click();
  await other.getByLabel('Full Name').fill('Typed');
  await app.evaluate(({ app: electron }) => electron.quit());
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'asked') as string[]))
    .toEqual(['Discard your changes?']);
  await expect(other.getByLabel('Full Name')).toHaveValue('Typed');
  await expect.poll(() => count(app)).toBe(1);
});

test('eight windows are the most', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  for (let number = 2; number <= 8; number += 1) {
    await page.keyboard.press('Control+Shift+N');
    await expect.poll(() => count(app)).toBe(number);
  }
  await page.keyboard.press('Control+Shift+N');
  await expect(page.getByText('8 windows are open.')).toBeVisible();
  expect(await count(app)).toBe(8);
});
