import type { Locator, Page } from '@playwright/test';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const MOBILE = '97654 32101';

async function fillNew(page: Page, values: Readonly<Record<string, string>>): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  return form;
}

async function add(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const form = await fillNew(page, values);
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
}

const synced = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();

const asha = { 'Full Name': 'Asha Merge', Mobile: MOBILE, Email: 'asha.merge@mail.test', City: 'Pune' };
const again = {
  'Full Name': 'A. Merge',
  Mobile: `+91 ${MOBILE}`,
  Email: 'a.merge@mail.test',
  Trainer: 'Meera',
};

test('offline, the form says who has the number already and opens that record; saving is not refused', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await add(page, asha);
  await synced(page);
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  const form = await fillNew(page, { 'Full Name': 'A. Merge', Mobile: '0 97654-3210' });
  await expect(form.getByText(/has this already/)).toBeHidden();
  await form.getByLabel('Mobile', { exact: true }).fill('0 97654-32101');
  await expect(form.getByText(/^Asha Merge has this already \(Mobile, added /)).toBeVisible();
  await form.getByLabel('Email', { exact: true }).fill('ASHA.merge@mail.test');
  await expect(form.getByText(/^Asha Merge has this already \(Email, added /)).toBeVisible();
  await takePicture(page, 'duplicates-warning-light');
  await form.getByRole('button', { name: 'Open Asha Merge' }).first().click();
  const view = page.getByRole('dialog', { name: 'View Candidate' });
  await expect(view.getByText('Pune', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(form.getByLabel('Full Name', { exact: true })).toHaveValue('A. Merge');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();

  // An inquiry with the number of a candidate: whose it is is said there too.
  await openScreen(page, 'Inquiry');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  const inquiry = page.getByRole('dialog', { name: 'Add Inquiry' });
  await inquiry.getByLabel('Mobile', { exact: true }).fill(MOBILE);
  await expect(inquiry.getByText(/^Asha Merge has this already \(Candidate, Mobile, added /)).toBeVisible();
});

test('duplicates are grouped, merged and undone; another desk follows, and an old link leads on', async ({
  openPc,
  server,
}) => {
  const [{ page }, { page: other }] = await Promise.all([
    openPc(),
    openPc({ colorScheme: 'dark', width: 1093 }),
  ]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.Admin), signIn(other, DEMO_ACCOUNTS['Super Admin'])]);
  await openScreen(page, 'Candidate');
  await add(page, asha);
  await add(page, again);
  await synced(page);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const [merged] = await rest.list('/api/students?search=a.merge@mail.test&sort=-createdAt');

  await openScreen(page, 'Duplicates');
  const group = page.getByRole('region', { name: 'Phone +91 97654 32101' });
  await expect(group.getByRole('row')).toHaveCount(3);
  await takePicture(page, 'duplicates-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'duplicates-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await group.getByRole('button', { name: 'Compare and merge 2 candidates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 2 candidates' });
  await expect(dialog.getByRole('radio', { name: 'City: Pune' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Trainer: Meera' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Full Name: A. Merge' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Full Name: Asha Merge' }).check();
  await dialog.getByRole('radio', { name: 'Email: asha.merge@mail.test' }).check();
  await takePicture(page, 'duplicates-merge-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'duplicates-merge-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(group).toBeHidden();
  await synced(page);

  await openScreen(other, 'Candidate');
  await other.getByLabel('Search candidates').fill('merge@mail.test');
  await expect(rowWith(other, 'Asha Merge')).toBeVisible();
  await expect(rowWith(other, 'A. Merge')).toBeHidden();
  await other.goto(`/candidate?record=${merged?._id ?? ''}`);
  const view = other.getByRole('dialog', { name: 'View Candidate' });
  await expect(view.getByText('A. Merge was merged into Asha Merge, which is shown here.')).toBeVisible();
  await view.getByRole('tab', { name: 'Details' }).click();
  await expect(view.getByText('Meera', { exact: true })).toBeVisible();
  await takePicture(other, 'duplicates-led-dark-1093');
  // What happened to the one that is gone is told with the other.
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(view.getByText('Of “A. Merge”, which was merged into this one').first()).toBeVisible();
  await takePicture(other, 'duplicates-timeline-dark-1093');
  await other.keyboard.press('Escape');
  await expect(view).toBeHidden();

  await page.locator('#content').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone Merged A. Merge into Asha Merge')).toBeVisible();
  await expect(group.getByRole('row')).toHaveCount(3);
  await openScreen(other, 'Candidate');
  await other.getByLabel('Search candidates').fill('merge@mail.test');
  await expect(rowWith(other, 'A. Merge')).toBeVisible();

  // What somebody says on one desk is remembered on the other.
  await group.getByRole('button', { name: 'Not duplicates' }).click();
  await expect(group).toBeHidden();
  await synced(page);
  await openScreen(other, 'Duplicates');
  await expect(other.getByText(/records looked at/)).toBeVisible();
  await expect(other.getByRole('region', { name: 'Phone +91 97654 32101' })).toBeHidden();
  await takePicture(other, 'duplicates-dark-1093');
});

test('what others change or delete while people are compared is said, and what was chosen is not lost', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const person = (fullName: string, city: string): Promise<{ _id: string }> =>
    rest.create('/api/students', {
      fullName,
      city,
      mobile: '9765432101',
      email: `${city.toLowerCase()}@mail.test`,
      trainer: 'Meera',
    });
  const asha = await person('Asha Merge', 'Pune');
  await person('A. Merge', 'Mumbai');
  const third = await person('Asha M.', 'Nagpur');
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Duplicates');
  await page
    .getByRole('region', { name: 'Phone +91 97654 32101' })
    .getByRole('button', { name: 'Compare and merge 3 candidates' })
    .click();
  const dialog = page.getByRole('dialog', { name: /Merge \d candidates/ });
  await dialog.getByRole('radio', { name: 'City: Mumbai' }).check();
  await dialog.getByRole('radio', { name: 'Email: nagpur@mail.test' }).check();
  await rest.change(`/api/students/${asha._id}`, { city: 'Delhi', trainer: 'Ravi', fullName: 'Asha Rao' });
  await expect(
    dialog.getByText(
      'Asha Rao was changed meanwhile: Full Name, City and Trainer. Look at it before you merge.',
    ),
  ).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'City: Mumbai' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Full Name: Asha M.' })).toBeChecked();
  expect(await rest.remove(`/api/students/${third._id}`)).toBe(200);
  await expect(dialog.getByText('One of them is no longer there')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Email: mumbai@mail.test' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await synced(page);
  await expect
    .poll(async () => rest.list('/api/students?search=9765432101'))
    .toMatchObject([{ _id: asha._id, city: 'Mumbai', email: 'mumbai@mail.test' }]);
});
