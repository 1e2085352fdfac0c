import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { openScreen, signIn } from '../product/page-actions.ts';
import { seriousOn } from '../product/accessibility.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './launch.ts';
import { choose } from './menu-steps.ts';

/** Zoom, menus, find, About and the diagnostic file, as in the window of the packaged application. */

type Modifier = 'control' | 'alt' | 'shift';

/** A key as the system gives it to the window: the window may take it before the page. */
async function press(app: ElectronApplication, keyCode: string, ...modifiers: Modifier[]): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, key) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents;
      window?.focus();
      contents?.sendInputEvent({ type: 'keyDown', ...key });
      contents?.sendInputEvent({ type: 'keyUp', ...key });
    },
    { keyCode, modifiers },
  );
}

const zoom = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) =>
    Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
  );

/** From here on the menus of right clicks are noted in place of being shown. */
const noteMenus = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function note() {
      Reflect.set(globalThis, 'shownMenu', this);
    };
  });

const shownMenu = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const menu = Reflect.get(globalThis, 'shownMenu') as Electron.Menu | undefined;
    return menu?.items.map(({ label, type }) => (type === 'separator' ? '-' : label)) ?? [];
  });

const chooseShown = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(({ BrowserWindow }, wanted) => {
    const menu = Reflect.get(globalThis, 'shownMenu') as Electron.Menu | undefined;
    const item = menu?.items.find(({ label }) => label === wanted);
    const [window] = BrowserWindow.getAllWindows();
    // As the system does it: with the window that has the focus, which a display without a window manager gives to none.
    item?.click({}, window, window?.webContents);
  }, label);

test('Ctrl and plus, minus, 0 and the wheel change the zoom, which is said and remembered', async ({
  launch,
}) => {
  const first = await launch();
  await expect(first.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await press(first.app, '=', 'control');
  await expect(first.page.getByText('Zoom 110 %')).toBeVisible();
  await press(first.app, '=', 'control');
  await expect.poll(() => zoom(first.app)).toBe(125);
  await press(first.app, '-', 'control');
  await expect.poll(() => zoom(first.app)).toBe(110);
  await press(first.app, '0', 'control');
  await expect.poll(() => zoom(first.app)).toBe(100);
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.emit('zoom-changed', {}, 'in');
  });
  await choose(first.app, 'Larger');
  // The one before it may still be fading.
  await expect(first.page.getByText('Zoom 125 %').last()).toBeVisible();
  await first.app.close();

  const second = await launch({ dataFolder: first.dataFolder });
  await expect(second.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect.poll(() => zoom(second.app)).toBe(125);
  expect(await second.page.evaluate(() => window.devicePixelRatio)).toBeCloseTo(1.25, 2);
});

test('at 125 and 150 percent the list stays in use', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1240, 768));
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  mkdirSync('test-results/pictures', { recursive: true });
  for (const percent of [125, 150]) {
    while ((await zoom(app)) < percent) await choose(app, 'Larger');
    await expect(page.getByText(`Zoom ${percent} %`)).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toBeInViewport();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    const picture = await app.evaluate(async ({ BrowserWindow }) =>
      (await BrowserWindow.getAllWindows()[0]?.webContents.capturePage())?.toPNG().toString('base64'),
    );
    writeFileSync(`test-results/pictures/electron-zoom-${percent}.png`, picture ?? '', 'base64');
  }
});

test('a right click offers what can be done with text and links, and nothing elsewhere', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await noteMenus(app);
  await openScreen(page, 'Candidate');
  const name = page.getByRole('gridcell').locator('a[role="button"]').first();
  const href = await name.getAttribute('href');
  await name.click({ button: 'right' });
  await expect.poll(() => shownMenu(app)).toEqual(['Copy link']);
  await chooseShown(app, 'Copy link');
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(`placement-desk:/${href?.replace('/open', '')}`);

  const search = page.locator('main input[type="search"]');
  await search.fill('Asha');
  await search.click({ button: 'right' });
  await expect
    .poll(() => shownMenu(app))
    .toEqual(['Undo', 'Redo', '-', 'Cut', 'Copy', 'Paste', '-', 'Select all']);
  await chooseShown(app, 'Select all');
  await search.click({ button: 'right' });
  await chooseShown(app, 'Cut');
  await expect(search).toHaveValue('');

  await app.evaluate(() => Reflect.deleteProperty(globalThis, 'shownMenu'));
  await page.getByRole('heading', { level: 1 }).click({ button: 'right' });
  await page.getByRole('heading', { level: 1 }).dblclick();
  await page.getByRole('heading', { level: 1 }).click({ button: 'right' });
  await expect.poll(() => shownMenu(app)).toEqual(['Copy']);
});

