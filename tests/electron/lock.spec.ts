import type { Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { expect, test } from './launch.ts';
import { choose } from './menu-steps.ts';
import { lockScreen, unlock, wishLock } from './lock-steps.ts';

/** The lock after idle time, in the windows of the packaged application. */

const heading = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('heading', { name: 'Locked' });

test('a locked screen locks all windows: nothing of the content is left, and an open form comes back', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await lockScreen(app);
  await wishLock(page);
  await openScreen(page, 'Candidate');
  const opened = app.waitForEvent('window');
  await page.locator('#content').focus();
  await page.keyboard.press('Control+Shift+N');
  const second = await opened;
  await expect(second.getByRole('button', { name: 'Add Candidate' })).toBeVisible();
  const viewed = page.getByRole('button', { name: /^View / }).first();
  const shown = ((await viewed.getAttribute('aria-label')) ?? '').replace('View ', '');
  expect(shown).not.toBe('');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const name = page.getByRole('dialog', { name: 'Add Candidate' }).getByLabel('Full Name');
  await name.click();
  await page.keyboard.type('Half Typed');

  await lockScreen(app);
  for (const window of [page, second]) {
    await expect(heading(window)).toBeVisible();
    expect(await window.locator('body > *').count()).toBe(1);
    // As a boolean: a page is too long for a report.
    expect((await window.content()).includes(shown)).toBe(false);
    expect(await window.locator('[role="dialog"], [role="grid"], nav').count()).toBe(0);
    expect(await window.title()).toBe('Locked – Employee Management System');
  }
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  const caps = (on: boolean): Promise<void> =>
    page.getByLabel('Password', { exact: true }).evaluate((field, modifierCapsLock) => {
      field.dispatchEvent(new KeyboardEvent('keyup', { key: 'A', bubbles: true, modifierCapsLock }));
    }, on);
  await caps(true);
  await expect(page.getByRole('alert')).toHaveText('Caps Lock is on.');
  await caps(false);
  await expect(page.getByRole('alert')).toHaveText('');
  expect(await seriousOn(page, 'all', ['main'])).toEqual([]);

  // No key reaches what is below, and a page that is loaded anew is locked too.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  expect(await page.locator('body > *').count()).toBe(1);
  await second.reload();
  await expect(heading(second)).toBeVisible();
  expect(await second.locator('body > *').count()).toBe(1);

  await unlock(page, 'Wrong@12345');
  await expect(page.getByRole('alert')).toHaveText('The password is wrong.');
  await unlock(page);
  await expect(heading(page)).toBeHidden();
  await expect(name).toHaveValue('Half Typed');
  await expect(name).toBeFocused();
  await expect(heading(second)).toBeHidden();
  await expect(second.getByRole('button', { name: 'Add Candidate' })).toBeVisible();
  await expect(second.getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.type(' and more');
  await expect(name).toHaveValue('Half Typed and more');
});

test('what is half typed in place is not saved by the lock, and is gone on with afterwards', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 1600, height: 850 });
  });
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await wishLock(page);
  await openScreen(page, 'Candidate');
  await page.getByRole('gridcell').locator('a[role="button"]').first().click();
  const panel = page.getByRole('complementary', { name: /^Candidate / });
  await panel.getByRole('button', { name: /^Edit Remarks/ }).click();
  const remarks = panel.getByRole('textbox', { name: 'Remarks' });
  await expect(remarks).toBeFocused();
  await page.keyboard.type('Half of a');
  await lockScreen(app);
  await expect(heading(page)).toBeVisible();
  // What is chosen in the menu is not for a locked page, and is not done afterwards either.
  for (const item of ['Dashboard', 'Back', 'About Employee Management System']) await choose(app, item);
  // Nor is the key that wakes a screen.
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Locked' }).click();
  await unlock(page);
  await expect(remarks).toBeFocused();
  await page.keyboard.type(' sentence');
  await expect(remarks).toHaveValue(/Half of a sentence$/);
  await expect(page.getByText('Candidate updated successfully.')).toHaveCount(0);

  // The same in a cell of the list.
  await page.keyboard.press('Escape');
  await openScreen(page, 'Inquiry');
  await page.locator('[role="gridcell"][col-id="notes"]').first().click();
  await page.keyboard.press('F2');
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await expect(notes).toBeFocused();
  await page.keyboard.type('Half of a note');
  await lockScreen(app);
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await unlock(page);
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue(/Half of a note$/);

  // And where a number is typed into the list itself.
  await page.keyboard.press('Escape');
  await openScreen(page, 'Add Jobs');
  const order = page.getByRole('spinbutton').first();
  await order.fill('77');
  await lockScreen(app);
  await expect(heading(page)).toBeVisible();
  await unlock(page);
  await expect(order).toBeFocused();
  await expect(order).toHaveValue('77');
  await page.keyboard.press('Escape');
  await expect(order).not.toHaveValue('77');
});

