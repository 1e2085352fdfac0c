import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../product/accessibility.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficeServer } from './product-test.ts';

const input = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Find people, screens and commands' });
const options = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to' }).getByRole('option');
const selected = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Go to' }).locator('[role="option"][aria-selected="true"]');

async function addPeople(server: OfficeServer): Promise<void> {
  const asHr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await asHr.create('/api/interns', { Name: 'Zarina Lookup', mobile: '98111 22334' });
  await asHr.create('/api/students', {
    fullName: 'Zubin Lookup',
    mobile: '98111 22335',
    whatsapp: '98111 22336',
    email: 'zubin.lookup@example.com',
    enrolledCourse: ['DevOps'],
  });
}

async function open(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('people are found by name, part of a number or email, offline too; Enter opens, also where it comes early', async ({
  openPc,
  server,
}) => {
  await addPeople(server);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await server.stop();
  await open(page, 'lookup');
  await expect(options(page)).toHaveCount(2);
  await expect(options(page).first()).toContainText('Zubin Lookup');
  await expect(options(page).first()).toContainText('Not Scheduled · DevOps');
  await expect(options(page).first()).toContainText('Candidate');
  await expect(options(page).nth(1)).toContainText('Inquiry');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('11 22336');
  await expect(options(page)).toHaveCount(1);
  await expect(selected(page)).toContainText('98111 22336');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('zubin.lookup@');
  await expect(selected(page)).toContainText('zubin.lookup@example.com');
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await expect(view).toContainText('Zubin Lookup');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  // No letter goes to the page below, where some are commands.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zarina lookup');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^View Inquiry/ })).toContainText('Zarina Lookup');
});

test('what can be done with a person is done without the mouse: log a call, edit; Escape goes back', async ({
  openPc,
  server,
}) => {
  await addPeople(server);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await open(page, 'zarina look');
  await expect(selected(page)).toContainText('Zarina Lookup');
  await page.keyboard.press('Tab');
  const actions = page.getByRole('combobox', { name: 'Action for Zarina Lookup' });
  await expect(actions).toBeFocused();
  await expect(options(page)).toHaveText([
    /^Open/,
    /^Call 98111 22334/,
    /^WhatsApp 98111 22334/,
    /^Log call/,
    /^Message/,
    /^Enrol/,
    /^Edit/,
  ]);
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveValue('zarina look');
  await expect(selected(page)).toContainText('Zarina Lookup');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('log');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log call Zarina Lookup' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('busy');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Call logged')).toBeVisible();

  await open(page, 'zarina look');
  await expect(selected(page)).toContainText('Zarina Lookup');
  await page.keyboard.press('Tab');
  await page.keyboard.type('edit');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit Inquiry' });
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Zarina Lookup');
  // A form that holds something is not lost by going elsewhere.
  await form.getByLabel('Name', { exact: true }).fill('Zarina L');
  await open(page, 'zubin');
  await expect(selected(page)).toContainText('Zubin Lookup');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Zarina L');
});

test('a number that nobody has starts an inquiry; commands show their keys; each role finds what it may open', async ({
  openPc,
}) => {
  const [{ page }, { page: employee }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS['Super Admin']), signIn(employee, DEMO_ACCOUNTS.Employee)]);
  await open(page, '9811199999');
  await expect(selected(page)).toContainText('Add inquiry with 9811199999');
  await page.keyboard.press('Enter');
  // A quick hand does not wait for the form.
  await page.keyboard.type('First Caller');
  const form = page.getByRole('dialog', { name: 'Add Inquiry' });
  await expect(form.getByLabel('Mobile')).toHaveValue('9811199999');
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('First Caller');
  await page.keyboard.press('Control+s');
  await expect(rowWith(page, 'First Caller')).toBeVisible();
  await open(page, '98111 99999');
  await expect(selected(page)).toContainText('First Caller');
  await page.keyboard.press('Escape');

  await open(page, 'undo');
  await expect(selected(page)).toContainText('Ctrl Z');
  await page.keyboard.press('Enter');
  await expect(rowWith(page, 'First Caller')).toHaveCount(0);
  await open(page, 'audit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Audit log' })).toBeVisible();
  await page.keyboard.press('Escape');
  await open(page, 'add candidate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Candidate' })).toBeVisible();
  await expect(page).toHaveURL(/\/candidate/);

  await open(employee, 'audit');
  await expect(employee.getByText('Nobody and nothing has a name or number like that.')).toBeVisible();
  await employee.keyboard.press('Control+a');
  await employee.keyboard.type('9811122');
  await expect(options(employee)).toHaveCount(0);
});

