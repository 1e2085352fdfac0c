import { readFileSync } from 'node:fs';
import { violationsOn } from '../product/accessibility.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
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
  await takePicture(page, 'consent-light');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();

  await page
    .getByRole('button', { name: `View ${name}` })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await view.getByRole('button', { name: 'Give a copy' }).click();
  await takePicture(page, 'give-copy-light');
  expect(await violationsOn(page, 'wcag', ['[role="menu"]'])).toEqual([]);
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

test('a Super Admin erases a person, and a colleague who looks at them is told', async ({ openPc }) => {
  const [{ page }, { page: colleague }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS['Super Admin']), signIn(colleague, DEMO_ACCOUNTS.HR)]);
  await openScreen(page, 'Candidate');
  const view = page.getByRole('button', { name: /^View / }).first();
  const name = ((await view.getAttribute('aria-label')) ?? '').replace(/^View /, '');
  await openScreen(colleague, 'Candidate');
  await colleague
    .getByRole('button', { name: `View ${name}` })
    .first()
    .click();
  const seen = colleague.getByRole('dialog', { name: /^View Candidate/ });
  await expect(seen).toContainText(name);

  await view.click();
  await page.getByRole('button', { name: 'Give a copy' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
  const button = dialog.getByRole('button', { name: 'Erase for ever' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  // Tab stays in it, or one would press what lies behind.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await dialog.evaluate((it) => it.contains(document.activeElement)), key).toBe(true);
  }
  // Escape is its own: the person who was looked at is still there.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: /^View Candidate/ })).toBeVisible();
  await page.getByRole('button', { name: 'Give a copy' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(`${name} asked for it`);
  await expect(button).toBeDisabled();
  await dialog.getByLabel('Name').fill('Somebody Else');
  await expect(button).toBeDisabled();
  await dialog.getByLabel('Name').fill(name.toLowerCase());
  expect(await violationsOn(page, 'wcag', ['[role="dialog"]'])).toEqual([]);
  await takePicture(page, 'erase-light');
  await button.click();
  await expect(dialog).toContainText('The reason names the person.');
  await dialog.getByLabel('Reason').fill('Asked for it by letter');
  await button.click();
  await expect(dialog).toBeHidden();
  // What showed the person is put away, here and there.
  for (const [window, shown] of [
    [page, page.getByRole('dialog', { name: /^View Candidate/ })],
    [colleague, seen],
  ] as const) {
    await expect(window.getByText('This person was erased.').first()).toBeVisible();
    await expect(shown).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: `View ${name}` })).toHaveCount(0);
});

test('pressed twice and left too early, an erasing is seen to its end', async ({ openPc, server }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Candidate');
  const view = page.getByRole('button', { name: /^View / }).first();
  const name = ((await view.getAttribute('aria-label')) ?? '').replace('View ', '');
  await view.click();
  await page.getByRole('button', { name: 'Give a copy' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
  await dialog.getByLabel('Reason').fill('Asked for it by letter');
  await dialog.getByLabel('Name').fill(name);
  server.hang();
  try {
    await dialog.getByRole('button', { name: 'Erase for ever' }).dblclick();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog', { name: /^View Candidate/ })).toBeVisible();
  } finally {
    server.goOn();
  }
  await expect(page.getByText('This person was erased.').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
