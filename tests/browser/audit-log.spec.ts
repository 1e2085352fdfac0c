import type { Locator } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { choose, exportCsv, fillSignIn, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

test('a Super Admin reads the audit log: who signed in, was refused and exported; nobody else is offered it', async ({
  openPc,
}) => {
  const admin = (await openPc()).page;
  const superAdmin = (await openPc()).page;
  await fillSignIn(admin, DEMO_ACCOUNTS.Admin, 'not my password');
  await expect(admin.getByText('Email or password is wrong.')).toBeVisible();
  await Promise.all([signIn(admin, DEMO_ACCOUNTS.Admin), signIn(superAdmin, DEMO_ACCOUNTS['Super Admin'])]);

  await admin.getByRole('button', { name: /Signed in as:/ }).click();
  await expect(admin.getByRole('menuitem', { name: 'My details' })).toBeVisible();
  await expect(admin.getByRole('menuitem', { name: 'Audit log' })).toBeHidden();
  await admin.keyboard.press('Escape');

  const menu = superAdmin.getByRole('button', { name: /Signed in as:/ });
  await menu.click();
  await superAdmin.getByRole('menuitem', { name: 'Audit log' }).click();
  const log = superAdmin.getByRole('dialog', { name: 'Audit log' });
  const refused = log.getByRole('row').filter({ hasText: 'Could not sign in: wrong password' });
  await expect(refused).toHaveCount(1);
  await expect(log.getByRole('row').filter({ hasText: 'Signed in' })).not.toHaveCount(0);
  expect(await seriousOn(superAdmin, 'all', ['[role="dialog"]'])).toEqual([]);

  await choose(superAdmin, log, 'What happened', 'Exports');
  await expect(log.getByText('Nothing of this kind has happened.')).toBeVisible();
  await admin
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Data Links' })
    .click();
  const download = admin.waitForEvent('download');
  await exportCsv(admin);
  await download;
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click();
    await expect(log.getByRole('row').filter({ hasText: /Exported Data links, \d+ rows?/ })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expect(log.getByRole('button', { name: 'Refresh' })).toBeFocused();

  await superAdmin.keyboard.press('Escape');
  await expect(log).toBeHidden();
  await expect(menu).toBeFocused();
});

test('the lines are shown though their answer is there before the dialog has come in', async ({ openPc }) => {
  const { page } = await openPc();
  const answered = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => payload.includes('"lines":[') && resolve());
    });
  });
  await page.reload();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await page.getByRole('button', { name: /Signed in as:/ }).click();
  const entry = page.getByRole('menuitem', { name: 'Audit log' });
  await expect(entry).toBeVisible();
  // A dialog comes in with the frames of the screen: as on a busy computer, none is drawn until the answer is there.
  const frames = await page.evaluateHandle(() => {
    const held: FrameRequestCallback[] = [];
    const draw = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => -held.push(callback);
    return {
      draw: (): void => {
        window.requestAnimationFrame = draw;
        for (const callback of held) window.requestAnimationFrame(callback);
      },
    };
  });
  await entry.click();
  await answered;
  await frames.evaluate(async ({ draw }) => {
    // Whoever hears of the answer has done so.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    draw();
  });
  const log = page.getByRole('dialog', { name: 'Audit log' });
  await expect(log.getByRole('row').filter({ hasText: 'Signed in' })).not.toHaveCount(0);
});

test('deleted and restored records are found by person, kind and day, and what each person took is counted', async ({
  openPc,
}) => {
  const admin = (await openPc()).page;
  const superAdmin = (await openPc()).page;
  await superAdmin.setViewportSize({ width: 1366, height: 768 });
  await Promise.all([signIn(admin, DEMO_ACCOUNTS.Admin), signIn(superAdmin, DEMO_ACCOUNTS['Super Admin'])]);
  const shown = (await admin.getByRole('button', { name: /Signed in as:/ }).textContent()) ?? '';
  const name = /Signed in as: (.*) \(Admin\)/.exec(shown)?.[1] ?? '';

  await openScreen(admin, 'Data Links');
  const remove = admin.getByRole('button', { name: /^Delete / }).first();
  const link = ((await remove.getAttribute('aria-label')) ?? '').replace('Delete ', '');
  await remove.click();
  await admin.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByRole('button', { name: `Delete ${link}`, exact: true })).toBeVisible();

  await superAdmin.getByRole('button', { name: /Signed in as:/ }).click();
  await superAdmin.getByRole('menuitem', { name: 'Audit log' }).click();
  const log = superAdmin.getByRole('dialog', { name: 'Audit log' });
  const person = log.getByRole('combobox', { name: 'Person' });
  await person.fill(name);
  await superAdmin.getByRole('option', { name, exact: true }).click();
  const row = (text: string): Locator => log.getByRole('row').filter({ hasText: text });
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click();
    await expect(row(`Restored the data link ${link}`)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(row(`Deleted the data link ${link}`)).toContainText(name);
  await expect(row('Fetched everything on')).toHaveCount(1);
  await expect(row('Vikram Deshpande')).toHaveCount(0);
  await log.getByLabel('To day').fill('1/1/2020');
  await superAdmin.keyboard.press('Enter');
  await expect(log.getByText('Nothing of this kind has happened.')).toBeVisible();
  await log.getByLabel('From day').fill('1/1/2026');
  await superAdmin.keyboard.press('Enter');
  await expect(log.getByRole('alert')).toHaveText('The first day is after the last one. Change one of them.');
  await log.getByLabel('From day').fill('');
  await log.getByLabel('To day').fill('9999-12-31');
  await superAdmin.keyboard.press('Enter');
  await expect(log.getByText('The year 9999 cannot be right.')).toBeVisible();
  await log.getByLabel('To day').fill('31/02/2020');
  await superAdmin.keyboard.press('Tab');
  await expect(log.getByText('February 2020 has 29 days.')).toBeVisible();
  await log.getByLabel('To day').fill('');
  await expect(log.getByText('February 2020 has 29 days.')).toBeHidden();
  await choose(superAdmin, log, 'What happened', 'Records restored');
  await expect(row('Deleted the data link')).toHaveCount(0);
  await expect(row('Restored the data link')).toHaveCount(1);

  await log.getByText('Data taken', { exact: true }).click();
  // Day, who, single calls, changes, first syncs.
  await expect(row(name).getByRole('cell').nth(4)).toHaveText(/^[\d,]{3,}$/);
  await expect(row('Vikram Deshpande').getByRole('cell').nth(2)).toHaveText(/^\d+$/);
  expect(await seriousOn(superAdmin, 'all', ['[role="dialog"]'])).toEqual([]);
});
