import type { Locator, Page } from '@playwright/test';
import { choose, exportCsv, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const NAME = 'Tara Typed';

/** A candidate of our own, found in the list and opened for editing. */
async function editTara(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${NAME}` }).click();
  return page.getByRole('dialog', { name: 'Edit Candidate' });
}

/** Pastes as a hand does: through the clipboard. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

test('amounts are typed and pasted as people write them, and what cannot be read is said and kept', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', {
    fullName: NAME,
    mobile: '98765 43210',
    email: 'tara@mail.test',
    fee: 62_000,
    recievedAmount: 30_000,
    paymentStatus: 'Partially Paid',
  });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(NAME);
  const form = await editTara(page);
  const fee = form.getByLabel('Fee', { exact: true });
  const received = form.getByLabel('Received Amount', { exact: true });
  const status = form.getByLabel('Payment Status', { exact: true });
  await expect(fee).toHaveValue('₹62,000');
  await expect(received).toHaveValue('₹30,000');

  // A click marks the amount: what is typed takes its place.
  await received.click();
  await expect(received).toHaveValue('30000');
  await page.keyboard.type('5000');
  await expect(received).toHaveValue('5000');
  await expect(form.getByText('= ₹5,000')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(received).toHaveValue('₹5,000');
  await expect(form.getByText('= ₹5,000')).toBeHidden();

  for (const [text, shown] of [
    ['Rs. 45000', '₹45,000'],
    ['₹ 45,000/-', '₹45,000'],
    ['45k', '₹45,000'],
    ['1.2 lakh', '₹1,20,000'],
    ['Rs 45,000.50', '₹45,000.50'],
  ] as const) {
    await paste(page, fee, text);
    await expect(form.getByText(`= ${shown}`, { exact: true })).toBeVisible();
    await fee.blur();
    await expect(fee).toHaveValue(shown);
  }

  const problems = {
    '-500': 'Fee cannot be below 0',
    '1e5': 'Fee must be an amount in rupees, such as 45,000, 45k or 1.2 lakh',
    abc: 'Fee must be an amount in rupees, such as 45,000, 45k or 1.2 lakh',
    '45.123': 'Fee may have two decimals at most',
    '4,50': 'Fee has a comma where none belongs: write it like 450, 45,000 or 1,20,000',
  };
  for (const [text, problem] of Object.entries(problems)) {
    await fee.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Control+s');
    await expect(form.getByText(problem)).toBeVisible();
    await expect(fee).toBeFocused();
    await expect(fee).toHaveValue(text);
  }
  // Half-finished and left: it stays, and closing asks.
  await fee.blur();
  await expect(fee).toHaveValue('4,50');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();

  // The status follows the amounts.
  await fee.fill('62000');
  await received.fill('');
  await expect(status).toHaveValue('Not Paid');
  await received.fill('30k');
  await expect(status).toHaveValue('Partially Paid');
  await received.fill('62,000');
  await expect(status).toHaveValue('Fully Paid');
  await received.fill('70,000');
  await expect(status).toHaveValue('Fully Paid');

  // More than the fee is asked about; Enter goes back.
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: 'More than the fee?' });
  await expect(question).toContainText(
    `Received ₹70,000 from ${NAME} is more than the fee of ₹62,000. Save anyway?`,
  );
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(received).toBeFocused();

  // Chosen by hand it stays, whatever the amounts say.
  await choose(page, form, 'Payment Status', 'Not Paid');
  await received.fill('71,000.50');
  await expect(status).toHaveValue('Not Paid');
  await page.keyboard.press('Control+s');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: `View ${NAME}` }).click();
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await expect(view.getByRole('group', { name: 'Received Amount' })).toHaveText(/₹71,000\.50/);
  const shown = view.getByRole('group', { name: 'Payment Status' });
  await expect(shown).toHaveText('Payment StatusNot PaidBy Fee and Received Amount: Fully Paid');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  // Written in its place, declined after the person was closed: there is nothing to go back to, so it is said.
  await page.getByText(NAME, { exact: true }).click();
  const glance = page.getByRole('region', { name: 'At a glance' });
  await glance.getByRole('button', { name: 'Edit Received Amount' }).click();
  await glance.getByLabel('Received Amount').fill('82000');
  // In one go: where the question comes between the two halves of a slow press, the person stays open, and nothing is to be said.
  await view
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .evaluate((button: HTMLElement) => {
      button.focus();
      button.click();
    });
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByText(`Received Amount of ${NAME} was not saved.`)).toBeVisible();
  await expect(page.getByText('You wrote: ₹82,000')).toBeVisible();
});

test('a fee that is raised while a colleague books the rest is not fully paid', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const made = await rest.create('/api/students', {
    fullName: NAME,
    mobile: '98765 43210',
    email: 'tara@mail.test',
    fee: 60_000,
    recievedAmount: 30_000,
    paymentStatus: 'Partially Paid',
  });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(NAME);
  const form = await editTara(page);
  await form.getByLabel('Fee', { exact: true }).fill('80k');
  await rest.change(`/api/students/${made._id}`, { recievedAmount: 60_000, paymentStatus: 'Fully Paid' });
  await expect(form.getByLabel('Received Amount')).toHaveValue('₹60,000');
  await expect(form.getByLabel('Payment Status')).toHaveValue('Partially Paid');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await expect(rowWith(page, NAME)).toBeVisible();
  await page.getByRole('button', { name: `View ${NAME}` }).click();
  const view = page.getByRole('dialog', { name: /^View Candidate/ });
  await expect(view.getByRole('group', { name: 'Payment Status' })).toHaveText(
    'Payment StatusPartially Paid',
  );
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  // Chosen by hand it stays, also where the form is opened once more.
  await editTara(page);
  await choose(page, form, 'Payment Status', 'Fully Paid');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await editTara(page);
  await form.getByLabel('Received Amount').fill('65k');
  await expect(form.getByText('By Fee and Received Amount: Partially Paid')).toBeVisible();
  await expect(form.getByLabel('Payment Status')).toHaveValue('Fully Paid');
});

test('an inquiry needs a name or a number; a doubtful number is said, and two numbers are two links', async ({
  openPc,
}) => {
  const { page } = await openPc();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Inquiry' });
  const save = form.getByRole('button', { name: 'Save Inquiry' });
  await form.getByLabel('Notes').fill('Asked about DevOps');
  await save.click();
  await expect(form.getByText('Give a name or a mobile number')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();

  const mobile = form.getByLabel('Mobile', { exact: true });
  await mobile.fill('abcdefgh');
  await expect(form.getByText('Give a name or a mobile number')).toBeHidden();
  await save.click();
  await expect(form.getByText('Mobile must be a phone number, such as 98765 43210')).toBeVisible();
  await expect(mobile).toBeFocused();
  await expect(mobile).toHaveValue('abcdefgh');

  await mobile.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('98765 4321');
  await expect(form.getByText('Mobile must be')).toBeHidden();
  await page.keyboard.press('Tab');
  const doubt = form.getByText('98765 4321 has 9 digits, an Indian mobile number has 10');
  await expect(doubt).toBeVisible();
  await expect(mobile).not.toHaveAttribute('aria-invalid', 'true');
  await mobile.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await expect(doubt).toBeHidden();

  await mobile.fill('९८७६५ ४३२१०');
  await expect(mobile).toHaveValue('98765 43210');
  await paste(page, mobile, '98765 43210\n91234 56789');
  await expect(mobile).toHaveValue('98765 43210 / 91234 56789');
  await form.getByLabel('Name', { exact: true }).fill(NAME);
  await save.click();
  await expect(form).toBeHidden();

  await page.getByLabel(/^Search/).fill('+91 91234 56789');
  const row = rowWith(page, NAME);
  await expect(row.getByRole('link', { name: /^Call/ })).toHaveCount(2);
  for (const digits of ['9876543210', '9123456789']) {
    await expect(row.locator(`a[href="tel:+91${digits}"]`)).toHaveCount(1);
    await expect(row.locator(`a[href="https://wa.me/91${digits}"]`)).toHaveCount(1);
  }
  await row.getByRole('button', { name: `View ${NAME}` }).click();
  const view = page.getByRole('dialog', { name: /^View/ });
  await expect(view.getByRole('link', { name: `Call ${NAME}, 98765 43210` })).toBeVisible();
  await expect(view.getByRole('link', { name: `Call ${NAME}, 91234 56789` })).toBeVisible();
});

test('chats go to the WhatsApp number, in lists and views, and an export says all as it is', async ({
  openPc,
  server,
}) => {
  const { page } = await openPc();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { _id } = await rest.create('/api/students', {
    fullName: NAME,
    mobile: '+919876543210',
    whatsapp: '91234 56789',
    email: 'tara@mail.test',
    nextCall: '2030-11-25T11:00:00.000Z',
    dob: '2004-05-04',
    fee: 45_000.5,
  });
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(NAME);
  const row = rowWith(page, NAME);
  await expect(row.getByRole('link', { name: `Call ${NAME}` })).toHaveAttribute('href', 'tel:+919876543210');
  const chat = { name: `WhatsApp ${NAME}` };
  await expect(row.getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/919123456789');

  // Changed elsewhere, the row in the list follows.
  await rest.change(`/api/students/${_id}`, { whatsapp: null });
  await expect(row.getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/919876543210');
  await rest.change(`/api/students/${_id}`, { whatsapp: '91234 56789' });
  await expect(row.getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/919123456789');
  await row.getByRole('button', { name: `View ${NAME}` }).click();
  const view = page.getByRole('dialog', { name: /^View/ });
  await expect(view.getByRole('group', { name: 'Mobile' }).getByRole('link', chat)).toHaveAttribute(
    'href',
    'https://wa.me/919123456789',
  );
  await page.keyboard.press('Escape');

  const [saved] = await Promise.all([page.waitForEvent('download'), exportCsv(page, 'All fields')]);
  expect(saved.suggestedFilename()).toBe('candidates-all-fields.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
  const [headings = '', line = ''] = Buffer.concat(chunks).toString().slice(1).split('\r\n');
  const cell = (heading: string): string | undefined => line.split(',')[headings.split(',').indexOf(heading)];
  expect(cell('Mobile')).toBe('(+91) 98765 43210');
  expect(cell('WhatsApp')).toBe('91234 56789');
  expect(cell('Date of Birth')).toBe('2004-05-04');
  expect(cell('Next Call Date')).toBe('2030-11-25 16:30');
  expect(cell('Fee')).toBe('45000.5');
});
