import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { connectLoopback } from '../product/loopback-client.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficePc } from './product-test.ts';

/** What the server refused is not typed once more: it is opened in its form, and what was wrong is mended there. */

test('a new record and an edit that were refused are mended in their forms, and leave the tray', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const { _id: status } = await rest.create('/api/lead-status', { name: 'Going Lead' });
  const { _id: asha } = await rest.create('/api/interns', { Name: 'Mended Asha', mobile: '98200 11223' });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Inquiry');
  await page.getByLabel('Search inquiries').fill('Mended Asha');
  await expect(rowWith(page, 'Mended Asha')).toBeVisible();
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Mended Asha' }).click();
  const inquiry = page.getByRole('dialog', { name: 'Edit Inquiry' });
  await choose(page, inquiry, 'Lead Status', 'Going Lead');
  await inquiry.getByLabel('Notes').fill('Wants weekends, pays in two parts.');
  await inquiry.getByRole('button', { name: /^(?:Save|Update)/ }).click();
  await expect(inquiry).toBeHidden();
  await openScreen(page, 'Add Lead Status');
  await page.getByRole('button', { name: 'Add Lead Status' }).click();
  const leadStatus = page.getByRole('dialog', { name: /Lead Status/ });
  await leadStatus.getByRole('textbox', { name: 'Lead Status' }).fill('Twice Lead');
  await leadStatus.getByRole('button', { name: 'Save' }).click();
  await expect(leadStatus).toBeHidden();

  await pc.desk.stop();
  await server.start();
  const again = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  await again.create('/api/lead-status', { name: 'twice lead' });
  expect(await again.remove(`/api/lead-status/${status}`)).toBe(200);
  await again.change(`/api/interns/${asha}`, { notes: 'Not before Monday.' });
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  const tray = page.getByRole('dialog', { name: 'Sync' });
  const card = (name: string): ReturnType<typeof tray.getByRole> =>
    tray.getByRole('listitem').filter({ hasText: name });
  await page.getByRole('button', { name: /^Sync: .*2 need attention/ }).click();
  await card('Twice Lead').getByRole('button', { name: 'Edit' }).click();
  await expect(tray).toBeHidden();
  await expect(leadStatus.getByRole('textbox', { name: 'Lead Status' })).toHaveValue('Twice Lead');
  await leadStatus.getByRole('textbox', { name: 'Lead Status' }).fill('Thrice Lead');
  await leadStatus.getByRole('button', { name: 'Save' }).click();
  await expect(leadStatus).toBeHidden();

  await page.getByRole('button', { name: /^Sync: .*1 needs attention/ }).click();
  await card('Mended Asha').getByRole('button', { name: 'Edit' }).click();
  await expect(inquiry.getByLabel('Notes')).toHaveValue('Wants weekends, pays in two parts.');
  // What somebody has written there since is not written over unseen.
  await expect(inquiry.getByText('Not before Monday.')).toBeVisible();
  await expect(inquiry.getByText(/Lead Status is not there any more/)).toBeVisible();
  await choose(page, inquiry, 'Lead Status', 'Thrice Lead');
  await inquiry.getByRole('button', { name: /^(?:Save|Update)/ }).click();
  await expect(inquiry).toBeHidden();
  await expect(page.getByRole('button', { name: /need.* attention/ })).toHaveCount(0);
  await expect
    .poll(async () => (await again.list('/api/interns')).find(({ _id }) => _id === asha)?.['notes'])
    .toBe('Wants weekends, pays in two parts.');
});

