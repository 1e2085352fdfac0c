import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, deleteAndUndo, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

test('sections 2.22, 8: lead statuses are added, found, viewed, renamed and deleted, once their inquiries have another one', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const hr = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await signIn(hr.page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Add Lead Status');
  await openScreen(hr.page, 'Inquiry');
  await expect(page.getByRole('heading', { name: 'Lead Status', level: 1 })).toContainText('(12)');
  for (const heading of ['Sr No', 'Lead Status', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Add Lead Status' }).click();
  const form = page.getByRole('dialog', { name: 'Add Lead Status' });
  const save = form.getByRole('button', { name: 'Save' });
  await form.getByRole('textbox', { name: 'Lead Status' }).fill('   ');
  await expect(save).toBeDisabled();
  await expect(form.getByText('Write a name to save.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await form.getByRole('textbox', { name: 'Lead Status' }).fill('Fresh Lead');
  await expect(save).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lead status has been added.')).toBeVisible();
  await expect(rowWith(page, 'Fresh Lead')).toBeVisible();

  await page.getByRole('button', { name: 'View Fresh Lead' }).click();
  const view = page.getByRole('dialog', { name: 'View Lead Status' });
  await expect(view.getByRole('group', { name: 'ID', exact: true })).toContainText(/[0-9a-f-]{36}/);
  await expect(view.getByRole('group', { name: 'Status', exact: true })).toContainText('Fresh Lead');
  await expect(view.getByRole('group', { name: 'Created At' })).toContainText(
    /^Created At\d\d \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m$/,
  );
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  await page.getByRole('button', { name: 'Edit Fresh Lead' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Lead Status' });
  await edit.getByRole('textbox', { name: 'Lead Status' }).fill('');
  await expect(edit.getByRole('button', { name: 'Update' })).toBeDisabled();
  await edit.getByRole('textbox', { name: 'Lead Status' }).fill('Warm Lead');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Lead status updated successfully.')).toBeVisible();

  await page.getByLabel('Search lead statuses').fill('nothing like this');
  await expect(page.getByText('No lead statuses found')).toBeVisible();
  await page.getByLabel('Search lead statuses').fill('WARM');
  await expect(page.getByRole('heading', { name: 'Lead Status', level: 1 })).toContainText('(1)');
  await deleteAndUndo(page, 'Warm Lead', {
    title: 'Delete "Warm Lead"?',
    message: 'This cannot be undone.',
    done: 'Deleted',
  });

  // An inquiry of another desk gets it: from now on it is in use.
  await hr.page.getByRole('button', { name: 'Add Inquiry' }).click();
  const inquiry = hr.page.getByRole('dialog', { name: 'Add Inquiry' });
  await inquiry.getByLabel('Name').fill('Uses It');
  await choose(hr.page, inquiry, 'Lead Status', 'Warm Lead');
  await inquiry.getByRole('button', { name: 'Save Inquiry' }).click();
  await expect(rowWith(hr.page, 'Uses It')).toContainText('Warm Lead');
  await expect(hr.page.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  await openScreen(page, 'Inquiry');
  await expect(rowWith(page, 'Uses It')).toBeVisible();
  await openScreen(page, 'Add Lead Status');
  await page.getByRole('button', { name: 'Delete Warm Lead' }).click();
  const replace = page.getByRole('dialog', { name: 'Delete "Warm Lead"?' });
  await expect(replace).toContainText('1 inquiry has this lead status. Choose what it gets instead.');
  await expect(replace.getByRole('button', { name: 'Move and delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(replace).toBeHidden();
  await expect(rowWith(page, 'Warm Lead')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Warm Lead' }).click();
  await choose(page, replace, 'Lead status of these inquiries', 'Interested');
  await replace.getByRole('button', { name: 'Move and delete' }).click();
  await expect(page.getByText('1 inquiry now has "Interested".')).toBeVisible();
  await expect(rowWith(page, 'Warm Lead')).toHaveCount(0);
  await expect(rowWith(hr.page, 'Uses It')).toContainText('Interested');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Warm Lead')).toBeVisible();
  await expect(rowWith(hr.page, 'Uses It')).toContainText('Warm Lead');

  // A name that differs by case alone is there already.
  await page.getByRole('button', { name: 'Add Lead Status' }).click();
  await form.getByRole('textbox', { name: 'Lead Status' }).fill('warm LEAD');
  await save.click();
  await expect(form.getByText('There is already a lead status "warm LEAD"')).toBeVisible();
});

test('section 2.18: contact inquiries are found, viewed, noted and deleted; the empty list says what fills it', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const asAdmin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await asAdmin.create('/api/contacts', {
    name: 'Web Visitor',
    email: 'web.visitor@example.com',
    mobile: '98765 00000',
    message: 'Do you teach\nRust?',
  });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Contacts Inquiry');
  await expect(page.getByRole('heading', { name: 'Contacts Inquiry' })).toContainText('(49)');
  for (const heading of ['Name', 'Email', 'Mobile', 'Message', 'Notes', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await page.getByLabel('Search contacts').fill('rust');
  await page.getByRole('button', { name: 'View Web Visitor' }).click();
  const view = page.getByRole('dialog', { name: 'View Contact' });
  await expect(view.getByRole('group', { name: 'Message' })).toContainText('Do you teach\nRust?');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await page.getByRole('button', { name: 'Edit Web Visitor' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Contact' });
  await edit.getByLabel('Notes').fill('Called, moved to inquiries');
  await edit.getByLabel('Mobile').fill('98765 00001');
  await edit.getByRole('button', { name: 'Update Contact' }).click();
  await expect(page.getByText('Contact updated successfully.')).toBeVisible();
  await expect(rowWith(page, 'Web Visitor')).toContainText('Called, moved to inquiries');
  await deleteAndUndo(page, 'Web Visitor', {
    title: 'Are you sure?',
    message: 'This will permanently delete the contact.',
    done: 'Contact has been deleted.',
  });

  const left = await asAdmin.list('/api/contacts');
  await Promise.all(left.map(({ _id }) => asAdmin.remove(`/api/contacts/${_id}`)));
  await openScreen(page, 'Inquiry');
  await openScreen(page, 'Contacts Inquiry');
  await expect(page.getByText('No contact inquiries found')).toBeVisible();
  await expect(page.getByText('PUBLIC_CONTACT=on')).toBeVisible();
  await expect(page.getByText('POST /api/contacts')).toBeVisible();
});
