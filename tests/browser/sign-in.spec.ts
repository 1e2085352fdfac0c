import { routes } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

test('sign-in checks its fields and says why it fails', async ({ openPc }) => {
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
  const password = page.getByLabel('Password', { exact: true });
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

for (const [role, email] of Object.entries(DEMO_ACCOUNTS) as [Role, string][]) {
  test(`${role || 'no role'} signs in to what the role may open, and no further`, async ({ openPc }) => {
    const { page } = await openPc();
    await fillSignIn(page, email);
    await expect(page.getByText(`Logged in as ${role}`)).toBeVisible();
    await page.waitForURL('**/dashboard');
    await expect(page.getByText(`(${role})`)).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const allowed = routes.filter((route) => route.roles.includes(role));
    await expect(menu.getByRole('link')).toHaveCount(allowed.length);
    const dashboardText = {
      'Super Admin': 'Total Candidates',
      Admin: 'The dashboard is in Progress.',
      HR: 'Fully',
      Employee: 'The dashboard is in Progress.',
      Student: 'profile',
    }[role as keyof typeof DEMO_ACCOUNTS];
    await expect(page.getByRole('main')).toContainText(dashboardText);

    for (const route of routes) {
      await page.goto(route.path);
      await page.waitForURL(route.roles.includes(role) ? `**${route.path}` : '**/dashboard');
      await expect(page.getByRole('main')).toBeVisible();
    }
    await page.goto('/no-such-page');
    await page.waitForURL('**/dashboard');
    await signOut(page);
    await page.waitForURL('**/login');
    await page.goto('/candidate');
    await page.waitForURL('**/login');
    await page.goto('/no-such-page');
    await page.waitForURL('**/login');
  });
}

test('the browser keeps only the name and the role', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(stored).toContain('HR');
  expect(stored).not.toMatch(/token|ey[JK]|password/i);
});
