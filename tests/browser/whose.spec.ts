import type { Locator, Page } from '@playwright/test';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { faultsOn } from '../product/faults.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficeServer } from './product-test.ts';

const HR = 'Pooja Kulkarni';
const COLLEAGUE = 'Farah Qureshi';

async function search(page: Page, list: string, text: string): Promise<void> {
  await page.getByLabel(`Search ${list}`).fill(text);
}

const cell = (page: Page, name: string, column: string): Locator =>
  rowWith(page, name).locator(`[col-id="${column}"]`);
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const offline = (page: Page): Locator => page.getByRole('button', { name: /^Sync: Offline/ });

async function addContact(server: OfficeServer, name: string): Promise<void> {
  const admin = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await admin.create('/api/contacts', {
    name,
    email: 'asha.visitor@mail.test',
    mobile: '98200 11223',
    message: 'When does the DevOps batch begin?',
  });
}

async function addInquiry(server: OfficeServer, Name: string): Promise<void> {
  const hr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await hr.create('/api/interns', {
    Name,
    mobile: '98200 11224',
    internshipType: 'Full-Stack Development',
    notes: 'Wants weekends.',
  });
}

test('an inquiry is that of who adds it, is offered to those alone who may have it, and Mine finds it', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  const form = dialog(page, 'Add Inquiry');
  const assigned = form.getByRole('combobox', { name: 'Assigned To' });
  await expect(assigned).toHaveValue(HR);
  await form.getByLabel('Name', { exact: true }).fill('Assigned Asha');
  await assigned.click();
  await expect(page.getByRole('option', { name: /^Kavita Menon/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Nikhil Joshi/ })).toHaveCount(0);
  await assigned.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 'Assigned Asha', 'assignedTo')).toHaveText(HR);
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await expect(cell(page, 'Assigned Asha', 'assignedTo')).toHaveText(HR);
  await expect(page.getByRole('gridcell', { name: COLLEAGUE })).toHaveCount(0);

  // Given to a elsewhere it leaves what is mine, and the filter finds it with her.
  await page.getByRole('button', { name: 'Edit Assigned Asha' }).click();
  const edit = dialog(page, /^Edit/);
  await edit.getByRole('combobox', { name: 'Assigned To' }).fill('Farah');
  await page.getByRole('option', { name: /^Farah Qureshi/ }).click();
  await edit.getByRole('button', { name: /Save|Update/ }).click();
  await expect(rowWith(page, 'Assigned Asha')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await choose(page, page, 'Assigned To', COLLEAGUE);
  await expect(cell(page, 'Assigned Asha', 'assignedTo')).toHaveText(COLLEAGUE);
});

