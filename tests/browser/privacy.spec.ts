import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

/** Section 10.14: what somebody has agreed to, and a copy of all that is kept about them. */

test('consent is written down by hand, and an administrator gives a copy', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  const name = ((await edit.getAttribute('aria-label')) ?? '').replace(/^Edit /, '');
  await edit.click();
  const form = page.getByRole('dialog', { name: /^Edit Candidate/ });
  await form.getByLabel('Consent given on').fill('5/11/2026');
  await form.getByLabel('Consent withdrawn on').fill('1/11/2026');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  // Nobody takes back what was not yet given.
  await expect(form.getByText('Consent withdrawn on cannot be before Consent given on')).toBeVisible();
  await form.getByLabel('Consent withdrawn on').fill('');
  await form.getByRole('combobox', { name: 'Consent given by' }).click();
  await page.getByRole('option', { name: 'On paper' }).click();
  await page.screenshot({ path: 'test-results/consent-light.png' });
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();

  await page
    .getByRole('button', { name: `View ${name}` })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await view.getByRole('button', { name: 'Give a copy' }).click();
  await page.screenshot({ path: 'test-results/give-copy-light.png' });
  const found = await new AxeBuilder({ page }).include('[role="menu"]').analyze();
  expect(found.violations).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Page to read (HTML)' }).click(),
  ]);
  const copy = readFileSync(await download.path(), 'utf8');
  expect(copy).toContain(name);
  expect(copy).toContain('On paper');
});

test('HR writes consent down and gives no copies', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await expect(view.getByText('Consent given on')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Give a copy' })).toHaveCount(0);
});
