import type { Page } from '@playwright/test';
import { mergeTests } from '@playwright/test';
import { routesOf } from '#shared/access/routes.ts';
import type { Role } from '#shared/access/roles.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { signIn, signOut } from '../product/page-actions.ts';
import { test as withServer } from '../browser/product-test.ts';
import { expect, test as withWindow } from './launch.ts';

const test = mergeTests(withWindow, withServer);

/** What the window says on its console that nobody should ever read there. */
function faultsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  return said;
}

/** Opens every screen of the role from the sidebar, and the dialogs of those that add something. */
async function walk(page: Page, role: Role): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // What is there once it was decided has a test of its own.
  for (const route of routesOf(role).filter(({ decided }) => decided === undefined)) {
    const link = menu.locator(`a[href$="${route.path}"]`);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${route.path}$`));
    // The screen before stays until this one is there.
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    const add = page.getByRole('main').getByRole('button', { name: /^(Add|Assign) / });
    if ((await add.count()) === 0) continue;
    await add.first().click();
    const form = page.getByRole('dialog');
    await expect(form.getByRole('textbox').or(form.getByRole('combobox')).first()).toBeVisible();
    if (route.path === '/addblogs')
      await expect(form.getByRole('textbox', { name: /Content/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  }
}

test('every screen of every role opens in the real window, without a fault on its console', async ({
  launch,
  server,
}) => {
  test.slow();
  const { page } = await launch({ args: ['--server', server.origin] });
  const faults = faultsOf(page);
  for (const role of ['Super Admin', 'HR', 'Employee', 'Student'] as const) {
    await test.step(role, async () => {
      await signIn(page, DEMO_ACCOUNTS[role]);
      await walk(page, role);
      await signOut(page);
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    });
  }
  expect(faults).toEqual([]);
});
