import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { exportCsv, openScreen, signIn } from '../product/page-actions.ts';
import { takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' });
const viewIn = (page: Page, name: string): Locator => menu(page).getByRole('link', { name, exact: true });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const chip = (page: Page, words: string): Locator => page.getByRole('button', { name: words, exact: true });
const column = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });

async function total(page: Page): Promise<number> {
  await expect(heading(page)).toContainText(/\(\d/);
  const text = (await heading(page).textContent()) ?? '';
  return Number(/\(([\d,]+)\)/.exec(text)?.[1]?.replaceAll(',', ''));
}

/** By keys alone: the field, its values, and Enter. */
async function addFilter(page: Page, field: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'More filters' });
  await expect(dialog.getByRole('combobox', { name: 'Field' })).toBeFocused();
  await page.keyboard.type(field);
  await page.keyboard.press('Enter');
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function saveAs(page: Page, item: string, name: string, roles: readonly string[] = []): Promise<void> {
  // By keys, and typed at once: what comes before the dialog waits for it.
  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: item }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(name);
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toHaveValue(item === 'Save view…' ? name : new RegExp(`${name}$`));
  await dialog.getByLabel('Name').fill(name);
  for (const role of roles) await dialog.getByRole('checkbox', { name: role, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(viewIn(page, name)).toHaveAttribute('aria-current', 'page');
}

test('what a key has opened gives the focus back to where it was', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const cell = page.getByRole('gridcell').nth(3);
  await cell.click();
  await expect(cell).toBeFocused();
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'More filters' });
  await expect(dialog.getByRole('combobox', { name: 'Field' })).toBeFocused();
  // The list of fields, then the dialog.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cell).toBeFocused();
  const columns = page.getByRole('button', { name: 'Columns', exact: true });
  await columns.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
});

