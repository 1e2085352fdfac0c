import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';
import { lockScreen, unlock, wishLock } from './lock-steps.ts';

/** What stands open in a window when the session is locked or ends: dialogs of the system, what is printed, what was looked for. */

async function openedBeside(app: ElectronApplication, page: Page): Promise<Page> {
  const opened = app.waitForEvent('window');
  await page.keyboard.press('Control+Shift+N');
  return opened;
}

/** The system's dialog stays open until `choose`. */
async function holdSaveDialog(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    Reflect.set(
      dialog,
      'showSaveDialog',
      () => new Promise((resolve) => void Reflect.set(globalThis, 'choose', resolve)),
    );
  });
}

/** The user answers the dialog; null cancels it. */
const choose = (app: ElectronApplication, filePath: string | null): Promise<void> =>
  app.evaluate((_electron, path) => {
    const answer = Reflect.get(globalThis, 'choose') as (answer: object) => void;
    answer({ canceled: path === null, filePath: path ?? '' });
  }, filePath);

async function saveAsPdf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as PDF' }).click();
  await expect(page.locator('[data-printed]')).toHaveCount(1);
}

let folder: string;
test.beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'placement-printed-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

test('a window whose page cannot hear of the lock, as in the print dialog of the system, is loaded again', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await wishLock(page);
  await openScreen(page, 'Candidate');
  const second = await openedBeside(app, page);
  await expect(second.getByRole('button', { name: 'Add Candidate' })).toBeVisible();
  // The dialog takes the page's only thread, as this does.
  void second
    .evaluate(() => {
      const end = Date.now() + 120_000;
      while (Date.now() < end);
    })
    .catch(() => undefined);
  const answers = (): Promise<boolean> =>
    Promise.race([
      second.evaluate(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000)),
    ]);
  await expect.poll(answers).toBe(false);

  await lockScreen(app);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  // The runner has lost the page whose process ended.
  const headings = (): Promise<string[]> =>
    app.evaluate(({ BrowserWindow }) =>
      Promise.all(
        BrowserWindow.getAllWindows().map(({ webContents: contents }) => {
          const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), 1_000));
          if (contents.isCrashed() || contents.isLoading()) return late;
          const read = contents.executeJavaScript('document.querySelector("h1")?.textContent.trim() ?? ""');
          return Promise.race([read as Promise<string>, late]);
        }),
      ),
    );
  await expect.poll(headings).toEqual(['Locked', 'Locked']);
  await unlock(page);
  await expect.poll(headings).not.toContain('Locked');
});

test('a PDF whose place is chosen after the user has gone is not written, and the next user has nothing of it', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await holdSaveDialog(app);
  const second = await openedBeside(app, page);
  await saveAsPdf(second);
  await signOut(page);
  await fillSignIn(page, DEMO_ACCOUNTS.Student);
  await expect(second.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await expect(second.locator('[data-printed]')).toHaveCount(0);
  await choose(app, join(folder, 'list.pdf'));
  await expect(second.getByRole('dialog', { name: 'Error' })).toContainText('Nothing was written');
  expect(existsSync(join(folder, 'list.pdf'))).toBe(false);
});

for (const path of ['list.pdf', null]) {
  const answer = path === null ? 'is cancelled' : 'gets a place';
  test(`a dialog that ${answer} while the windows are locked leaves the screen as it was`, async ({
    launch,
  }) => {
    const { app, page } = await launch();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await wishLock(page);
    await openScreen(page, 'Candidate');
    await holdSaveDialog(app);
    await saveAsPdf(page);
    await lockScreen(app);
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
    await choose(app, path === null ? null : join(folder, path));
    await unlock(page);
    await expect(page.getByRole('button', { name: 'Add Candidate' })).toBeVisible();
    await expect(page.locator('[data-printed]')).toHaveCount(0);
    if (path !== null)
      await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('Nothing was written');
    expect(existsSync(join(folder, 'list.pdf'))).toBe(false);
  });
}

test('what was looked for in a record goes with the user, by either way out', async ({ launch }) => {
  const { app, page } = await launch();
  const find = async (): Promise<void> => {
    await openScreen(page, 'Candidate');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await page.keyboard.press('Control+f');
    await page.locator('[data-find-bar] input').fill('Somebody');
  };
  await signIn(page, DEMO_ACCOUNTS.HR);
  await wishLock(page);
  await find();
  await lockScreen(app);
  await page.getByRole('button', { name: 'Logout' }).click();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await expect(page.locator('[data-find-bar]')).toHaveCount(0);

  await find();
  const second = await openedBeside(app, page);
  await expect(second.getByRole('button', { name: /^Signed in as/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const view = second.getByRole('dialog', { name: /^View / });
  await expect(view).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await signOut(second);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.locator('[data-find-bar]')).toHaveCount(0);
});