test('an article is gone on with where its caret was', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await wishLock(page);
  await openScreen(page, 'Add Blogs');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const text = page.getByRole('dialog', { name: 'Add Blog' }).getByRole('textbox', { name: 'Content' });
  await text.click();
  const lockAndUnlock = async (): Promise<void> => {
    await lockScreen(app);
    await expect(heading(page)).toBeVisible();
    await unlock(page);
    await expect(text).toBeFocused();
  };
  await page.keyboard.type('First words');
  await lockAndUnlock();
  await page.keyboard.type(' after');
  await expect(text).toHaveText('First words after');
  // What is marked is marked still: what is typed takes its place.
  for (let letters = 0; letters < 5; letters += 1) await page.keyboard.press('Shift+ArrowLeft');
  await lockAndUnlock();
  await page.keyboard.type('later');
  await expect(text).toHaveText('First words later');
});

test('an idle PC locks itself, and whoever is locked out may log out', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleTime = () => 299;
  });
  await wishLock(page);
  await expect(heading(page)).toBeHidden();
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleTime = () => 300;
  });
  await expect(heading(page)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS.HR);
});

test('a PC that slept for as long locks itself before anybody sees more, whoever woke it', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await wishLock(page);
  const sleep = (seconds: number): Promise<void> =>
    app.evaluate(({ powerMonitor }, forSeconds) => {
      const os = process.getBuiltinModule('node:os');
      const { uptime } = os;
      powerMonitor.getSystemIdleTime = () => 60;
      powerMonitor.emit('suspend');
      os.uptime = () => uptime() + forSeconds;
      powerMonitor.getSystemIdleTime = () => 0;
      powerMonitor.emit('resume');
    }, seconds);
  await sleep(100);
  await openScreen(page, 'Inquiry');
  await sleep(250);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await unlock(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inquiries');
});

test('a screen that was locked while the desk hung locks the windows all the same', async ({ launch }) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await wishLock(page);
  const desk = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'Desk')?.pid ?? 0,
  );
  expect(desk).toBeGreaterThan(0);
  process.kill(desk, 'SIGSTOP');
  await lockScreen(app);
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('unlock-screen'));
  // As main does with one that does not answer.
  process.kill(desk, 'SIGKILL');
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('an Enter that is held or pressed again at the unlock presses no button of what comes back', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await wishLock(page);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await confirm.focus();
  await lockScreen(app);
  await expect(heading(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.down('Enter');
  // As the keyboard repeats it, until the content has been there for a while.
  for (let more = 20; more > 0; more -= (await dialog.isVisible()) ? 1 : 0) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  // On and on, as by a hand that thinks it hangs.
  for (let more = 5; more > 0; more -= 1) await page.keyboard.press('Enter', { delay: 250 });
  await expect(confirm).toBeFocused();
  // Meant, with another key in between.
  await page.keyboard.press('Shift');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});