test('a view is made of any field, shared, changed offline, opened first, and taken back', async ({
  openPc,
  server,
}) => {
  const [{ page: admin }, { page: hr }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(admin, DEMO_ACCOUNTS.Admin), signIn(hr, DEMO_ACCOUNTS.HR)]);
  await openScreen(admin, 'Candidate');
  const all = await total(admin);
  await addFilter(admin, 'City', async (dialog) => {
    await expect(dialog.getByRole('combobox', { name: 'Values' })).toBeFocused();
    await admin.keyboard.type('pune');
    await admin.keyboard.press('Enter');
  });
  await expect(chip(admin, 'City: pune')).toBeVisible();
  await expect.poll(() => total(admin)).toBeLessThan(all);
  const found = await total(admin);
  expect(found).toBeGreaterThan(0);
  await admin.reload();
  await expect.poll(() => total(admin)).toBe(found);

  // The city as a column, moved up to the second place by keys.
  await admin.getByRole('button', { name: 'Columns' }).click();
  await admin.getByRole('textbox', { name: 'Find a column' }).fill('city');
  await admin.getByRole('checkbox', { name: 'City', exact: true }).check();
  await admin.getByRole('textbox', { name: 'Find a column' }).fill('');
  await admin.getByRole('checkbox', { name: 'City', exact: true }).focus();
  for (let times = 0; times < 5; times += 1) await admin.keyboard.press('Alt+ArrowUp');
  await takePicture(admin, 'views-columns-light');
  await admin.keyboard.press('Escape');
  await expect(column(admin, 'City')).toHaveAttribute('aria-colindex', '4');
  const [download] = await Promise.all([admin.waitForEvent('download'), exportCsv(admin)]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toContain('Full Name,City,Mobile');
  expect(lines).toHaveLength(found + 1);

  await saveAs(admin, 'Save view…', 'From Pune', ['HR']);
  await takePicture(admin, 'views-light');

  // Two of one name could not be told apart.
  await choose(admin, 'Save as a new view…');
  const again = admin.getByRole('dialog', { name: 'Save view' });
  await again.getByLabel('Name').fill('From Pune');
  await admin.keyboard.press('Enter');
  await expect(again).toContainText('You have a view of that name. Give this one another.');
  await admin.keyboard.press('Escape');
  await expect(again).toHaveCount(0);

  // The colleague gets it by sync, and works on without the server.
  await expect(viewIn(hr, 'From Pune')).toBeVisible();
  await server.stop();
  await expect(hr.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await viewIn(hr, 'From Pune').click();
  await expect(chip(hr, 'City: pune')).toBeVisible();
  await expect.poll(() => total(hr)).toBe(found);
  await expect(column(hr, 'City')).toBeVisible();
  await expect(hr.getByRole('button', { name: 'Update view' })).toBeHidden();
  await addFilter(hr, 'Fee', async (dialog) => {
    await expect(dialog.getByRole('textbox', { name: 'From' })).toBeFocused();
    await hr.keyboard.type('90k');
    await hr.keyboard.press('Tab');
    await hr.keyboard.type('10k');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('cannot begin after it ends');
    await dialog.getByRole('textbox', { name: 'From' }).fill('10k');
    await dialog.getByRole('textbox', { name: 'To' }).fill('');
  });
  await expect(chip(hr, 'Fee from ₹10,000')).toBeVisible();
  await saveAs(hr, 'Save as a new view…', 'Pune with fees');
  await choose(hr, 'Open this first');
  await openScreen(hr, 'Inquiry');
  await openScreen(hr, 'Candidate');
  await expect(hr).toHaveURL(/view=/);
  await expect(chip(hr, 'Fee from ₹10,000')).toBeVisible();
  await hr.keyboard.press('Control+k');
  await hr.getByRole('combobox', { name: /^Find people/ }).fill('pune');
  await expect(hr.getByRole('option', { name: /^From Pune.*View$/ })).toBeVisible();
  await hr.keyboard.press('Escape');

  // Chips go by keys, and the view can be as it was.
  await chip(hr, 'City: pune').focus();
  await hr.keyboard.press('Delete');
  await expect(chip(hr, 'City: pune')).toBeHidden();
  await expect(chip(hr, 'Fee from ₹10,000')).toBeFocused();
  await choose(hr, 'Back to the view as saved');
  await expect(chip(hr, 'City: pune')).toBeVisible();
  await choose(hr, 'All Candidates');
  await expect.poll(() => total(hr)).toBe(all);

  // Back online: what was shared is changed, and then it is not shared any more. Nobody sees the other's own.
  await server.start();
  // Each comes back by itself: what is changed before that waits.
  for (const page of [hr, admin])
    await expect(page.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible({ timeout: 30_000 });
  await choose(admin, 'Rename or share…');
  const dialog = admin.getByRole('dialog', { name: 'Rename or share' });
  await dialog.getByLabel('Name').fill('Pune people');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(viewIn(hr, 'Pune people')).toBeVisible();
  await expect(viewIn(admin, 'Pune with fees')).toHaveCount(0);
  await choose(admin, 'Rename or share…');
  await dialog.getByRole('checkbox', { name: 'HR' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(viewIn(hr, 'Pune people')).toHaveCount(0);
  await expect(viewIn(hr, 'Pune with fees')).toBeVisible();
  await choose(admin, 'Delete view');
  await admin
    .getByRole('dialog', { name: /^Delete the view/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(viewIn(admin, 'Pune people')).toHaveCount(0);
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(viewIn(admin, 'Pune people')).toBeVisible();
});

test('a view of what the reader may not see opens without it, and says so', async ({ openPc, server }) => {
  const superAdmin = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  await superAdmin.create('/api/views', {
    name: 'Paid and Java',
    list: 'candidate.interviewer',
    sharedWith: ['Employee'],
    settings: JSON.stringify({
      conditions: [
        { field: 'fee', op: 'between', values: [1, null] },
        { field: 'fullName', op: 'filled', values: [] },
        { field: 'bloodGroup', op: 'filled', values: [] },
      ],
      columns: ['fullName', 'fee', 'interviewDate'],
      sort: { field: 'paymentStatus', direction: 'asc' },
    }),
  });
  const { page } = await openPc({ width: 1093, colorScheme: 'dark' });
  await signIn(page, DEMO_ACCOUNTS.Employee);
  await openScreen(page, 'Upcoming Interview');
  await choose(page, 'Paid and Java');
  await expect(chip(page, 'Full Name is not empty')).toBeVisible();
  await expect(page.getByText('Your role may not see Fee.')).toBeVisible();
  await expect(page.getByText('That filter is left out.').first()).toBeVisible();
  await expect(column(page, 'Fee')).toHaveCount(0);
  await expect(column(page, 'Full Name')).toBeVisible();
  await takePicture(page, 'views-left-out-dark');
});

test('columns are dragged into another order, in their list and by their headings', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await expect(column(page, 'Tech')).toBeVisible();
  const before = await headings(page);
  const [email, tech] = [before.indexOf('Email'), before.indexOf('Tech')];
  expect(tech).toBe(email + 1);

  await page.getByRole('button', { name: 'Columns' }).click();
  const line = (name: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  await line('Tech').dragTo(line('Email'));
  await page.keyboard.press('Escape');
  const swapped = async (): Promise<string[]> => (await headings(page)).slice(email, tech + 1);
  await expect.poll(swapped).toEqual(['Tech', 'Email']);
  await page.reload();
  await expect.poll(swapped).toEqual(['Tech', 'Email']);

  // By its heading, with the mouse alone: pressed, moved in steps as a hand does, let go.
  const from = await middleOf(column(page, 'Email'));
  const to = await middleOf(column(page, 'Tech'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x - 20, to.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => headings(page)).toEqual(before);
});

const middleOf = async (found: Locator): Promise<{ x: number; y: number }> => {
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** The headings of the grid, from the left. */
const headings = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').evaluateAll((cells) =>
    cells
      .toSorted((one, other) => Number(one.ariaColIndex) - Number(other.ariaColIndex))
      .map((cell) => cell.textContent?.trim() ?? '')
      .filter((text) => text !== ''),
  );

test('a view is renamed as it was asked for, also where another is open by then or it is deleted', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(heading(page)).toContainText(/\(\d/);
  await saveAs(page, 'Save view…', 'Of the morning');
  await saveAs(page, 'Save as a new view…', 'Of the evening');
  const dialog = page.getByRole('dialog', { name: 'Rename or share' });

  await choose(page, 'Rename or share…');
  await dialog.getByLabel('Name').fill('Of the night');
  await page.evaluate(() => window.history.back());
  await expect(viewIn(page, 'Of the morning')).toHaveAttribute('aria-current', 'page');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(viewIn(page, 'Of the night')).toBeVisible();
  await expect(viewIn(page, 'Of the morning')).toBeVisible();
  await expect(viewIn(page, 'Of the evening')).toHaveCount(0);

  const second = await page.context().newPage();
  await second.goto(page.url());
  await choose(page, 'Rename or share…');
  await dialog.getByLabel('Name').fill('Of noon');
  await choose(second, 'Delete view');
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(viewIn(page, 'Of the morning')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('This view is no longer there.');
});