test('the menu does what the keys of the page do', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const heights = await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    return { shown: window?.isMenuBarVisible(), hides: window?.isMenuBarAutoHide() };
  });
  expect(heights).toEqual({ shown: false, hides: true });
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await choose(app, 'Add a record');
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await expect(form).toBeVisible();
  await form.getByLabel('Full Name').fill('Typed');
  await choose(app, 'Undo');
  await expect(form.getByLabel('Full Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await choose(app, 'Find people, screens and commands');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(app, 'Keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Full screen');
  await page.keyboard.press('Escape');
  await choose(app, 'Dashboard');
  await page.waitForURL('**/dashboard');
  await choose(app, 'Back');
  await page.waitForURL('**/candidate');
});

test('Ctrl+F searches a list, and finds in what is open elsewhere', async ({ launch }) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await openScreen(page, 'SQL');
  await expect(page.getByRole('heading', { level: 1, name: 'SQL' })).toBeVisible();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in what is open' });
  await bar.getByLabel('Find').fill('sql');
  await expect(bar.getByRole('status')).toHaveText('1 of 1');
  await bar.getByLabel('Find').fill('no such words');
  await expect(bar.getByRole('status')).toHaveText('Not found');
  expect(await seriousOn(page, 'wcag')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await openScreen(page, 'Upcoming Interview');
  const search = page.locator('main input[type="search"]');
  await expect(search).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(search).toBeFocused();
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog');
  await expect(view.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.keyboard.press('Control+f');
  await bar.getByLabel('Find').fill('interview');
  await expect(bar.getByRole('status')).toHaveText(/^1 of \d+/);
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toHaveText(/^2 of \d+/);
  await page.keyboard.press('Shift+Enter');
  await expect(bar.getByRole('status')).toHaveText(/^1 of \d+/);
  await takePicture(page, 'electron-find');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(view).toBeVisible();
});

test('F11 is the full screen, and back', async ({ launch }) => {
  const { app, page } = await launch();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  const isFull = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());
  expect(await isFull()).toBe(false);
  await press(app, 'F11');
  await expect.poll(isFull).toBe(true);
  await press(app, 'F11');
  await expect.poll(isFull).toBe(false);
});

test('About says what runs, before the sign-in too, and the diagnostic file is shown before it is saved', async ({
  launch,
}) => {
  const { app, page, dataFolder } = await launch();
  await choose(app, 'About Employee Management System');
  const about = page.getByRole('dialog', { name: 'About Employee Management System' });
  await expect(about).toContainText('GPL-2.0-or-later');
  await expect(about).toContainText(dataFolder);
  await expect(about).toContainText(await app.evaluate(() => process.versions.electron));
  await takePicture(page, 'electron-about');
  expect(await seriousOn(page, 'wcag')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();

  await signIn(page, DEMO_ACCOUNTS.HR);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  await about.getByRole('button', { name: 'Diagnostic file…' }).click();
  const file = page.getByRole('dialog', { name: 'Diagnostic file' });
  await expect(file.getByRole('region')).toContainText('Candidates: ');
  const shown = await file.getByRole('region').innerText();
  await takePicture(page, 'electron-diagnostics');
  for (const personal of [DEMO_ACCOUNTS.HR, 'Pooja', 'Kulkarni', dataFolder])
    expect(shown).not.toContain(personal);
  const path = join(dataFolder, 'diagnostics.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  await file.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('Saved diagnostics.txt')).toBeVisible();
  expect(readFileSync(path, 'utf8').trim()).toBe(shown.trim());
  await page.keyboard.press('Escape');
  await expect(file).toBeHidden();
  await expect(about).toBeVisible();
});
