import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected rows' });
const boxes = (page: Page): Locator => page.getByRole('checkbox', { name: /^Select (?!all)/ });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const synced = (page: Page): Locator => page.getByRole('button', { name: /^Sync: Synced/ });

async function open(page: Page, screen: 'Candidate' | 'Inquiry'): Promise<void> {
  await openScreen(page, screen);
  const name = screen === 'Inquiry' ? 'Inquiries' : 'Candidates';
  await expect(heading(page)).toContainText(new RegExp(`^${name} \\(\\d`));
  await expect(boxes(page).first()).toBeVisible();
}

/** How many rows the list says that it has. */
async function total(page: Page): Promise<number> {
  const text = (await heading(page).textContent()) ?? '';
  return Number(/\(([\d,]+)\)/.exec(text)?.[1]?.replaceAll(',', ''));
}

async function setField(page: Page, field: string, value: string): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Set a field' }).click();
  const dialog = page.getByRole('dialog', { name: /^Set a field of/ });
  await choose(page, dialog, 'Field', field);
  await choose(page, dialog, field, value);
  return dialog;
}

test('boxes, ranges and keys select; sorting and scrolling leave it, and Escape clears it', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await open(page, 'Candidate');
  const rows = await total(page);
  await boxes(page).nth(1).check();
  await expect(bar(page)).toContainText('1 selected');
  await boxes(page)
    .nth(5)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('5 selected');
  await boxes(page).nth(3).uncheck();
  await expect(bar(page)).toContainText('4 selected');
  await takePicture(page, 'many-selected-light');

  // By keys, from where the focus is now.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('5 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('6 selected');

  await page.getByRole('columnheader', { name: 'Full Name' }).click();
  await expect(page).toHaveURL(/sort=/);
  await expect(bar(page)).toContainText('6 selected');
  await page
    .locator('[role="gridcell"][col-id="fullName"]')
    .first()
    .click({ position: { x: 3, y: 3 } });
  await page.keyboard.press('Control+ArrowDown');
  await expect(bar(page)).toContainText('6 selected');

  // All that the filter finds, but one; then a search that keeps what it finds of those that were named.
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText(`${rows.toLocaleString('en-IN')} selected`);
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText(`${(rows - 1).toLocaleString('en-IN')} selected`);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(bar(page)).toContainText(`${rows.toLocaleString('en-IN')} selected`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'many-selected-dark');
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(bar(page)).toBeHidden();

  const first = (await page.locator('[role="gridcell"][col-id="fullName"]').last().innerText()).trim();
  await page
    .getByRole('checkbox', { name: `Select ${first}` })
    .first()
    .check();
  await page.getByLabel('Search candidates').fill('nobody at all');
  await expect(bar(page)).toBeHidden();
});

test('a row that was reached, but not read yet, is selected by the key that was pressed on it', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await open(page, 'Candidate');
  const rows = await total(page);
  // Each time the last row is another, and on its way while the key is pressed.
  for (const sort of ['asc', 'desc', null]) {
    await page.getByRole('columnheader', { name: 'Full Name' }).click();
    await expect(page).toHaveURL(sort === null ? /^(?!.*sort=)/ : new RegExp(`sort=.*${sort}`));
    await page
      .locator('[role="gridcell"][col-id="fullName"]')
      .first()
      .click({ position: { x: 3, y: 3 } });
    for (const key of ['Control+ArrowDown', 'Control+a', 'Space']) await page.keyboard.press(key);
    await expect(bar(page)).toContainText(`${(rows - 1).toLocaleString('en-IN')} selected`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+ArrowUp');
  }
});

test(
  'forty get a status at once, once for two presses; one undo takes it back, and another desk follows',
  { tag: '@core' },
  async ({ openPc }) => {
    const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
    await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
    await open(page, 'Candidate');
    await open(other, 'Candidate');
    await choose(page, page, 'Interview Status', 'Not Scheduled');
    await choose(other, other, 'Interview Status', 'Not Scheduled');
    await expect(page).toHaveURL(/interviewStatus/);
    await expect(boxes(page).first()).toBeVisible();
    const before = await total(page);
    await expect.poll(() => total(other)).toBe(before);
    await boxes(page).first().check();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('3 selected');
    await page.keyboard.press('Control+a');
    const count = before.toLocaleString('en-IN');
    await expect(bar(page)).toContainText(`${count} selected`);
    const dialog = await setField(page, 'Interview Status', 'Cleared');
    await takePicture(page, 'many-set-light');
    await dialog.getByRole('button', { name: 'Apply' }).dblclick();
    await expect(page.getByText(`Interview Status of ${count} candidates set.`)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // They have left the filter, and with it the selection.
    await expect(page.getByText('No candidates match the selected filters.')).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await expect(heading(other)).toContainText('(0)');

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(`Undone Interview Status of ${count} candidates`)).toBeVisible();
    await expect.poll(() => total(page)).toBe(before);
    await openScreen(page, 'Recent Changes');
    await expect(
      page.getByRole('row').filter({ hasText: `Interview Status of ${count} candidates` }),
    ).toHaveCount(2);
    await expect.poll(() => total(other)).toBe(before);
  },
);