test('offline a message is taken over with one click; another desk that did so too is told who was first', async ({
  openPc,
  server,
}) => {
  await addContact(server, 'Visiting Asha');
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  for (const each of [page, other]) {
    await openScreen(each, 'Contacts Inquiry');
    await search(each, 'contacts', 'Visiting Asha');
    await expect(rowWith(each, 'Visiting Asha')).toBeVisible();
  }
  await server.stop();
  for (const each of [page, other]) await expect(offline(each)).toBeVisible();
  await page.getByRole('button', { name: 'Take over Visiting Asha' }).click();
  await expect(page.getByText('Taken over Visiting Asha is an inquiry of yours.')).toBeVisible();
  const mark = rowWith(page, 'Visiting Asha').getByRole('link', { name: 'Taken over: open Visiting Asha' });
  await expect(mark).toBeVisible();
  await expect(cell(page, 'Visiting Asha', 'assignedTo')).toHaveText(HR);
  // From the view, on the other desk.
  await other.getByRole('button', { name: 'View Visiting Asha' }).click();
  const view = dialog(other, /^View/);
  await view.getByRole('button', { name: 'Take over' }).click();
  await expect(view.getByRole('link', { name: 'Visiting Asha', exact: true })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Take over' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Close', exact: true }).last().click();

  await mark.click();
  const inquiry = dialog(page, /^View/);
  await expect(inquiry.getByRole('group', { name: 'Assigned To' })).toContainText(HR);
  await expect(inquiry.getByRole('group', { name: 'Notes' })).toContainText(
    'When does the DevOps batch begin?\n\nEmail: asha.visitor@mail.test',
  );
  await expect(inquiry.getByRole('link', { name: 'Visiting Asha', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await server.start();
  const refusedOnes = [page, other].map((each) => each.getByRole('button', { name: /^Sync: .*attention/i }));
  await expect
    .poll(async () => (await Promise.all(refusedOnes.map((one) => one.count()))).reduce((a, b) => a + b, 0), {
      timeout: 30_000,
    })
    .toBe(1);
  const isFirstRefused = (await refusedOnes[0]?.count()) === 1;
  const refused = isFirstRefused ? page : other;
  await refused.getByRole('button', { name: /^Sync: .*attention/i }).click();
  await expect(
    refused.getByText(
      `Visiting Asha was taken over already by ${isFirstRefused ? 'Kavita Menon' : HR}. Open that inquiry instead.`,
    ),
  ).not.toHaveCount(0);
});

test('an inquiry is enrolled from its row, offline: the form is filled, both lead to each other, and one Undo takes it back', async ({
  openPc,
  server,
}) => {
  await addInquiry(server, 'Enrolling Asha');
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  await openScreen(page, 'Inquiry');
  await search(page, 'inquiries', 'Enrolling Asha');
  await expect(rowWith(page, 'Enrolling Asha')).toBeVisible();
  await server.stop();
  await expect(offline(page)).toBeVisible();
  await page.getByRole('button', { name: 'Enrol Enrolling Asha' }).click();
  const form = dialog(page, 'Enrol Enrolling Asha');
  await expect(form.getByLabel('Full Name')).toHaveValue('Enrolling Asha');
  await expect(form.getByLabel('Mobile', { exact: true })).toHaveValue('98200 11224');
  await expect(form.getByText('Full Stack', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Counselor')).toHaveValue(HR);
  await expect(form.getByLabel('Notes')).toHaveValue('Wants weekends.');
  await form.getByRole('button', { name: 'Enrol', exact: true }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await form.getByLabel('Email').fill('asha.enrolling@mail.test');
  await form.getByRole('button', { name: 'Enrol', exact: true }).click();
  await expect(page.getByText('Enrolled! Enrolling Asha is a candidate now.')).toBeVisible();
  const mark = rowWith(page, 'Enrolling Asha').getByRole('link', { name: 'Enrolled: open Enrolling Asha' });
  await expect(mark).toBeVisible();
  await choose(page, page, 'Enrolled', 'Not enrolled');
  await expect(rowWith(page, 'Enrolling Asha')).toHaveCount(0);
  await choose(page, page, 'Enrolled', 'Enrolled');
  await expect(rowWith(page, 'Enrolling Asha')).toBeVisible();
  // Once more leads to the candidate.
  await page.getByRole('button', { name: 'Open candidate of Enrolling Asha' }).click();
  const candidate = dialog(page, /^View Candidate/);
  await candidate.getByRole('link', { name: 'Enrolling Asha', exact: true }).click();
  const view = dialog(page, /^View Inquiry/);
  await expect(view.getByRole('link', { name: 'Enrolling Asha', exact: true })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Enrol' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await server.start();
  await openScreen(other, 'Candidate');
  await search(other, 'candidates', 'Enrolling Asha');
  await expect(rowWith(other, 'Enrolling Asha')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone Enrolled Enrolling Asha')).toBeVisible();
  await expect(rowWith(other, 'Enrolling Asha')).toHaveCount(0);
  await search(page, 'inquiries', 'Enrolling Asha');
  await expect(page.getByRole('button', { name: 'Enrol Enrolling Asha' })).toBeVisible();
});

test('the form of an enrolment does not warn of the inquiry itself, and the panel says at once whom it made', async ({
  openPc,
  server,
}) => {
  await addInquiry(server, 'Enrolling Bala');
  const elsewhere = 'asha.known@mail.test';
  const hr = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await hr.create('/api/students', { fullName: 'Known Asha', mobile: '98200 11226', email: elsewhere });
  const { page } = await openPc();
  await page.setViewportSize({ width: 1900, height: 1000 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await search(page, 'inquiries', 'Enrolling Bala');
  await rowWith(page, 'Enrolling Bala').getByText('Enrolling Bala', { exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Inquiry Enrolling Bala', exact: true });
  await expect(panel).toBeVisible();
  await page.getByRole('button', { name: 'Enrol Enrolling Bala' }).click();
  const form = dialog(page, 'Enrol Enrolling Bala');
  const email = form.getByLabel('Email');
  const known = form.getByText(/has this already/);
  // Of others it does: by then the mobile has been looked for too.
  await email.fill(elsewhere);
  await expect(known).toHaveCount(1);
  await email.fill('bala.enrolling@mail.test');
  await expect(known).toHaveCount(0);
  await form.getByRole('button', { name: 'Enrol', exact: true }).click();
  await expect(page.getByText('Enrolled! Enrolling Bala is a candidate now.')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Enrolling Bala', exact: true })).toBeVisible();
  await expect(panel.getByText('Unknown')).toHaveCount(0);
});

/** Types into the field that has the focus, and takes the choice that is marked then. */
/** @param typed done before what there is to choose is seen */
async function chooseByKeys(page: Page, text: string, typed?: () => void): Promise<void> {
  await page.keyboard.type(text);
  typed?.();
  const choice = page.getByRole('option', { name: text });
  await expect(choice).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
}

test('an Admin hands over by keys what is one person’s, sees it counted, and takes it back', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const faults = await faultsOn(page);
  await openScreen(page, 'Candidate');
  // A quick hand types before the names are there.
  faults.hold({ method: 'records.choices', entity: 'user' });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await page.keyboard.type('hand over');
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Hand over');
  await expect(form.getByRole('combobox', { name: 'From' })).toBeFocused();
  await chooseByKeys(page, 'Farah', () => faults.mend());
  await expect(form.getByRole('checkbox', { name: /^\d+ candidates$/ })).toBeChecked();
  const inquiries = form.getByRole('checkbox', { name: /^\d+ inquiries$/ });
  await expect(inquiries).toBeChecked();
  await inquiries.press('Space');
  await expect(inquiries).not.toBeChecked();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('combobox', { name: 'To' })).toBeFocused();
  await chooseByKeys(page, 'Lakshmi');
  await form.getByRole('button', { name: 'Hand over' }).press('Enter');
  await expect(page.getByText(/^Handed over \d+ candidates to Lakshmi Govindan\.$/)).toBeVisible();
  await expect(form).toHaveCount(0);
  await search(page, 'candidates', '');
  await expect(page.getByRole('gridcell', { name: COLLEAGUE })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/^Undone Handed over \d+ candidates to Lakshmi Govindan$/)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: COLLEAGUE })).not.toHaveCount(0);
});

test('an Admin hands over the selected candidates from the bar, once, and takes it back', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  const boxes = page.getByRole('gridcell').getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  const handlers = page.locator('[role="gridcell"][col-id="map"]');
  const before = [await handlers.nth(0).innerText(), await handlers.nth(1).innerText()];
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Hand over' })
    .click();
  const form = dialog(page, 'Hand over 2 candidates');
  await expect(form.getByRole('combobox', { name: 'To' })).toBeFocused();
  await expect(form.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  await chooseByKeys(page, 'Kavita');
  await form.getByRole('button', { name: 'Hand over' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Handed over 2 candidates to Kavita Menon.', { exact: true })).toHaveCount(1);
  for (const at of [0, 1]) await expect(handlers.nth(at)).toHaveText('Kavita Menon');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  for (const at of [0, 1]) await expect(handlers.nth(at)).toHaveText(before[at] ?? '');
});

test('HR is offered no hand-over; a Super Admin finds it in an employee’s row', async ({ openPc }) => {
  const [{ page }, { page: hr }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS['Super Admin']), signIn(hr, DEMO_ACCOUNTS.HR)]);
  await openScreen(hr, 'Inquiry');
  await expect(rowWith(hr, 'Enrol').or(hr.getByRole('gridcell').first()).first()).toBeVisible();
  await expect(hr.getByRole('button', { name: 'Hand over' })).toHaveCount(0);
  await hr.keyboard.press('Control+k');
  await expect(hr.getByRole('combobox', { name: 'Find people, screens and commands' })).toBeFocused();
  await hr.keyboard.type('hand over');
  await expect(hr.getByText('Nobody and nothing has a name or number like that.')).toBeVisible();

  await openScreen(page, 'Add Employee');
  await page.getByRole('button', { name: `Hand over from ${HR}` }).click();
  const form = dialog(page, 'Hand over');
  await expect(form.getByRole('combobox', { name: 'From' })).toHaveValue(HR);
  await expect(form.getByRole('checkbox', { name: /^\d+ candidates$/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Hand over from ${HR}` })).toBeFocused();
});

test('new messages go in turn to those whom a Super Admin has ticked', async ({ openPc, server }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Contacts Inquiry');
  await page.getByRole('button', { name: 'New leads' }).click();
  const form = dialog(page, 'Who takes new leads');
  await expect(form.getByRole('checkbox', { name: HR })).not.toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Kavita Menon' })).toHaveCount(0);
  await form.getByRole('checkbox', { name: HR }).click();
  await form.getByRole('checkbox', { name: COLLEAGUE }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved New leads go to 2 people in turn.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await expect
    .poll(async () => {
      const admin = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
      return (await admin.list('/api/users?takesLeads=true')).length;
    })
    .toBe(2);
  for (const name of ['Turn One', 'Turn Two', 'Turn Three']) await addContact(server, name);
  await search(page, 'contacts', 'Turn');
  await expect(rowWith(page, 'Turn Three')).toBeVisible();
  const names = [];
  for (const name of ['Turn One', 'Turn Two', 'Turn Three'])
    names.push(await cell(page, name, 'assignedTo').innerText());
  expect(new Set(names)).toEqual(new Set([HR, COLLEAGUE]));
  expect(names[2]).toBe(names[0]);
  await page.getByRole('button', { name: 'New leads' }).click();
  await expect(form.getByText(/^Last one in turn: Today/)).toHaveCount(2);
});
