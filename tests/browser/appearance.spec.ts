import type { Page } from '@playwright/test';
import { routesOf } from '#shared/access/routes.ts';
import { expectReadable, takePictures, THEMES, type Theme } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { WHOLE_WALKS } from '../product/tier.ts';
import { expect, test, type OfficeFixtures } from './product-test.ts';

/** axe looks at the small size: colours and names are the same at others, and it takes its time. */
const SMALL = { width: 1366, height: 768 };
const LARGE_WIDTH = 1920;

/** Screens whose Add dialog is looked at too; the others are made of the same parts. */
const WITH_FORM = ['/candidate', '/addemployee', '/addblogs', '/inquiry'];

/** Screens that are also pictured at the large size; the others only have more room there. */
const LARGE_TOO = ['dashboard', 'candidate', 'inquiryfollowup', 'employeedetails'];

/** @param part the part that axe has not seen on another screen */
async function inspect(
  page: Page,
  name: string,
  { part = 'main', themes = THEMES }: { part?: string; themes?: readonly Theme[] } = {},
): Promise<void> {
  await expectReadable(page, name, [part], themes);
  if (LARGE_TOO.includes(name)) await takePictures(page, name, [{ width: LARGE_WIDTH, colorScheme: 'dark' }]);
}

const DIALOG = '[role="dialog"]';

/** Signed in as a Super Admin, whose menu has every screen. */
async function openOffice({ openPc, server }: Pick<OfficeFixtures, 'openPc' | 'server'>): Promise<Page> {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  // Else its screen stands in no menu.
  await rest.create('/api/office-settings', { eraseAfterMonths: '6' });
  const { page } = await openPc(SMALL);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await expect(page.getByText('Total Candidates')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Logged in as/)).toBeHidden();
  return page;
}

test('signing in, the frame and the dialogs that many screens have can be read in light and dark', async ({
  openPc,
  server,
}) => {
  const { page: signedOut } = await openPc(SMALL);
  await expect(signedOut.getByRole('button', { name: 'Login' })).toBeVisible();
  await inspect(signedOut, 'sign-in', { part: 'body' });
  const page = await openOffice({ openPc, server });
  await inspect(page, 'frame', { part: 'body' });
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Basic Information').last()).toBeVisible();
  await inspect(page, 'candidate-view', { part: DIALOG });
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await inspect(page, 'confirm', { part: DIALOG });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sync:/ }).click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
  await inspect(page, 'sync', { part: DIALOG });
});

const SCREENS = routesOf('Super Admin');
/** Tests that are looked at side by side. */
const PARTS = 2;

/** Screens are made of the same parts: all of them are seen in both themes, a screen in the one or in the other. */
function themesOf(index: number): readonly Theme[] {
  return WHOLE_WALKS ? THEMES : index % 2 === 0 ? ['light'] : ['dark'];
}

for (let part = 0; part < PARTS; part += 1) {
  // Half of the list each, so that each part has both themes.
  const screens = [...SCREENS.entries()].filter(([at]) => (at * PARTS < SCREENS.length ? 0 : 1) === part);
  const names = screens.map(([, { path }]) => path).join(', ');
  test(`every screen can be read, ${WHOLE_WALKS ? 'in light and dark' : 'in light or dark by turns'}: ${names}`, async ({
    openPc,
    server,
  }) => {
    // axe takes its time.
    test.slow();
    const page = await openOffice({ openPc, server });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const [at, { path }] of screens) {
      const themes = themesOf(at);
      await test.step(path, async () => {
        await menu.locator(`a[href$="${path}"]`).click();
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        if (!['/dashboard', '/today', '/changes', '/duplicates', '/erasure', '/import'].includes(path)) {
          const row = page.getByRole('grid').getByRole('row').nth(1);
          await expect(row.or(page.getByText('No interviews found.'))).toBeVisible();
        }
        await inspect(page, path.slice(1), { themes });
        if (!WITH_FORM.includes(path)) return;
        await page
          .getByRole('main')
          .getByRole('button', { name: /^(Add|Assign) / })
          .click();
        const form = page.getByRole('dialog');
        await expect(form.getByRole('textbox').or(form.getByRole('combobox')).first()).toBeFocused();
        if (path === '/addblogs') await expect(form.getByRole('textbox', { name: /Content/ })).toBeVisible();
        await inspect(page, `${path.slice(1)}-add`, { part: DIALOG, themes });
        await page.keyboard.press('Escape');
        await expect(form).toHaveCount(0);
      });
    }
  });
}
