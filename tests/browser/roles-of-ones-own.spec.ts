import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const OPENS = 'Opens the dashboard only: it is not one of the built-in roles.';

test('a role is given on the employee form and shown in the table; one of their own is told what it opens', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Role');
  await page.getByRole('button', { name: 'Add Role' }).click();
  const role = page.getByRole('dialog', { name: 'Add Role' });
  await expect(role.getByText(/A role of your own making opens the dashboard only/)).toBeVisible();
  await role.getByLabel('Role Name').fill('Trainer');
  await role.getByRole('button', { name: 'Save' }).click();
  await expect(rowWith(page, 'Trainer')).toContainText(OPENS);
  await expect(rowWith(page, 'Student')).not.toContainText(OPENS);

  // The role goes with the new employee, as an assignment of its own.
  await openScreen(page, 'Add Employee');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const add = page.getByRole('dialog', { name: 'Add Employee' });
  await add.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await add.getByLabel('Email').fill('meera.iyer@demo.test');
  await add.getByLabel('Password', { exact: true }).fill('Kettle marble 96');
  await add.getByRole('combobox', { name: 'Role' }).fill('trai');
  await page.keyboard.press('Enter');
  await expect(add.getByText(OPENS)).toBeVisible();
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(rowWith(page, 'Meera Iyer').getByRole('gridcell', { name: 'Trainer' })).toBeVisible();
  const trainer = (await openPc()).page;
  await signIn(trainer, 'meera.iyer@demo.test', 'Kettle marble 96');
  await expect(trainer.getByText('The dashboard is in Progress.')).toBeVisible();
  await expect(trainer.getByText(/Your role "Trainer" opens the dashboard only\./)).toBeVisible();

  // Changed with the email: the assignment moves with it.
  await page.getByRole('button', { name: 'Edit Meera Iyer' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Employee' });
  await expect(edit.getByRole('combobox', { name: 'Role' })).toHaveValue('Trainer');
  await edit.getByLabel('Email').fill('meera@demo.test');
  await choose(page, edit, 'Role', 'HR');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(rowWith(page, 'Meera Iyer').getByRole('gridcell', { name: 'HR', exact: true })).toBeVisible();
  const assigned = async (): Promise<unknown> =>
    (await rest.list('/api/assignroles?search=meera')).map(({ userEmail, roleName }) => [
      userEmail,
      roleName,
    ]);
  await expect.poll(assigned).toEqual([['meera@demo.test', 'HR']]);

  // Taking it away is asked about.
  await page.getByRole('button', { name: 'Edit Meera Iyer' }).click();
  await edit.getByRole('combobox', { name: 'Role' }).fill('');
  await edit.getByRole('button', { name: 'Update' }).click();
  const question = page.getByRole('dialog', { name: 'Take the role of meera@demo.test away?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(assigned).toEqual([]);
});

test('a company is suggested from the HR records, and any other may be written', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  await rest.create('/api/hrs', { hrName: 'Neha', companyName: 'Zebra Works' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
  const company = edit.getByLabel('Company', { exact: true });
  await company.fill('zeb');
  await page.getByRole('option', { name: 'Zebra Works' }).click();
  await expect(company).toHaveValue('Zebra Works');
  await company.fill('A firm of its own');
  await edit.getByRole('button', { name: 'Update Employee' }).click();
  await expect(page.getByText('Candidate updated successfully.')).toBeVisible();
});

test('inquiries show their lead statuses in colours, and the view shows lead status and next call', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  const badges = page.locator('[col-id="leadStatus"] [data-tone]');
  await expect(badges.first()).toBeVisible();
  await expect(page.locator('[col-id="leadStatus"] [data-tone="neutral"]')).toHaveCount(0);
  const tones = await badges.evaluateAll((all) =>
    all.map((badge) => [badge.textContent, badge.getAttribute('data-tone')].join(': ')),
  );
  const different = new Set(tones);
  expect(new Set([...different].map((tone) => tone.split(': ')[0])).size).toBe(different.size);
  expect(new Set([...different].map((tone) => tone.split(': ')[1])).size).toBe(different.size);
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const view = page.getByRole('dialog', { name: 'View Inquiry' });
  for (const label of [
    'Mobile',
    'Internship',
    'Interview',
    'Status Type',
    'Notes',
    'Lead Status',
    'Next Call',
  ]) {
    await expect(view.getByRole('group', { name: label, exact: true })).toBeVisible();
  }
});
