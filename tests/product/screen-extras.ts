import { expect, type Page } from '@playwright/test';
import type { Role } from '#shared/access/roles.ts';
import { rowWith } from './page-actions.ts';

/** A role on a screen, with a Super Admin of another desk on the same one. */
export interface OnScreen {
  role: Role;
  /** Name of the signed-in user. */
  person: string;
  page: Page;
  other: Page;
}

const DASHBOARDS: Readonly<Record<Role, string>> = {
  'Super Admin': 'Total Candidates',
  Admin: 'The dashboard is in Progress.',
  HR: 'Fully Paid',
  Employee: 'The dashboard is in Progress.',
  Student: 'You can view your own details from your profile.',
  '': 'The dashboard is in Progress.',
};

const showsWord =
  (word: string) =>
  async ({ page }: OnScreen) => {
    await expect(page.getByRole('main')).toHaveText(word);
  };

/** Opens what a button leads to in a tab of its own, and closes it. */
async function opensOutside(page: Page, button: string | RegExp, address: RegExp): Promise<void> {
  const context = page.context();
  await context.route(address, (route) => route.fulfill({ body: 'Elsewhere' }));
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  await expect.poll(() => opened.url()).toMatch(address);
  await opened.close();
}

/** What screens offer beside the actions of lists, or in their place; by route. */
export const screenExtras: Readonly<Record<string, { what: string; act: (on: OnScreen) => Promise<void> }>> =
  {
    '/dashboard': {
      what: 'has the dashboard of the role',
      act: async ({ page, role }) => {
        await expect(page.getByRole('main')).toContainText(DASHBOARDS[role]);
        if (role !== 'Student') return;
        await page.getByRole('button', { name: 'View my details' }).click();
        const details = page.getByRole('dialog', { name: 'My details' });
        await expect(details.getByRole('link', { name: /^WhatsApp / })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(details).toBeHidden();
      },
    },
    '/employeedetails': {
      what: 'edits the own profile; the other desk sees it',
      act: async ({ page, other, person }) => {
        await page.getByRole('button', { name: 'Edit Profile' }).click();
        const form = page.getByRole('dialog', { name: 'Edit Profile' });
        await form.getByLabel('Mobile').fill('98200 77777');
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(form).toBeHidden();
        await expect(page.getByRole('region', { name: 'Account' })).toContainText('98200 77777');
        await other.getByRole('searchbox', { name: /^Search/ }).fill(person);
        await expect(rowWith(other, person)).toContainText('98200 77777');
      },
    },
    '/inquiry': {
      what: 'collapses and expands the name column',
      act: async ({ page }) => {
        const toggle = page.getByRole('button', { name: 'Name column' });
        for (const expanded of ['false', 'true']) {
          await toggle.click();
          await expect(toggle).toHaveAttribute('aria-expanded', expanded);
        }
      },
    },
    '/addlinks': {
      what: 'opens a link in a new tab',
      act: async ({ page }) => {
        await page.getByRole('searchbox', { name: 'Search links' }).fill('');
        await opensOutside(page, /^Open link /, /^https?:\/\/[^/]*example\.(com|org|net)/);
      },
    },
    '/upcominginterview': {
      what: 'joins the own meeting',
      act: ({ page }) => opensOutside(page, 'Join Meeting', /^https:\/\/meet\.example\.com\//),
    },
    '/sqlqa': { what: 'shows its word', act: showsWord('SQL') },
    '/reactqa': { what: 'shows its word', act: showsWord('ReactQA') },
    '/netcoreqa': { what: 'shows its word', act: showsWord('DotNetCore') },
    '/awsqa': { what: 'shows its word', act: showsWord('Aws') },
  };