test('offline: several inquiries get a lead status, Ctrl+Z takes it back, and what stays is seen elsewhere', async ({
  openPc,
  server,
}) => {
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc({ colorScheme: 'dark' })]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  await open(page, 'Inquiry');
  await open(other, 'Inquiry');
  const names: string[] = [];
  for (let at = 0; at < 3; at += 1)
    names.push((await page.locator('[role="gridcell"][col-id="Name"]').nth(at).innerText()).trim());
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await boxes(page).nth(0).check();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 inquiries' });
  await choose(page, dialog, 'Field', 'Interview Status');
  await choose(page, dialog, 'Interview Status', 'Offer Letter Sent');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Interview Status of 3 inquiries set.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone Interview Status of 3 inquiries')).toBeVisible();
  await page.keyboard.press('s');
  await choose(page, dialog, 'Field', 'Status Type');
  await choose(page, dialog, 'Status Type', 'Yes');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Status Type of 3 inquiries set.')).toBeVisible();
  await server.start();
  await expect(synced(page)).toBeVisible({ timeout: 45_000 });
  await expect(synced(other)).toBeVisible({ timeout: 45_000 });
  await other
    .getByRole('button', { name: `View ${names[0]}`, exact: true })
    .first()
    .click();
  const view = other.getByRole('dialog', { name: /^View Inquiry/ });
  await expect(view.getByRole('group', { name: 'Status Type' })).toContainText('Yes');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await boxes(other).first().check();
  await takePicture(other, 'many-inquiries-dark');
});

test('what is done with all that a search finds is done with those that the question counted', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const add = (name: string): Promise<unknown> =>
    rest.create('/api/students', { fullName: name, mobile: '9765432100', email: `${name}@mail.test` });
  for (const name of ['countedone', 'countedtwo', 'countedthree']) await add(name);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await open(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('counted');
  await expect.poll(() => total(page)).toBe(3);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await bar(page).getByRole('button', { name: 'Set a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 candidates' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('city');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('City').last().fill('Nagpur');
  await add('countedfour');
  await expect(page.getByText('4 selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('City of 3 candidates set.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText('This will delete 4 candidates.');
  await add('countedfive');
  await expect(page.getByText('5 selected')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('4 candidates deleted.')).toBeVisible();
  await expect(synced(page)).toBeVisible();
  await expect
    .poll(async () => (await rest.list('/api/students?search=counted')).map(({ fullName }) => fullName))
    .toEqual(['countedfive']);
});

test('HR may not delete inquiries; candidates are deleted, taken back from the list, and exported', async ({
  openPc,
}) => {
  const { page } = await openPc({ width: 1093, height: 768 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await open(page, 'Inquiry');
  await boxes(page).first().check();
  const remove = bar(page).getByRole('button', { name: 'Delete' });
  await expect(remove).toHaveAttribute('title', 'Delete disabled for HR');
  await remove.click({ force: true });
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await takePicture(page, 'many-inquiries-1093');

  await open(page, 'Candidate');
  const before = await total(page);
  await boxes(page).nth(0).check();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export these' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(4);
  await takePicture(page, 'many-candidates-1093');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText('This will delete 3 candidates.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('3 candidates deleted.')).toBeVisible();
  await expect.poll(() => total(page)).toBe(before - 3);
  await expect(bar(page)).toBeHidden();
});

test('deleted ones are restored several at once, and who may do nothing with many selects nothing', async ({
  openPc,
}) => {
  const [{ page }, { page: employee }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS['Super Admin']), signIn(employee, DEMO_ACCOUNTS.Employee)]);
  await open(page, 'Candidate');
  const before = await total(page);
  const name = (await page.locator('[role="gridcell"][col-id="fullName"]').first().innerText()).trim();
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 candidates deleted.')).toBeVisible();
  await expect(synced(page)).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  const deleted = page.getByRole('dialog', { name: 'Deleted candidates' });
  await expect(deleted.getByText(name)).toBeVisible();
  await deleted.getByRole('checkbox', { name: 'Select all' }).check();
  await takePicture(page, 'many-restore-light');
  await deleted.getByRole('button', { name: 'Restore 2 selected' }).click();
  await expect(page.getByText('2 candidates restored.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => total(page)).toBe(before);
  await expect(rowWith(page, name)).toBeVisible();

  await employee
    .getByRole('navigation', { name: 'Main menu' })
    .locator('a[href$="/employeedetails"]')
    .click();
  await expect(employee.getByRole('row').nth(2)).toBeVisible();
  await expect(employee.getByRole('checkbox')).toHaveCount(0);
});
