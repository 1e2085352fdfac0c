import { EACH_WIDTH, takePictures } from '../product/pictures.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { fillSignIn, openScreen, signIn, signOut } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

const NEW_PASSWORD = 'Blue-Lantern-47';

test('section 2.4: a student reads the own training, fees and interviews, as they change and offline too', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const office = (await openPc()).page;
  await signIn(office, DEMO_ACCOUNTS.Admin);
  await signIn(page, DEMO_ACCOUNTS.Student);
  await expect(page.getByText('You can view your own details from your profile.')).toBeVisible();
  await page.getByRole('button', { name: 'View my details' }).click();
  const details = page.getByRole('dialog', { name: 'My details' });
  const training = details.getByRole('region', { name: 'Training' });
  const fees = details.getByRole('region', { name: 'Fees' });
  for (const label of ['Tech', 'Trainer', 'Training Status', 'Batch Time', 'Start Date'])
    await expect(training.getByRole('group', { name: label, exact: true })).toBeVisible();
  await expect(fees.getByRole('group', { name: 'Fee', exact: true })).toContainText('₹');
  await expect(fees.getByRole('group', { name: 'Payment Status' })).toContainText(/Paid/);
  const interview = details.getByRole('region', { name: 'Interview' });
  for (const label of ['Interview Status', 'Interview Date & Time', 'Interviewer'])
    await expect(interview.getByRole('group', { name: label, exact: true })).toBeVisible();
  await expect(details).not.toContainText(/Salary|DOJ|DOL|MeetingLink|Counselor|Notes|Discussion|Remarks/);
  await expect(details.getByRole('textbox')).toHaveCount(0);
  await takePictures(page, 'student', EACH_WIDTH);

  await openScreen(office, 'Candidate');
  await office.getByLabel('Search candidates').fill('student@demo.test');
  await office.getByRole('button', { name: 'Edit Riya Thomas' }).click();
  const form = office.getByRole('dialog', { name: 'Edit Candidate' });
  await form.getByLabel('Trainer', { exact: true }).fill('Gayatri Deshmukh');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await expect(training).toContainText('Gayatri Deshmukh');

  await page.keyboard.press('Escape');
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'View my details' }).click();
  await expect(training).toContainText('Gayatri Deshmukh');
  await expect(fees).toContainText('₹');
  await server.start();
});

test('a student changes the own password, from My details', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Student);
  await page.getByRole('button', { name: 'View my details' }).click();
  const details = page.getByRole('dialog', { name: 'My details' });
  await details.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByLabel('Present password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await dialog
    .getByLabel(/repeat/i)
    .first()
    .fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await signOut(page);
  await fillSignIn(page, DEMO_ACCOUNTS.Student, DEMO_PASSWORD);
  await expect(page.getByRole('alert').filter({ hasText: /wrong/i })).toBeVisible();
  await fillSignIn(page, DEMO_ACCOUNTS.Student, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
