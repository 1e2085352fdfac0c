import type { Locator, Page } from '@playwright/test';
import { indianDate, toTypedDate } from '#shared/format/dates.ts';
import { seriousOn } from '../product/accessibility.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../product/product.ts';
import { openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expect, test } from './product-test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const field = (form: Locator, name: string): Locator => form.getByRole('textbox', { name, exact: true });

async function restToken(origin: string): Promise<string> {
  const login = await fetch(`${origin}/api/auths/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_ACCOUNTS.Admin, password: DEMO_PASSWORD }),
  });
  return ((await login.json()) as { token: string }).token;
}

async function stored(origin: string, search: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${origin}/api/students?search=${encodeURIComponent(search)}`, {
    headers: { authorization: `Bearer ${await restToken(origin)}` },
  });
  return (await answer.json()) as Record<string, unknown>[];
}

async function add(origin: string, fullName: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await fetch(`${origin}/api/students`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await restToken(origin)}` },
    body: JSON.stringify({
      fullName,
      mobile: '90000 31313',
      email: `${fullName.replaceAll(' ', '.').toLowerCase()}@example.com`,
      ...more,
    }),
  });
  return ((await answer.json()) as { _id: string })._id;
}

async function edit(page: Page, name: string): Promise<Locator> {
  await page.getByLabel('Search candidates').fill(name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  return page.getByRole('dialog', { name: 'Edit Candidate' });
}

/** 4:30 pm in India, some days from now. */
const inDays = (days: number): string =>
  `${indianDate(new Date(Date.now() + days * DAY_MS).toISOString())}T11:00:00.000Z`;

test('a half-cleared date or one without its time says what is wrong and saves nothing', async ({
  openPc,
  server,
}) => {
  const nextCall = inDays(9);
  await add(server.origin, 'Halfway Cleared', { nextCall });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const form = await edit(page, 'Halfway Cleared');
  const call = field(form, 'Next Call Date');
  await expect(call).toHaveValue(toTypedDate(nextCall));

  // As a hand does it: the day in the middle is taken away, and Save is pressed.
  await call.fill('11/dd/2026, 4:30 pm');
  await page.keyboard.press('Tab');
  const unread = form.getByText('“11/dd/2026, 4:30 pm” cannot be read as a date and time.');
  await expect(unread).toBeVisible();
  await expect(call).toHaveAttribute('aria-invalid', 'true');
  await expect(call).toHaveAccessibleDescription(/cannot be read/);
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(call).toBeFocused();
  await expect(call).toHaveValue('11/dd/2026, 4:30 pm');

  // A change from elsewhere does not wipe it.
  const [before] = await stored(server.origin, 'Halfway Cleared');
  const id = String(before?.['_id']);
  await fetch(`${server.origin}/api/students/${id}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await restToken(server.origin)}`,
    },
    body: JSON.stringify({ nextCall: inDays(11), city: 'Nagpur' }),
  });
  await expect(form.getByText(/^This candidate was changed elsewhere/)).toBeVisible();
  await expect(call).toHaveValue('11/dd/2026, 4:30 pm');
  await expect(field(form, 'City')).toHaveValue('Nagpur');

  await call.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('25 nov');
  await page.keyboard.press('Control+s');
  await expect(form.getByText('Add a time, such as 4:30 pm.')).toBeVisible();
  await expect(call).toBeFocused();
  await expect(call).toHaveValue('25 nov');
  expect((await stored(server.origin, 'Halfway Cleared'))[0]).toMatchObject({ nextCall: inDays(11) });

  await page.keyboard.press('Control+a');
  await page.keyboard.type('tmrw 4:30pm');
  await expect(form.getByText('Add a time')).toBeHidden();
  await expect(form.getByText(/^Tomorrow, \w{3}, \d\d \w{3,4} \d{4}, 4:30 pm$/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect.poll(() => stored(server.origin, 'Halfway Cleared')).toMatchObject([{ nextCall: inDays(1) }]);

  // Cleared wholly it is empty, and says no more.
  const again = await edit(page, 'Halfway Cleared');
  await field(again, 'Next Call Date').fill('');
  await page.keyboard.press('Control+s');
  await expect(again).toBeHidden();
  await expect.poll(() => stored(server.origin, 'Halfway Cleared')).toMatchObject([{ nextCall: null }]);
});

test('in a browser set to US English on a PC in New York 05/04/2004 is 5 April', async ({
  openPc,
  server,
}) => {
  await add(server.origin, 'Order Ofdays');
  const { page } = await openPc({ locale: 'en-US', timeZone: 'America/New_York' });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const form = await edit(page, 'Order Ofdays');
  const birth = field(form, 'Date of Birth');
  await birth.click();
  await page.keyboard.type('05/04/2004');
  await expect(form.getByText('Mon, 05 Apr 2004')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(birth).toHaveValue('05/04/2004');
  // One Tab stop.
  await expect(form.getByRole('combobox', { name: 'Gender' })).toBeFocused();
  const start = field(form, 'Start Date');
  await start.fill('5-4-26 9:15 am');
  await page.keyboard.press('Tab');
  await expect(start).toHaveValue('05/04/2026, 9:15 am');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect
    .poll(() => stored(server.origin, 'Order Ofdays'))
    .toMatchObject([{ dob: '2004-04-05', startDate: '2026-04-05T03:45:00.000Z' }]);
});

test('the calendar is worked by keys and by mouse, and Escape closes only it', async ({ openPc, server }) => {
  await add(server.origin, 'Calendar Keys', { dob: '2004-04-05', nextCall: inDays(9) });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const form = await edit(page, 'Calendar Keys');

  const birth = field(form, 'Date of Birth');
  await birth.focus();
  await page.keyboard.press('ArrowDown');
  const days = page.getByRole('dialog', { name: 'Choose a date', exact: true });
  await expect(days.getByRole('button', { name: '5 April 2004', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(days).toBeHidden();
  await expect(form).toBeVisible();
  await expect(birth).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(days.getByRole('button', { name: '5 April 2004', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(days.getByRole('button', { name: '13 April 2004', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(days.getByRole('button', { name: '30 March 2004', exact: true })).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(days.getByRole('button', { name: '29 February 2004', exact: true })).toBeFocused();
  await page.keyboard.press('PageDown');
  for (let week = 0; week < 2; week++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(days.getByRole('button', { name: '13 April 2004', exact: true })).toBeFocused();
  expect(await seriousOn(page, 'all', ['[role="dialog"]'])).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(days).toBeHidden();
  await expect(birth).toBeFocused();
  await expect(birth).toHaveValue('13/04/2004');

  // A day alone is no next call: the time is chosen beside it.
  const call = field(form, 'Next Call Date');
  await call.fill('');
  const line = form
    .locator('.mantine-TextInput-root')
    .filter({ has: page.getByRole('textbox', { name: 'Next Call Date', exact: true }) });
  await line.getByRole('button', { name: 'Open calendar' }).click();
  const both = page.getByRole('dialog', { name: 'Choose a date and time' });
  const today = both.locator('[data-in-india-today]');
  await expect(today).toBeFocused();
  await both.getByRole('button', { name: 'Next month' }).click();
  await both.getByRole('button', { name: /^15 / }).click();
  await expect(both.getByRole('listbox', { name: 'Time' })).toBeFocused();
  await expect(call).toHaveValue(/^15\/\d\d\/\d{4}$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(both).toBeHidden();
  await expect(call).toHaveValue(/^15\/\d\d\/\d{4}, 10:30 am$/);

  await line.getByRole('button', { name: 'Open calendar' }).click();
  await both.getByRole('option', { name: '4:30 pm', exact: true }).click();
  await expect(call).toHaveValue(/^15\/\d\d\/\d{4}, 4:30 pm$/);
  await line.getByRole('button', { name: 'Open calendar' }).click();
  await both.getByRole('button', { name: 'Clear' }).click();
  await expect(call).toHaveValue('');
  await expect(call).toBeFocused();
  await form.getByRole('button', { name: 'Tomorrow 11 am' }).click();
  // On a Saturday that is the opening of Monday.
  await expect(call).toHaveValue(/^\d\d\/\d\d\/\d{4}, 1[01]:00 am$/);

  // A quick time takes the place of a half-typed one with a single press.
  await call.fill('25 nov');
  await form.getByRole('button', { name: 'Next Monday 11 am' }).click();
  await expect(call).toHaveValue(/^\d\d\/\d\d\/\d{4}, 11:00 am$/);
  await expect(form.getByText('Add a time')).toBeHidden();

  // Only what is to come can be chosen as a next call.
  await call.fill('today 11:59 pm');
  await page.keyboard.press('ArrowDown');
  await expect(both.getByRole('option', { name: '12:00 am', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(form).toBeHidden();
  await expect(rowWith(page, 'Calendar Keys')).toBeVisible();
});

test('notes are gone on with where they end, and a click sets the caret where it is', async ({
  openPc,
  server,
}) => {
  await add(server.origin, 'Caret Notes', { notes: 'Career gap', remarks: 'First line' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  const form = await edit(page, 'Caret Notes');
  const notes = form.getByRole('textbox', { name: 'Notes', exact: true });
  await form.getByRole('combobox', { name: 'Resume Status' }).focus();
  await page.keyboard.press('Tab');
  await expect(notes).toBeFocused();
  await page.keyboard.type(' of a year');
  await expect(notes).toHaveValue('Career gap of a year');
  // One who comes back goes on where one was.
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+Tab', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('-');
  await expect(notes).toHaveValue('Career gap of a ye-ar');
  const remarks = form.getByRole('textbox', { name: 'Remarks', exact: true });
  await remarks.click({ position: { x: 14, y: 12 } });
  await page.keyboard.type('X');
  await expect(remarks).toHaveValue('XFirst line');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();

  // The dialog that sets the focus itself.
  await openScreen(page, 'Inquiry Follow Up');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const call = page.getByRole('dialog', { name: 'Edit Inquiry' });
  const said = call.getByRole('textbox', { name: 'Notes' });
  await expect(said).toBeFocused();
  const before = await said.inputValue();
  await page.keyboard.type('. Called');
  await expect(said).toHaveValue(`${before}. Called`);
});

test('a birth in the future and an end before the beginning are refused', async ({ openPc }) => {
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS['Super Admin']);
  await openScreen(page, 'Add Employee');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const form = page.getByRole('dialog', { name: 'Add Employee' });
  await form.getByLabel('Name', { exact: true }).fill('Ordered Dates');
  await form.getByLabel('Email').fill('ordered.dates@example.com');
  await field(form, 'Date of Birth').fill('5/4/2130');
  await field(form, 'DOL').fill('1 mar 2026');
  await field(form, 'DOJ').fill('2 mar 2026');
  await page.keyboard.press('Tab');
  await expect(form.getByText('DOL cannot be before DOJ')).toBeVisible();
  await expect(form.getByText('Date of Birth cannot be later than today')).toBeVisible();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(form, 'DOL')).toBeFocused();
  await field(form, 'DOJ').fill('1 mar 2026');
  await expect(form.getByText('DOL cannot be before DOJ')).toBeHidden();
  await field(form, 'Date of Birth').fill('5/4/99');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('New employee has been added.')).toBeVisible();
});
