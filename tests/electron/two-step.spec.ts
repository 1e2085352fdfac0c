import type { Page } from '@playwright/test';
import { codeOf } from '../product/authenticator.ts';
import { fillSignIn, openMyDetails, signIn, signOut } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { expect, test } from './launch.ts';

/** Two-step sign-in as users of the packaged application set it up and sign in by it. */

async function setUp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const details = await openMyDetails(page);
  await details.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const qr = dialog.getByRole('img', { name: 'QR picture for your authenticator app' });
  await expect(qr).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(codes).toBeHidden();
  await details.getByRole('button', { name: 'Close' }).last().click();
  return { secret, recoveryCodes };
}

test('two-step sign-in is set up, asks for a code, and takes a recovery code', async ({ launch }) => {
  const { page } = await launch();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const { secret, recoveryCodes } = await setUp(page);
  await signOut(page);

  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const form = page.getByRole('form', { name: 'Two-step sign-in' });
  const code = form.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText('That code is not right');
  // The present step's code was used when it was turned on; none is good twice.
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await signOut(page);

  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await form.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  const details = await openMyDetails(page);
  await expect(details).toContainText('9 of 10 recovery codes are left.');
});
