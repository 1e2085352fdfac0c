import type { Locator, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { connectLoopback } from '../product/loopback-client.ts';
import { choose, fillSignIn, openScreen, rowWith, signIn } from '../product/page-actions.ts';
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

test('what was written in both channels comes back, to the number that was chosen; of who is deleted it can be copied', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { _id } = await rest.create('/api/students', {
    fullName: 'Both Bhavna',
    mobile: '98200 55111 / 98200 55222',
    email: 'both.bhavna@example.com',
  });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await writeTo(page, 'Both Bhavna');
  const message = dialog(page, 'Both Bhavna');
  await message.getByText('Email', { exact: true }).click();
  await text(page).fill('A short mail.');
  await message.getByText('WhatsApp', { exact: true }).click();
  await expect(text(page)).toHaveValue(WRITTEN);
  await choose(page, message, 'To', '98200 55222');
  await text(page).fill(`${WRITTEN} `);
  await text(page).fill(WRITTEN);
  await keeps(pc, 1);
  await pc.restart();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await expect(text(page)).toHaveValue(WRITTEN);
  await expect(message.getByRole('combobox', { name: 'To' })).toHaveValue('98200 55222');
  await message.getByText('Email', { exact: true }).click();
  await expect(text(page)).toHaveValue('A short mail.');
  await message.getByText('WhatsApp', { exact: true }).click();

  const admin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await admin.remove(`/api/students/${_id}`);
  await expect(message.getByRole('alert')).toContainText('Somebody may have deleted Both Bhavna.');
  await expect(message.getByRole('textbox', { name: 'What you wrote' })).toHaveValue(WRITTEN);
  await takePicture(page, 'message-person-gone');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await message.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(WRITTEN);
});

test('what was written and taken back is neither kept nor asked about', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', {
    fullName: 'Emptied Esha',
    mobile: '98200 66111',
    email: 'emptied.esha@example.com',
  });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await writeTo(page, 'Emptied Esha');
  await keeps(pc, 1);
  await text(page).fill('');
  await keeps(pc, 0);
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Emptied Esha')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('of two messages the newer comes back, and the list of the others stands above it', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (const [at, fullName] of ['Twice Tara', 'Twice Uma'].entries())
    await rest.create('/api/students', {
      fullName,
      mobile: `98200 7711${at}`,
      email: `twice.${at}@example.com`,
    });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await writeTo(other, 'Twice Tara');
  await keeps(pc, 1);
  await writeTo(page, 'Twice Uma');
  await keeps(pc, 2);
  await other.close();
  await pc.restart();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  await expect(text(page)).toHaveValue(WRITTEN);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Unsaved forms' });
  await takePicture(page, 'unsaved-above-message');
  // Hit where it is seen.
  await list.getByRole('button', { name: 'Continue Message: Twice Tara' }).click();
  await expect(page.getByText('What you are writing is still open.')).toBeVisible();
  await expect(list).toHaveCount(0);
  await expect(dialog(page, 'Twice Uma')).toBeVisible();
  await keeps(pc, 2);
});

test('while a message is open no dialog opens behind it, and what is written stays', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await rest.create('/api/students', {
    fullName: 'Over Ojas',
    mobile: '98200 88111',
    email: 'over.ojas@example.com',
  });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await writeTo(page, 'Over Ojas');
  const said = page.getByText('What you are writing is still open.');
  for (const command of ['My details', 'Keyboard shortcuts', 'Hand over']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(command);
    await expect(page.getByRole('option', { name: command }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(said).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.getByRole('button', { name: 'Close message' }).last().click();
    await expect(said).toHaveCount(0);
  }
  await expect(text(page)).toHaveValue(WRITTEN);
});
