import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn, openScreen, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

test('sign-in checks its fields and says why it fails', { tag: '@core' }, async ({ openPc }) => {
  const { page } = await openPc();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle(/Employee Management System/);
  await expect(page.getByText('Employee Management System').first()).toBeVisible();

  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/email is required/i)).toBeVisible();
  await expect(page.getByText(/password is required/i)).toBeVisible();
  await fillSignIn(page, 'not-an-address', 'x');
  await expect(page.getByText(/valid email/i)).toBeVisible();

  await page.getByLabel('Email', { exact: true }).fill(DEMO_ACCOUNTS.HR);
  // The eye beside it bears no label: the field is the only one.
  const password = page.getByLabel('Password');
  await password.fill('wrong');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Login' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /wrong/i });
  await expect(alert).toBeVisible();
  await expect(password).toBeFocused();
  const typed = { key: 'A', modifierCapsLock: true };
  await password.dispatchEvent('keyup', typed);
  await expect(alert).toContainText('Caps Lock is on.');
  await expect(page).toHaveURL(/\/login$/);
});

test('the tagline turns every four seconds among eight messages', async ({ openPc }) => {
  const { page } = await openPc();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.reload();
  const tagline = page.locator('p[aria-live="off"]');
  await expect(tagline).toBeVisible();
  const seen = new Set<string>();
  for (let turn = 0; turn < 9; turn += 1) {
    seen.add(await tagline.innerText());
    await page.clock.runFor(4_000);
  }
  expect(seen.size).toBe(8);
});

test('for whoever asks for less motion the tagline stands, and so does what lies behind it', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.reload();
  const tagline = page.locator('p[aria-live="off"]');
  await expect(tagline).toBeVisible();
  const first = await tagline.innerText();
  await page.clock.runFor(20_000);
  await expect(tagline).toHaveText(first);
  const scene = page.locator('main > div').first();
  const before = await scene.innerHTML();
  await page.mouse.move(200, 300);
  await page.clock.runFor(1_000);
  await page.mouse.move(400, 100);
  await page.clock.runFor(1_000);
  expect(await scene.innerHTML()).toBe(before);
});

test('the browser keeps nothing of the user', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const stored = await page.evaluate(() =>
    JSON.stringify(
      // The key with which the page is let in to the desk is made of any letters.
      [localStorage, sessionStorage].flatMap((kept) =>
        Object.entries(kept).filter(([name]) => name !== 'loopback-key'),
      ),
    ),
  );
  expect(stored).not.toMatch(/HR|demo|ey[JK]|password/i);
});
