import type { Page } from '@playwright/test';
import { codeOf } from '../product/authenticator.ts';
import { expectReadable } from '../product/pictures.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { fillSignIn, openMyDetails, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

/** From the dialog's first question to the recovery codes. */
async function setUp(page: Page, pictures = false): Promise<{ secret: string; recoveryCodes: string[] }> {
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your present password.')).toBeVisible();
  if (pictures) await expectReadable(page, 'two-step-proof', ['[role="dialog"]']);
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR picture for your authenticator app' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const code = dialog.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  await code.fill('12 34');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/That code is not right/)).toBeVisible();
  if (pictures) await expectReadable(page, 'two-step-scan', ['[role="dialog"]']);
  await code.fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  // What nobody has kept yet does not go by a key.
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible();
  if (pictures) await expectReadable(page, 'two-step-codes', ['[role="dialog"]']);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(codes).toBeHidden();
  return { secret, recoveryCodes };
}

/** Signs in without a desk: one more line among the signed-in devices. */
async function signInElsewhere(address: string, email: string): Promise<void> {
  const answer = await fetch(`${address}/api/auths/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  expect(answer.status).toBe(200);
}

test('set up in My details, sign in with a code and with a recovery code, reset by a Super Admin', async ({
  openPc,
  server,
}) => {
  test.slow();
  await signInElsewhere(server.origin, DEMO_ACCOUNTS.HR);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openMyDetails(page);
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await expectReadable(page, 'two-step-off', ['[role="dialog"]']);
  await section.getByRole('button', { name: 'Set up' }).click();
  const { secret, recoveryCodes } = await setUp(page, true);
  await expect(section).toContainText('10 of 10 recovery codes are left.');
  // The other one was signed out by it.
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toContainText('This device');
  await expectReadable(page, 'two-step-on', ['[role="dialog"]']);
  await page
    .getByRole('dialog', { name: 'My details' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await signOut(page);

  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const form = page.getByRole('form', { name: 'Two-step sign-in' });
  const code = form.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText('That code is not right');
  await expect(code).toBeFocused();
  await expectReadable(page, 'two-step-sign-in', ['main']);
  await form.getByRole('button', { name: 'Back to the password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const next = codeOf(secret, 1);
  await form.getByLabel('Code', { exact: true }).fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await signOut(page);

  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = form.getByLabel('Recovery code', { exact: true });
  await expect(recovery).toBeFocused();
  await recovery.fill(recoveryCodes[0]?.toLowerCase() ?? '');
  await expectReadable(page, 'two-step-recovery', ['main']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await openMyDetails(page);
  await expect(section).toContainText('9 of 10 recovery codes are left.');

  const { page: chief } = await openPc();
  await signIn(chief, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(chief, 'Add Employee');
  await chief.getByLabel('Search by name or email').fill(DEMO_ACCOUNTS.HR);
  await chief.getByRole('button', { name: 'View Pooja Kulkarni' }).click();
  const ofEmployee = chief.getByRole('region', { name: 'Two-step sign-in' });
  await expect(ofEmployee).toContainText('On since');
  const devicesOfEmployee = chief.getByRole('region', { name: 'Signed-in devices' });
  await expect(devicesOfEmployee.getByRole('listitem')).toHaveCount(1);
  await ofEmployee.getByRole('button', { name: 'Reset' }).click();
  const question = chief.getByRole('dialog', { name: /^Reset two-step sign-in of/ });
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(ofEmployee).toContainText('Off.');
  await expect(devicesOfEmployee).toContainText('Not signed in anywhere.');
  await expectReadable(chief, 'two-step-employee', ['[role="dialog"]']);
});

test('a role that must use it is led to it, and goes on without a word lost', async ({ openPc, server }) => {
  await server.stop();
  await server.start({ SECOND_FACTOR_ROLES: 'HR' });
  const { page } = await openPc();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('dialog', { name: 'Set up two-step sign-in' })).toBeVisible();
  await page.keyboard.press('Escape');
  const reminder = page.getByText(/Your role needs two-step sign-in\. Set it up to sync/);
  await expect(reminder).toBeVisible();
  await expectReadable(page, 'two-step-reminder', ['body']);
  await page.getByRole('button', { name: 'Set up now' }).click();
  await setUp(page);
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 45_000 });
  await expect(reminder).toBeHidden();
});
