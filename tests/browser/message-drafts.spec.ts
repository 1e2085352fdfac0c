import type { Locator, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { connectLoopback } from '../product/loopback-client.ts';
import { fillSignIn, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficePc } from './product-test.ts';

/** What is written to somebody outlives what ends the page: a logout elsewhere, or the end of the application. */

const WRITTEN = 'Please bring both papers on Monday at ten.';

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name: `Message ${name}` });
const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });

/** Waits until the desk of the PC keeps so many messages with what was written, and nothing else. */
async function keeps(pc: OfficePc, messages: number): Promise<void> {
  const desk = await connectLoopback(pc.desk.address);
  try {
    await expect
      .poll(async () => {
        const { drafts } = await desk.call('drafts.list', {});
        const all = await Promise.all(drafts.map(({ id }) => desk.call('drafts.read', { id })));
        return all.map((draft) => draft?.values['text']);
      })
      .toEqual(Array.from({ length: messages }, () => WRITTEN));
  } finally {
    desk.close();
  }
}

async function writeTo(page: Page, name: string): Promise<void> {
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(name);
  await expect(rowWith(page, name)).toHaveCount(1);
  await page.getByLabel('Search candidates').press('Enter');
  await expect(rowWith(page, name).locator('[role="gridcell"]:focus')).toHaveCount(1);
  await page.keyboard.press('m');
  await text(page).fill(WRITTEN);
}

test('a message that is being written when another window logs out is there at the next sign-in, and is sent once', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { _id } = await rest.create('/api/students', {
    fullName: 'Kept Kavita',
    mobile: '98200 33111',
    email: 'kept.kavita@example.com',
  });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await writeTo(page, 'Kept Kavita');
  await keeps(pc, 1);
  await other.getByRole('button', { name: 'Logout', exact: true }).click();
  await other.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await other.close();

  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const again = dialog(page, 'Kept Kavita');
  await expect(text(page)).toHaveValue(WRITTEN);
  await expect(again).toContainText(
    'This is what you had typed before the application stopped. Open it, or discard it.',
  );
  expect(await seriousOn(page, 'wcag')).toEqual([]);
  await takePicture(page, 'message-restored');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await again.getByRole('button', { name: 'Open in WhatsApp' }).click();
  await expect(page.getByText('WhatsApp logged')).toBeVisible();
  await keeps(pc, 0);
  await expect
    .poll(() => rest.list(`/api/activities?candidate=${_id}`))
    .toMatchObject([{ kind: 'WhatsApp', note: WRITTEN }]);
});

test('of a message in a run what was written comes back after the desk was killed; put away, it stays away', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (const [at, name] of ['Runkept Asha', 'Runkept Bina'].entries())
    await rest.create('/api/interns', { Name: name, mobile: `98200 4400${at}` });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByLabel('Search inquiries').fill('Runkept');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(2)');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Message these' }).click();
  const run = dialog(page, '2 inquiries');
  await run.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'First message after an inquiry' }).click();
  await run.getByRole('button', { name: 'Start with 2 inquiries' }).click();
  await expect(run.getByText('1 of 2')).toBeVisible();
  // Who is passed over leaves nothing behind.
  await text(page).fill(WRITTEN);
  await keeps(pc, 1);
  await run.getByRole('button', { name: 'Skip' }).click();
  await keeps(pc, 0);
  await expect(run.getByText('2 of 2')).toBeVisible();
  const second = await run.getByText(/^Runkept (Asha|Bina)$/).textContent();
  await text(page).fill(WRITTEN);
  await keeps(pc, 1);

  await pc.restart();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const again = dialog(page, second ?? '');
  await expect(text(page)).toHaveValue(WRITTEN);
  await again.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(again).toBeHidden();
  await keeps(pc, 0);
});