test('what is typed for a form waits for it, also where its screen comes late', async ({ openPc }) => {
  const { page } = await openPc();
  await page.clock.install();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  let letCome = (): void => undefined;
  const isLet = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/candidates-screen-[^/]*\.js$/, async (route) => {
    await isLet;
    await route.continue();
  });
  await open(page, 'add candidate');
  await expect(selected(page)).toContainText('Add candidate');
  const isAsked = page.waitForRequest(/\/candidates-screen-[^/]*\.js$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Late Comer');
  await isAsked;
  await page.clock.runFor(3_000);
  letCome();
  const form = page.getByRole('dialog', { name: 'Add Candidate' });
  await expect(form.getByLabel('Full Name', { exact: true })).toHaveValue('Late Comer');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the palette can be read, ${colorScheme}`, async ({ openPc }) => {
    const { page } = await openPc({ colorScheme, width: 1093, height: 614 });
    await signIn(page, DEMO_ACCOUNTS['Super Admin']);
    await openScreen(page, 'Candidate');
    await open(page, 'pri');
    await expect(options(page).nth(4)).toBeVisible();
    await takePicture(page, `palette-${colorScheme}`);
    const violations = await violationsOn(page, 'all', ['[role="dialog"]']);
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Tab');
    await takePicture(page, `actions-${colorScheme}`);
  });
}

test('what was typed is put away once it may go, also where one stays on the screen', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  for (const [Name, mobile] of [
    ['Typed Asha', '9811100001'],
    ['Typed Bina', '9811100002'],
  ])
    await rest.create('/api/interns', { Name, mobile, internshipType: 'DevOps' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  const discard = page.getByRole('button', { name: 'Discard' });
  const find = async (text: string, option: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option }).click();
    await discard.click();
    await expect(discard).toHaveCount(0);
  };
  const edit = page.getByRole('dialog', { name: /^Edit Inquiry/ });

  await test.step('another one is added in the form that is open', async () => {
    await page.getByRole('button', { name: 'Add Inquiry' }).click();
    const form = page.getByRole('dialog', { name: 'Add Inquiry' });
    await form.getByLabel('Name', { exact: true }).fill('Who called before');
    await find('9811199999', /^Add inquiry with/);
    await expect(form.getByLabel('Mobile', { exact: true })).toHaveValue('9811199999');
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });

  await test.step('somebody else is opened while one is edited', async () => {
    await page.getByLabel('Search inquiries').fill('Typed Asha');
    await page.getByRole('button', { name: 'Edit Typed Asha' }).click();
    await edit.getByLabel('Notes').fill('Calls on Monday');
    await find('Typed Bina', /^Typed Bina/);
    await expect(page.getByRole('dialog', { name: 'View Inquiry Typed Bina' })).toBeVisible();
    await expect(edit).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('nor does what was only looked at stay in the place of somebody who is opened', async () => {
    await page.getByLabel('Search inquiries').fill('Typed Asha');
    for (const way of ['View', 'Edit']) {
      await page.getByRole('button', { name: `${way} Typed Asha`, exact: true }).click();
      await expect(page.getByRole('dialog', { name: `${way} Inquiry Typed Asha` })).toBeVisible();
      await open(page, 'Typed Bina');
      await options(page).filter({ hasText: 'Typed Bina' }).click();
      await expect(page.getByRole('dialog', { name: 'View Inquiry Typed Bina' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Enrol Typed Asha' }).click();
    const form = page.getByRole('dialog', { name: 'Enrol Typed Asha' });
    await expect(form).toBeVisible();
    await open(page, 'Data Links');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/addlinks$/);
    await expect(form).toHaveCount(0);
    await openScreen(page, 'Inquiry');
    await page.getByLabel('Search inquiries').fill('Typed Asha');
  });

  await test.step('another screen is gone to from a form that lies over all of them', async () => {
    await page.getByRole('button', { name: 'Enrol Typed Asha' }).click();
    const form = page.getByRole('dialog', { name: 'Enrol Typed Asha' });
    await form.getByLabel('City').fill('Nashik');
    await find('Data Links', /^Data Links/);
    await expect(page).toHaveURL(/\/addlinks$/);
    await expect(form).toHaveCount(0);
  });
});
