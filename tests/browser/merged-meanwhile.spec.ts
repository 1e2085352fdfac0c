import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient, type RestClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

/** Forms and fields that are open while another desk merges their record away. */

const MOBILE = '97654 32101';

/** Two that another desk is about to merge. @returns the one that stays. */
async function addPair(rest: RestClient): Promise<{ _id: string }> {
  const person = (fullName: string, city: string, email: string): Promise<{ _id: string }> =>
    rest.create('/api/students', { fullName, city, email, mobile: MOBILE, trainer: 'Meera' });
  const stays = await person('Asha Merge', 'Pune', 'asha.merge@mail.test');
  await person('A. Merge', 'Mumbai', 'a.merge@mail.test');
  return stays;
}

async function mergeOn(page: Page): Promise<void> {
  await openScreen(page, 'Duplicates');
  await page
    .getByRole('region', { name: `Phone +91 ${MOBILE}` })
    .getByRole('button', { name: 'Compare and merge 2 candidates' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 candidates' });
  await dialog.getByRole('radio', { name: 'Full Name: Asha Merge' }).check();
  await dialog.getByRole('radio', { name: 'City: Pune' }).check();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a form that somebody types in while its person is merged away goes on with the one that stays', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const stays = await addPair(rest);
  const [{ page: other }, { page }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(other, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('a.merge@mail.test');
  await page.getByRole('button', { name: 'Edit A. Merge' }).first().click();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('City', { exact: true }).fill('Nagpur');
  await form.getByLabel('Remarks', { exact: true }).fill('Wants to start in May');

  await mergeOn(other);
  await expect(
    form.getByText('A. Merge was merged into Asha Merge. What you typed is still here.'),
  ).toBeVisible();
  await expect(form.getByRole('button', { name: 'Restore the candidate' })).toBeHidden();
  await form.getByRole('button', { name: 'Open Asha Merge' }).click();
  await expect(form.getByText('A. Merge was merged into Asha Merge, which is shown here.')).toBeVisible();
  await expect(form.getByLabel('Full Name', { exact: true })).toHaveValue('Asha Merge');
  await expect(form.getByLabel('City', { exact: true })).toHaveValue('Nagpur');
  await expect(
    form.getByText('What you wrote in City is kept and will replace the other when you save.'),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect
    .poll(() => rest.list('/api/students?search=9765432101'))
    .toMatchObject([
      { _id: stays._id, fullName: 'Asha Merge', city: 'Nagpur', remarks: 'Wants to start in May' },
    ]);
});

test('a message that is written to somebody who is merged away meanwhile says as whom they are there now', async ({
  openPc,
  server,
}) => {
  await addPair(await restClient(server.origin, DEMO_ACCOUNTS.Admin));
  const [{ page: other }, { page }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(other, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('a.merge@mail.test');
  await expect(rowWith(page, 'A. Merge')).toHaveCount(1);
  await page.getByLabel('Search candidates').press('Enter');
  await expect(rowWith(page, 'A. Merge').locator('[role="gridcell"]:focus')).toHaveCount(1);
  await page.keyboard.press('m');
  const message = page.getByRole('dialog', { name: 'Message A. Merge' });
  await message.getByRole('textbox', { name: 'Message', exact: true }).fill('Come on Monday.');
  await mergeOn(other);
  await expect(message.getByRole('alert')).toContainText(
    'A. Merge was merged into Asha Merge. Write to Asha Merge instead.',
  );
  await expect(message.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('Come on Monday.');
});

test('a field that is typed in beside the list says as whom its person is there now', async ({
  openPc,
  server,
}) => {
  await addPair(await restClient(server.origin, DEMO_ACCOUNTS.Admin));
  const [{ page: other }, { page }] = await Promise.all([openPc(), openPc({ width: 1600 })]);
  await Promise.all([signIn(other, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('a.merge@mail.test');
  await page.getByRole('gridcell').getByRole('button', { name: 'A. Merge', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Candidate A. Merge' });
  await panel.getByRole('button', { name: /^Edit Remarks/ }).click();
  const remarks = panel.getByRole('textbox', { name: 'Remarks' });
  await remarks.fill('Half of a sentence');

  await mergeOn(other);
  const said = 'A. Merge was merged into Asha Merge.';
  await expect(panel.getByText(`${said} What you typed is still here.`)).toBeVisible();
  await expect(panel.getByRole('status').getByText(said)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Restore the candidate' })).toBeHidden();
  await panel.getByRole('button', { name: 'Open Asha Merge' }).last().click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view.getByText('Pune', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(remarks).toHaveValue('Half of a sentence');
});

test('in a small window nobody is led away from the field that they type in, and it is given back when they go', async ({
  openPc,
  server,
}) => {
  await addPair(await restClient(server.origin, DEMO_ACCOUNTS.Admin));
  const [{ page: other }, { page }] = await Promise.all([openPc(), openPc({ width: 1093 })]);
  await Promise.all([signIn(other, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('a.merge@mail.test');
  await page.getByRole('gridcell').getByRole('button', { name: 'A. Merge', exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await view.getByRole('button', { name: /^Edit Remarks/ }).click();
  const remarks = view.getByRole('textbox', { name: 'Remarks' });
  await remarks.fill('Half of a sentence');

  await mergeOn(other);
  await expect(
    view.getByText('A. Merge was merged into Asha Merge. What you typed is still here.'),
  ).toBeVisible();
  await expect(remarks).toHaveValue('Half of a sentence');
  await view.getByRole('button', { name: 'Open Asha Merge' }).last().click();
  await expect(page.getByText('Remarks was not saved: A. Merge was merged into Asha Merge.')).toBeVisible();
  await expect(page.getByText('You wrote: Half of a sentence')).toBeVisible();
  await page.getByRole('dialog', { name: 'Error' }).getByRole('button').first().click();
  await expect(view.getByText('A. Merge was merged into Asha Merge, which is shown here.')).toBeVisible();
});
