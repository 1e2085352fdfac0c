import type { Locator, Page } from '@playwright/test';
import type { EntityName } from '#shared/model/entities.ts';
import type { BridgeErrorBody } from '#shared/protocol/bridge.ts';
import { faultsOn, type Faults } from '../product/faults.ts';
import { fillSignIn, openScreen, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { expect, test } from './product-test.ts';

/**
 * The error catalogue (section 8): each text with the condition that shows it. What succeeds is asserted where the
 * screens are walked.
 */

/** The server's sentence, where the catalogue says that it stands in the text's place. */
const SERVER_SAYS: BridgeErrorBody = { code: 'conflict', message: 'There is already one of that name.' };

interface Catalogue {
  /** Entry of the sidebar. */
  screen: string;
  entity: EntityName;
  list: string;
  view?: string;
  edit?: string;
  /** Add button, the field to fill, and the text. */
  add?: { button: string; fill: Readonly<Record<string, string>>; save: string; text: string };
  update?: { field: string; save: string; text: string };
  remove?: string;
  /** A failed save shows the server's sentence where it has one. */
  serverFirst?: true;
}

const candidate = { 'Full Name': 'New Person', Mobile: '90000 11111', Email: 'new.person@example.com' };

const CATALOGUE: readonly Catalogue[] = [
  {
    screen: 'Candidate',
    entity: 'candidate',
    list: 'Failed to load candidates',
    view: 'Failed to fetch candidate details',
    add: {
      button: 'Add Candidate',
      fill: candidate,
      save: 'Save Employee',
      text: 'Failed to save candidate',
    },
    update: { field: 'City', save: 'Update Employee', text: 'Failed to save candidate' },
    remove: 'Failed to delete candidate',
  },
  {
    screen: 'Placement Cell',
    entity: 'candidate',
    list: 'Failed to fetch students',
    view: 'Failed to fetch student details.',
    update: { field: 'City', save: 'Update Employee', text: 'Failed to update student.' },
  },
  { screen: 'Candidate Follow Up', entity: 'candidate', list: 'Failed to load students.' },
  {
    screen: 'Inquiry',
    entity: 'inquiry',
    list: 'Failed to load students.',
    view: 'Failed to fetch intern details.',
    edit: 'Failed to fetch intern for editing.',
    add: {
      button: 'Add Inquiry',
      fill: { Name: 'New Inquiry' },
      save: 'Save Inquiry',
      text: 'Failed to add inquiry.',
    },
    remove: 'Failed to delete.',
  },
  {
    screen: 'Inquiry Follow Up',
    entity: 'inquiry',
    list: 'Failed to fetch inquiries',
    view: 'Failed to fetch inquiry details.',
    edit: 'Failed to fetch inquiry for edit.',
    update: { field: 'Notes', save: 'Update Inquiry', text: 'Failed to update inquiry.' },
    remove: 'Failed to delete inquiry.',
  },
  {
    screen: 'Add Lead Status',
    entity: 'leadStatus',
    list: 'Failed to fetch lead statuses',
    add: {
      button: 'Add Lead Status',
      fill: { 'Lead Status': 'Brand new' },
      save: 'Save',
      text: 'Failed to add lead status',
    },
    update: { field: 'Lead Status', save: 'Update', text: 'Update failed' },
    remove: 'Failed to delete lead status',
    serverFirst: true,
  },
  {
    screen: 'Add Role',
    entity: 'role',
    list: 'Failed to fetch roles',
    add: {
      button: 'Add Role',
      fill: { 'Role Name': 'Brand new' },
      save: 'Save',
      text: 'Failed to add role',
    },
    serverFirst: true,
  },
  {
    screen: 'Assign Roles',
    entity: 'roleAssignment',
    list: 'Something went wrong.',
    remove: 'Something went wrong.',
  },
  {
    screen: 'Add Employee',
    entity: 'user',
    list: 'Failed to fetch Employee',
    view: 'Failed to fetch user',
  },
  {
    screen: 'Add Jobs',
    entity: 'job',
    list: 'Failed to fetch jobs',
    update: { field: 'Title', save: 'Update Job', text: 'Something went wrong.' },
  },
  {
    screen: 'Add Blogs',
    entity: 'blog',
    list: 'Failed to fetch blogs',
    update: { field: 'Title', save: 'Update Blog', text: 'Something went wrong.' },
  },
  {
    screen: 'Data Links',
    entity: 'dataLink',
    list: 'Failed to fetch links',
    update: { field: 'Purpose', save: 'Update Link', text: 'Something went wrong.' },
  },
  {
    screen: 'Contacts Inquiry',
    entity: 'contactInquiry',
    list: 'Failed to fetch contacts',
    update: { field: 'Notes', save: 'Update Contact', text: 'Failed to update contact' },
    remove: 'Failed to delete contact',
  },
  {
    screen: 'Career Slide',
    entity: 'careerSlide',
    list: 'Failed to fetch careers',
    update: { field: 'Subheading', save: 'Update Career Slide', text: 'Failed to update career' },
  },
  {
    screen: 'OtherCompaniesHr',
    entity: 'hrRecord',
    list: 'Failed to fetch HR records',
    update: { field: 'Designation', save: 'Update HR', text: 'Something went wrong' },
    remove: 'Failed to delete HR',
  },
];

const rowAction = (page: Page, action: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${action} (?!.*filter)`), disabled: false }).first();

/** The alert titled "Error" with the text; it is closed again. */
async function expectError(page: Page, text: string): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Error' });
  await expect(popup.getByText(text, { exact: false }).first()).toBeVisible();
  await popup.getByRole('button', { name: 'OK' }).click();
  await expect(popup).toBeHidden();
}

async function closeForm(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const discard = question.getByRole('button', { name: 'Discard' });
  // The form closes at once, or the question comes up over it, which may take a moment.
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1000 });
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

async function listFails(page: Page, faults: Faults, { screen, entity, list }: Catalogue): Promise<void> {
  faults.fail({ method: 'records.list', entity });
  await openScreen(page, screen);
  const alert = page.getByRole('alert').filter({ hasText: list });
  await expect(alert).toBeVisible();
  faults.mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rowAction(page, 'View')).toBeVisible();
  await expect(alert).toBeHidden();
}

async function loadFails(
  page: Page,
  faults: Faults,
  entry: Catalogue,
  action: 'View' | 'Edit',
  text: string,
): Promise<void> {
  faults.fail({ method: 'records.get', entity: entry.entity });
  await rowAction(page, action).click();
  const alert = page.getByRole('dialog').getByRole('alert').filter({ hasText: text });
  await expect(alert).toBeVisible();
  faults.mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function saveFails(
  page: Page,
  faults: Faults,
  entry: Catalogue,
  save: string,
  text: string,
): Promise<void> {
  const form = page.getByRole('dialog');
  faults.fail({ method: 'records.save', entity: entry.entity });
  await form.getByRole('button', { name: save, exact: true }).click();
  await expectError(page, text);
  faults.mend();
  if (entry.serverFirst) {
    faults.fail({ method: 'records.save', entity: entry.entity, error: SERVER_SAYS });
    await form.getByRole('button', { name: save, exact: true }).click();
    await expectError(page, SERVER_SAYS.message);
    faults.mend();
  }
  // What was typed is still there.
  await expect(form).toBeVisible();
  await closeForm(page);
}

/** One that inquiries have is deleted with their move to another. */
async function replacementFails(page: Page, faults: Faults, text: string): Promise<void> {
  faults.fail({ method: 'leadStatuses.replace' });
  await rowAction(page, 'Delete').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Lead status of these inquiries' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await expectError(page, text);
  faults.mend();
  // It can be tried again.
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

async function removeFails(page: Page, faults: Faults, entry: Catalogue, text: string): Promise<void> {
  if (entry.entity === 'leadStatus') {
    await replacementFails(page, faults, text);
    return;
  }
  faults.fail({ method: 'records.delete', entity: entry.entity });
  await rowAction(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectError(page, text);
  faults.mend();
}

test('section 8: what fails on each screen says so in the words of the catalogue, and nothing is lost', async ({
  openPc,
}) => {
  test.slow();
  const { page } = await openPc();
  const faults = await faultsOn(page);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  for (const entry of CATALOGUE) {
    await test.step(entry.screen, async () => {
      await listFails(page, faults, entry);
      if (entry.view) await loadFails(page, faults, entry, 'View', entry.view);
      if (entry.edit) await loadFails(page, faults, entry, 'Edit', entry.edit);
      if (entry.add) {
        await page.getByRole('button', { name: entry.add.button, exact: true }).click();
        const form = page.getByRole('dialog');
        for (const [label, value] of Object.entries(entry.add.fill)) {
          await form
            .getByRole('textbox', { name: new RegExp(`^${label}`) })
            .first()
            .fill(value);
        }
        await saveFails(page, faults, entry, entry.add.save, entry.add.text);
      }
      if (entry.update) {
        await rowAction(page, 'Edit').click();
        const field = page
          .getByRole('dialog')
          .getByRole('textbox', { name: new RegExp(`^${entry.update.field}`) });
        await field.first().fill('Changed by a test');
        await saveFails(page, faults, entry, entry.update.save, entry.update.text);
      }
      if (entry.remove) await removeFails(page, faults, entry, entry.remove);
    });
  }
});

test('section 8: sign-in, dashboard, profile and inline order', async ({ openPc }) => {
  const { page } = await openPc();
  const faults = await faultsOn(page);

  faults.fail({ method: 'session.signIn' });
  await fillSignIn(page, DEMO_ACCOUNTS['Super Admin']);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
  faults.mend();
  faults.fail({
    method: 'session.signIn',
    error: { code: 'too-many-requests', message: 'Too many attempts. Wait a minute.' },
  });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Too many attempts. Wait a minute.' }),
  ).toBeVisible();
  faults.mend();

  faults.fail({ method: 'dashboard.stats' });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Welcome ')).toBeVisible();
  await expect(page.getByText('Logged in as Super Admin')).toBeVisible();
  // While the first sync brings records the figures are asked for again by themselves.
  await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  const dashboardAlert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) });
  await expect(dashboardAlert).toBeVisible();
  faults.mend();
  await dashboardAlert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Total Candidates')).toBeVisible();

  faults.fail({ method: 'records.get', entity: 'user' });
  await openScreen(page, /^Account/);
  await expect(page.getByText('Failed to load user details')).toBeVisible();
  faults.mend();

  await openScreen(page, 'Add Jobs');
  const order = page.getByRole('grid').getByRole('textbox').or(page.getByRole('spinbutton')).first();
  await expect(order).toBeVisible();
  faults.fail({ method: 'records.save', entity: 'job' });
  await order.fill('77');
  await order.press('Enter');
  await expectError(page, 'Failed to update order');
});

test('section 8: choices of a form that cannot be loaded; section 2.8: a list that gets no answer can be asked again', async ({
  openPc,
}) => {
  const { page } = await openPc();
  const faults = await faultsOn(page);
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  faults.lose({ method: 'records.list', entity: 'inquiry' });
  faults.fail({ method: 'records.choices', entity: 'leadStatus' });
  await openScreen(page, 'Inquiry');
  await expect(page.getByText('Failed to fetch lead statuses').first()).toBeVisible();
  await expect(page.getByText('Loading interns...')).toBeVisible();
  await expect(page.getByText('This takes longer than usual.')).toBeVisible();
  faults.mend();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Inquiries' })).toContainText('(250)');
  await expect(page.getByText('Loading interns...')).toBeHidden();
  faults.fail({ method: 'records.choices', entity: 'user' });
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  await page.getByRole('dialog').getByLabel('Interviewer', { exact: true }).click();
  await expect(page.getByText('Failed to fetch users.').first()).toBeVisible();
});
