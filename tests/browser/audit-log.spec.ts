import { AxeBuilder } from '@axe-core/playwright';
import { choose, fillSignIn, signIn } from '../product/page-actions.ts';
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
  const { violations } = await new AxeBuilder({ page: superAdmin }).include('[role="dialog"]').analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  await choose(superAdmin, log, 'What happened', 'Exports');
  await expect(log.getByText('Nothing of this kind has happened.')).toBeVisible();
  await admin
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Data Links' })
    .click();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export CSV' }).click();
  await download;
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click();
    await expect(log.getByRole('row').filter({ hasText: /Exported Data links, \d+ rows?/ })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();

  await superAdmin.keyboard.press('Escape');
  await expect(log).toBeHidden();
  await expect(menu).toBeFocused();
});