test('what is mended comes back whole after a stop, and leaves the tray once it is saved', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  const { _id: status } = await rest.create('/api/lead-status', { name: 'Passing Lead' });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Inquiry');
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add Inquiry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Inquiry' });
  await form.getByLabel('Name', { exact: true }).fill('Mended Bina');
  await form.getByLabel('Mobile', { exact: true }).fill('98200 11224');
  await choose(page, form, 'Lead Status', 'Passing Lead');
  await form.getByLabel('Notes').fill('Asked.');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  // What was written about it afterwards hangs on it, and is in its form too.
  await page.getByRole('button', { name: 'Edit Mended Bina' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Inquiry' });
  await edited.getByLabel('Notes').fill('Asked for evenings.');
  await page.keyboard.press('Control+s');
  await expect(edited).toBeHidden();

  await pc.desk.stop();
  await server.start();
  const again = await restClient(server.origin, DEMO_ACCOUNTS['Super Admin']);
  expect(await again.remove(`/api/lead-status/${status}`)).toBe(200);
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await page.getByRole('button', { name: /^Sync: .*2 need attention/ }).click();
  await page.getByRole('dialog', { name: 'Sync' }).getByRole('button', { name: 'Edit' }).click();
  await expect(form.getByLabel('Notes')).toHaveValue('Asked for evenings.');
  await expect(form.getByText(/Lead Status is not there any more/)).toBeVisible();
  await form.getByLabel('Lead Status', { exact: true }).fill('');
  await expect(form.getByText(/Lead Status is not there any more/)).toHaveCount(0);
  await form.getByLabel('Notes').fill('Asked for mornings.');
  await expectKept(pc, 'Asked for mornings.');
  await pc.desk.stop();
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Mended Bina');
  await expect(form.getByLabel('Mobile', { exact: true })).toHaveValue('98200 11224');
  await expect(form.getByLabel('Notes')).toHaveValue('Asked for mornings.');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: /need.* attention/ })).toHaveCount(0);
  const mended = (await again.list('/api/interns')).filter(({ mobile }) => mobile === '98200 11224');
  expect(mended.map(({ Name, notes }) => [Name, notes])).toEqual([['Mended Bina', 'Asked for mornings.']]);
});

test('a payment that was refused is proposed anew in its form, and what was chosen stays', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const owing = async (fullName: string, mobile: string): Promise<string> => {
    const email = `${mobile}@mail.test`;
    const payment = { fee: 60_000, recievedAmount: 30_000, paymentStatus: 'Partially Paid' };
    return (await rest.create('/api/students', { fullName, mobile, email, ...payment }))._id;
  };
  const proposed = await owing('Mended Chitra', '9820011225');
  const chosen = await owing('Mended Divya', '9820011226');
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill('Mended');
  await expect(rowWith(page, 'Mended Divya')).toBeVisible();
  await server.stop();
  await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible();
  const form = page.getByRole('dialog', { name: 'Edit Candidate' });
  const save = async (): Promise<void> => {
    await form.getByRole('button', { name: 'Update Employee' }).click();
    await expect(form).toBeHidden();
  };
  await page.getByRole('button', { name: 'Edit Mended Chitra' }).click();
  await form.getByLabel('Received Amount').fill('60k');
  await save();
  await page.getByRole('button', { name: 'Edit Mended Divya' }).click();
  await form.getByLabel('Received Amount').fill('50k');
  await choose(page, form, 'Payment Status', 'Fully Paid');
  await save();

  await pc.desk.stop();
  await server.start();
  const again = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  for (const id of [proposed, chosen]) expect(await again.remove(`/api/students/${id}`)).toBe(200);
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await expect(page.getByRole('button', { name: /^Sync: .*2 need attention/ })).toBeVisible();
  // They were deleted by mistake.
  const desk = await connectLoopback(pc.desk.address);
  for (const id of [proposed, chosen]) await desk.call('records.restore', { entity: 'candidate', id });
  desk.close();
  for (const id of [proposed, chosen])
    await expect
      .poll(() => again.change(`/api/students/${id}`, { fee: 90_000 }).then(({ fee }) => fee, String))
      .toBe(90_000);
  const tray = page.getByRole('dialog', { name: 'Sync' });
  for (const [name, status, left] of [
    ['Mended Chitra', 'Partially Paid', /^Sync: .*1 needs attention/],
    ['Mended Divya', 'Fully Paid', /^Sync: Synced/],
  ] as const) {
    await page.getByRole('button', { name: /^Sync: .*needs? attention/ }).click();
    await tray.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click();
    await expect(form.getByLabel('Fee', { exact: true })).toHaveValue('₹90,000');
    await expect(form.getByLabel('Payment Status')).toHaveValue(status);
    await save();
    await expect(page.getByRole('button', { name: left })).toBeVisible();
  }
  const payments = async (): Promise<string[]> =>
    (await again.list('/api/students?search=Mended'))
      .map((each) => [each['fee'], each['recievedAmount'], each['paymentStatus']].join(' '))
      .sort((one, other) => one.localeCompare(other));
  await expect.poll(payments).toEqual(['90000 50000 Fully Paid', '90000 60000 Partially Paid']);
});

/** Waits until the desk keeps this text in a draft. */
async function expectKept(pc: OfficePc, text: string): Promise<void> {
  const desk = await connectLoopback(pc.desk.address);
  try {
    await expect
      .poll(async () => {
        const { drafts } = await desk.call('drafts.list', {});
        return JSON.stringify(await Promise.all(drafts.map(({ id }) => desk.call('drafts.read', { id }))));
      })
      .toContain(text);
  } finally {
    desk.close();
  }
}
