import type { Locator, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { faultsOn } from '../product/faults.ts';
import { fillSignIn, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

const NEW_PASSWORD = 'Blue-Lantern-47';
const OTHER_PASSWORD = 'Quiet-Harbour-63';

/** Presses the button, of which lists may have more while a dialog is open, and gives the dialog that it opens. */
async function press(page: Page, button: string, dialog: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const opened = page.getByRole('dialog', { name: dialog });
  await expect(opened).toBeVisible();
  return opened;
}

async function confirmDeletion(page: Page, question: string): Promise<void> {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Delete' }).click();
}

async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Picks the only choice that a search finds. */
async function pick(page: Page, field: Locator, search: string, choice: RegExp): Promise<void> {
  await field.fill(search);
  await page.getByRole('option', { name: choice }).click();
}

/** The sidebar's entry that bears the user's name. */
async function openAccount(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: /^Account, / }).click();
}

test('section 2.13: roles are checked, renamed and restored; a built-in one stays, and one in use too', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const other = (await openPc()).page;
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await signIn(other, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Role');
  await openScreen(other, 'Add Role');
  await expect(page.getByRole('heading', { name: 'Role Management' })).toContainText('5');
  for (const heading of ['Sr No', 'Role Name', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  }
  for (const [action, done] of [
    ['Edit', 'renamed'],
    ['Delete', 'deleted'],
  ]) {
    const button = page.getByRole('button', { name: `${action} HR`, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAttribute('title', `HR is a built-in role and cannot be ${done}.`);
  }
  const builtIn = await press(page, 'View HR', 'View Role');
  await expect(builtIn.getByRole('region', { name: 'Assigned to' })).toContainText('Sandeep Yadav');
  await expect(builtIn.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await closeByEscape(page, builtIn);

  const add = await press(page, 'Add Role', 'Add Role');
  const save = add.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await expect(add.getByText('Type a name: a role cannot be without one.')).toBeVisible();
  await add.getByLabel('Role Name').fill('   ');
  await expect(save).toBeDisabled();
  await add.getByLabel('Role Name').fill('hr');
  await save.click();
  await expect(add.getByText('There is already a role with the role name "hr"')).toBeVisible();
  await add.getByLabel('Role Name').fill('Mentor');
  // A small dialog is done with Enter.
  await page.keyboard.press('Enter');
  await expect(page.getByText('New role has been added.')).toBeVisible();
  await expect(rowWith(page, 'Mentor')).toBeVisible();
  await other.getByRole('button', { name: '1 new' }).click();

  const edit = await press(page, 'Edit Mentor', 'Edit Role');
  await edit.getByLabel('Role Name').fill('Coach');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Role updated successfully.')).toBeVisible();
  await expect(rowWith(other, 'Coach')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Coach' }).click();
  await confirmDeletion(page, 'Delete "Coach"?');
  await expect(page.getByText('Role has been deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Coach')).toBeVisible();
  await expect(rowWith(other, 'Coach')).toBeVisible();

  await openScreen(other, 'Assign Roles');
  const change = await press(other, 'Edit tanvi.parmar@demo.test', 'Edit Role Assignment');
  await pick(other, change.getByRole('combobox', { name: 'Role' }), 'coach', /Coach/);
  await change.getByRole('button', { name: 'Update' }).click();
  await expect(change).toBeHidden();
  await expect(rowWith(other, 'tanvi.parmar@demo.test')).toContainText('Coach');
  await expect(other.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Coach' })).toHaveAttribute(
    'title',
    'Tanvi Parmar has the role Coach. Assign another role first.',
  );
});

test('section 2.14: a role is assigned, changed, taken away and given back; one role for a user, and a last Super Admin', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Assign Roles');
  const heading = page.getByRole('heading', { name: 'Assign Role Management' });
  await expect(heading).toContainText('16');
  for (const column of ['User Name', 'User Email', 'Role Name']) {
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
  }

  const remove = page.getByRole('button', { name: 'Delete tanvi.parmar@demo.test' });
  await remove.click();
  await confirmDeletion(page, 'Take the role of tanvi.parmar@demo.test away?');
  await expect(page.getByText('Role assignment has been deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heading).toContainText('16');
  await remove.click();
  await confirmDeletion(page, 'Take the role of tanvi.parmar@demo.test away?');
  await expect(heading).toContainText('15');

  const assign = await press(page, 'Assign Role', 'Assign Role');
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(assign.getByText('User and Role are required')).toBeVisible();
  await expect(assign.getByLabel('Role')).toHaveAttribute('aria-invalid', 'true');
  const user = assign.getByRole('combobox', { name: 'User' });
  await user.fill('divya');
  const taken = page.getByRole('option', { name: /Divya Hegde/ });
  await expect(taken).toContainText('has the role Employee already');
  await expect(taken).toHaveAttribute('data-combobox-disabled', 'true');
  await pick(page, user, 'parmar@demo', /Tanvi Parmar/);
  await expect(user).toHaveValue('Tanvi Parmar (tanvi.parmar@demo.test)');
  await pick(page, assign.getByRole('combobox', { name: 'Role' }), 'hr', /HR/);
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('The role has been assigned.')).toBeVisible();
  await expect(rowWith(page, 'tanvi.parmar@demo.test')).toContainText('HR');

  await page.getByLabel('Search name, email or role').fill('parmar');
  await expect(heading).toContainText('(1)');
  const change = await press(page, 'Edit tanvi.parmar@demo.test', 'Edit Role Assignment');
  await pick(page, change.getByRole('combobox', { name: 'Role' }), 'student', /Student/);
  await change.getByRole('button', { name: 'Update' }).click();
  await expect(rowWith(page, 'tanvi.parmar@demo.test')).toContainText('Student');

  await page.getByLabel('Search name, email or role').fill('superadmin');
  await page.getByRole('button', { name: 'Delete superadmin@demo.test' }).click();
  await confirmDeletion(page, 'Take the role of superadmin@demo.test away?');
  const refusal = page.getByRole('dialog', { name: 'Error' });
  await expect(refusal).toContainText('Something went wrong.');
  await expect(refusal).toContainText('Vikram Deshpande is the last active Super Admin.');
  // However often it is tried, the answer stays the same.
  await expect(refusal.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('section 2.15: employees are added, deactivated, deleted and restored, but not the last Super Admin', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Employee');
  const heading = page.getByRole('heading', { name: 'Employee Management' });
  await expect(heading).toContainText('16');
  for (const column of ['Name', 'Email', 'Mobile', 'MeetingLink', 'Role', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  }
  await expect(rowWith(page, 'Manoj Pillai')).toContainText('Inactive');

  const add = await press(page, 'Add Employee', 'Add Employee');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByText('Name and Email are required')).toBeVisible();
  await expect(add.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(add.getByLabel('Password')).toHaveAttribute('type', 'password');
  await add.getByLabel('Name').fill('Meera Iyer');
  await add.getByLabel('Email').fill('meera.iyer@demo.test');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New employee has been added.')).toBeVisible();
  await page.getByLabel('Search by name or email').fill('meera.iyer@');
  await expect(heading).toContainText('(1)');

  const edit = await press(page, 'Edit Meera Iyer', 'Edit Employee');
  await expect(edit.getByLabel('Password', { exact: true })).toHaveCount(0);
  await edit.getByLabel('Mobile').fill('+91 98200 55555');
  await edit.getByLabel('Is Active').uncheck();
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Employee updated successfully.')).toBeVisible();
  await expect(rowWith(page, 'Meera Iyer')).toContainText('Inactive');
  await expect(rowWith(page, 'Meera Iyer')).toContainText('+91 98200 55555');

  await page.getByRole('button', { name: 'Delete Meera Iyer' }).click();
  await confirmDeletion(page, 'Delete "Meera Iyer"?');
  await expect(page.getByText('Employee has been deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowWith(page, 'Meera Iyer')).toBeVisible();

  await page.getByLabel('Search by name or email').fill('superadmin');
  await page.getByRole('button', { name: 'Delete Vikram Deshpande' }).click();
  await confirmDeletion(page, 'Delete "Vikram Deshpande"?');
  const refusal = page.getByRole('dialog', { name: 'Error' });
  await expect(refusal).toContainText('Vikram Deshpande is the last active Super Admin.');
  await expect(refusal.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await refusal.getByRole('button', { name: 'OK' }).click();

  // Deactivating fails the same way each time it is pressed, and says so each time.
  const deactivate = await press(page, 'Edit Vikram Deshpande', 'Edit Employee');
  await deactivate.getByLabel('Is Active').uncheck();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await deactivate.getByRole('button', { name: 'Update' }).click();
    await expect(refusal).toContainText('Vikram Deshpande is the last active Super Admin.');
    await expect(refusal.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(refusal).toBeHidden();
  }
});

test('section 2.15: a password is given with a new employee, shown, set anew and asked for online only', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Employee');
  const add = await press(page, 'Add Employee', 'Add Employee');
  await add.getByLabel('Name').fill('Meera Iyer');
  await add.getByLabel('Email').fill('meera.iyer@demo.test');
  await add.getByLabel('Salary').fill('45000');
  await add.getByLabel('Password', { exact: true }).fill('short');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByText('Password must have 10 to 200 characters')).toBeVisible();
  await add.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New employee has been added.')).toBeVisible();

  const view = await press(page, 'View Meera Iyer', 'View Employee');
  await expect(view).toContainText('₹45,000');
  await expect(view).not.toContainText(NEW_PASSWORD);
  await expect(async () => {
    // The password follows the record; it may still be on its way.
    await view.getByRole('button', { name: 'Show password' }).click();
    await expect(view.getByText(NEW_PASSWORD)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(view.getByRole('button', { name: 'Copy the password of Meera Iyer' })).toBeVisible();
  await view.getByRole('button', { name: 'Hide password' }).click();
  await expect(view).not.toContainText(NEW_PASSWORD);
  const devices = view.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices).toContainText('Not signed in anywhere.');
  const elsewhere = await fetch(`${server.origin}/api/auths/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'meera.iyer@demo.test', password: NEW_PASSWORD }),
  });
  expect(elsewhere.status).toBe(200);
  await closeByEscape(page, view);
  await press(page, 'View Meera Iyer', 'View Employee');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  const set = await press(page, 'Set a new password', 'Set a new password');
  await set.getByRole('textbox', { name: /^New password/ }).fill(OTHER_PASSWORD);
  await set.getByRole('textbox', { name: 'Repeat new password' }).fill(NEW_PASSWORD);
  await set.getByRole('button', { name: 'Set password' }).click();
  await expect(set.getByText('The two passwords differ')).toBeVisible();
  await set.getByRole('textbox', { name: 'Repeat new password' }).fill(OTHER_PASSWORD);
  await set.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password set')).toBeVisible();
  await expect(set).toBeHidden();
  await expect(devices).toContainText('Not signed in anywhere.');
  await closeByEscape(page, view);
  const employee = (await openPc()).page;
  await fillSignIn(employee, 'meera.iyer@demo.test', OTHER_PASSWORD);
  await expect(employee.getByText('The dashboard is in Progress.')).toBeVisible();

  const superAdmin = await press(page, 'View Vikram Deshpande', 'View Employee');
  await superAdmin.getByRole('button', { name: 'Show password' }).click();
  await expect(superAdmin.getByText(/Your own password is not shown/)).toBeVisible();
  await server.stop('SIGKILL');
  await expect(superAdmin.getByText('Passwords are kept on the server only. Connect first.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(superAdmin.getByRole('button', { name: 'Show password' })).toBeDisabled();
  await expect(superAdmin.getByRole('button', { name: 'Set a new password' })).toBeDisabled();
  await closeByEscape(page, superAdmin);
  const offline = await press(page, 'Add Employee', 'Add Employee');
  await expect(offline.getByLabel('Password', { exact: true })).toBeDisabled();
});

test('section 2.15: the directory is read, and holds no more than its fields; a Student reads the own details', async ({
  openPc,
}) => {
  for (const [role, name] of [
    ['HR', 'Pooja Kulkarni'],
    ['Employee', 'Nikhil Joshi'],
  ] as const) {
    const { page } = await openPc();
    await signIn(page, DEMO_ACCOUNTS[role]);
    await openAccount(page);
    await expect(page.getByRole('heading', { name: `Welcome, ${name}`, level: 1 })).toBeVisible();
    const heading = page.getByRole('heading', { name: 'Employee directory', level: 2 });
    await expect(heading).toContainText('16');
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Email',
      'Mobile',
      'MeetingLink',
      'Role',
      'Actions',
    ]);
    await expect(page.getByRole('button', { name: /^(Edit|Delete) (?!Profile)|^Add / })).toHaveCount(0);
    await expect(page.getByText('users.csv')).toHaveCount(0);
    const person = await press(page, 'View Divya Hegde', 'Employee');
    await expect(person).toContainText('divya.hegde@demo.test');
    await expect(person).not.toContainText(/DOJ|Date of Birth|Password/);
    await expect(person.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(/salary/i);
    await closeByEscape(page, person);
    await page.getByLabel('Search by name or email').fill('kavita');
    await expect(heading).toContainText('(1)');
  }

  const student = (await openPc()).page;
  await signIn(student, DEMO_ACCOUNTS.Student);
  await student.getByRole('button', { name: 'View my details' }).click();
  const details = student.getByRole('dialog', { name: 'My details' });
  await expect(details).toContainText('student@demo.test');
  await expect(details.getByRole('link', { name: /^WhatsApp Riya Thomas/ })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
  await expect(details.getByRole('textbox')).toHaveCount(0);
});

test('section 2.16: the own profile is edited and the own password changed; another desk follows', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const admin = (await openPc()).page;
  await signIn(admin, DEMO_ACCOUNTS.Admin);
  await openAccount(admin);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openAccount(page);
  const profile = await press(page, 'Edit Profile', 'Edit Profile');
  await expect(profile.getByLabel('Mobile')).toBeFocused();
  for (const label of ['Name', 'Email', 'Salary', 'DOJ', 'Is Active']) {
    await expect(profile.getByLabel(label, { exact: true })).toHaveCount(0);
  }
  await profile.getByLabel('Mobile').fill('+91 98200 77777');
  await profile.getByLabel('Portfolio').fill('not an address');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(profile.getByText(/Portfolio must be a web address/)).toBeVisible();
  await profile.getByLabel('Portfolio').fill('pooja.example.com');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Account' }).getByRole('link', { name: 'pooja.example.com' }),
  ).toHaveAttribute('href', 'https://pooja.example.com');
  await expect(rowWith(admin, 'Pooja Kulkarni')).toContainText('+91 98200 77777');
  await expect(admin.locator('body')).not.toContainText(/salary|pooja\.example/i);

  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'My details' }).click();
  const mine = page.getByRole('dialog', { name: 'My details' });
  await expect(mine).toContainText('₹46,000');
  await mine.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(profile.getByLabel('Mobile')).toHaveValue('+91 98200 77777');
  const change = await press(page, 'Change password', 'Change password');
  await change.getByRole('textbox', { name: 'Present password' }).fill('Not-The-One-11');
  await change.getByRole('textbox', { name: /^New password/ }).fill(OTHER_PASSWORD);
  await change.getByRole('textbox', { name: 'Repeat new password' }).fill(OTHER_PASSWORD);
  await change.getByRole('button', { name: 'Set password' }).click();
  await expect(change.getByText(/present password.*wrong/)).toBeVisible();
  await change.getByRole('textbox', { name: 'Present password' }).fill(DEMO_PASSWORD);
  await change.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(change).toBeHidden();
  await closeByEscape(page, profile);

  const faults = await faultsOn(page);
  await press(page, 'Edit Profile', 'Edit Profile');
  await profile.getByLabel('Mobile').fill('+91 98200 88888');
  faults.fail({ method: 'records.save', entity: 'user', error: { code: 'unauthenticated', message: 'No.' } });
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Not logged in' })).toContainText('Please login first');
});
