import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { seriousOn } from '../product/accessibility.ts';
import { connectLoopback } from '../product/loopback-client.ts';
import { faultsOn } from '../product/faults.ts';
import { choose, fillSignIn, openScreen, rowWith, signIn, signOut } from '../product/page-actions.ts';
import { takePictures, type Look } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test, type OfficePc } from './product-test.ts';

/** What is typed in a form comes back after the application stopped, until it is saved or thrown away. */

const RESTORED = 'This is what you had typed before the application stopped. Save it, or discard it.';
const ASHA = { fullName: 'Asha Draftwala', mobile: '98200 77001', email: 'asha.draftwala@mail.test' };

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

async function beginCandidate(page: Page, name: string): Promise<Locator> {
  await openScreen(page, 'Candidate');
  await page.getByRole('button', { name: 'Add Candidate' }).click();
  const form = dialog(page, 'Add Candidate');
  await form.getByLabel('Full Name').fill(name);
  await form.getByLabel('Mobile').fill('90000 54321');
  return form;
}

async function edit(page: Page, name: string): Promise<Locator> {
  await openScreen(page, 'Candidate');
  await page.getByLabel('Search candidates').fill(name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = dialog(page, 'Edit Candidate');
  await expect(form.getByLabel('Full Name')).toHaveValue(name);
  return form;
}

/** Waits until the desk of the PC keeps these texts, each in a draft of its own, and no other draft. */
async function keeps(pc: OfficePc, ...texts: string[]): Promise<void> {
  const desk = await connectLoopback(pc.desk.address);
  try {
    await expect
      .poll(async () => {
        const { drafts } = await desk.call('drafts.list', {});
        const all = await Promise.all(drafts.map(({ id }) => desk.call('drafts.read', { id })));
        return texts.filter((text) => all.some((draft) => JSON.stringify(draft).includes(text))).length ===
          texts.length
          ? all.length
          : `${all.length} without`;
      })
      .toBe(texts.length);
  } finally {
    desk.close();
  }
}

/** As F5 by somebody who leaves what is unsaved. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sync: (Synced|Offline)/ })).toBeVisible({
    timeout: 45_000,
  });
}

const LOOKS: readonly Look[] = [
  { width: 1093, colorScheme: 'dark' },
  { width: 1366, colorScheme: 'dark' },
  { width: 1093, colorScheme: 'light' },
  { width: 1366, colorScheme: 'light' },
];

test('a new record that was being typed comes back after the desk was killed, is saved once, and is gone then', async ({
  openPc,
}) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await beginCandidate(page, 'Typed Before');
  await keeps(pc, 'Typed Before');
  await pc.restart();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const form = dialog(page, 'Add Candidate');
  await expect(form).toContainText(RESTORED);
  await expect(form.getByLabel('Full Name')).toHaveValue('Typed Before');
  await expect(form.getByLabel('Mobile')).toHaveValue('90000 54321');
  expect(await seriousOn(page, 'wcag')).toEqual([]);
  await takePictures(page, 'restored-form', LOOKS);
  await form.getByLabel('Email').fill('typed.before@mail.example.org');
  await form.getByRole('button', { name: 'Save Employee' }).click();
  await expect(form).toBeHidden();
  await keeps(pc);
  await reload(page);
  await page.getByLabel('Search candidates').fill('Typed Before');
  await expect(rowWith(page, 'Typed Before')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after the page was loaded anew the form is back, and discarded, or as it was, it stays away', async ({
  openPc,
}) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await beginCandidate(page, 'Half Typed');
  await keeps(pc, 'Half Typed');
  await reload(page);
  const form = dialog(page, 'Add Candidate');
  await expect(form.getByLabel('Full Name')).toHaveValue('Half Typed');
  await form.getByRole('button', { name: 'Discard' }).click();
  const asked = dialog(page, 'Discard your changes?');
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await keeps(pc, 'Half Typed');
  await form.getByRole('button', { name: 'Discard' }).click();
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await keeps(pc);

  const again = await beginCandidate(page, 'Typed Again');
  await keeps(pc, 'Typed Again');
  await again.getByLabel('Full Name').fill('');
  await again.getByLabel('Mobile').fill('');
  await keeps(pc);
  await reload(page);
  await expect(page.getByRole('heading', { name: 'Candidates' })).toContainText('400');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('of a record that others changed meanwhile only what was typed stands against theirs', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { _id } = await rest.create('/api/students', { ...ASHA, city: 'Pune', state: 'Goa' });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const form = await edit(page, ASHA.fullName);
  await form.getByLabel('City').fill('Nagpur');
  await keeps(pc, 'Nagpur');
  await pc.desk.stop('SIGKILL');
  await rest.change(`/api/students/${_id}`, { city: 'Wardha', state: 'Kerala' });
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect(form).toContainText(RESTORED);
  await expect(form.getByLabel('City')).toHaveValue('Nagpur');
  await expect(form.getByLabel('State')).toHaveValue('Kerala');
  await expect(form).toContainText(
    'What you wrote in City is kept and will replace the other when you save.',
  );
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  await expect
    .poll(async () => JSON.stringify(await rest.list('/api/students?search=Draftwala')))
    .toContain('Nagpur');
  expect(JSON.stringify(await rest.list('/api/students?search=Draftwala'))).toContain('Kerala');
});

test('a payment status that was proposed is proposed anew after a stop, and one that was chosen stays', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { _id } = await rest.create('/api/students', {
    ...ASHA,
    fee: 60_000,
    recievedAmount: 30_000,
    paymentStatus: 'Partially Paid',
  });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const form = await edit(page, ASHA.fullName);
  const received = form.getByLabel('Received Amount', { exact: true });
  const status = form.getByLabel('Payment Status', { exact: true });
  const stopMeanwhile = async (kept: string, fee: number): Promise<void> => {
    await keeps(pc, kept);
    await pc.desk.stop('SIGKILL');
    await rest.change(`/api/students/${_id}`, { fee });
    await pc.restart();
    await signIn(page, DEMO_ACCOUNTS.HR);
    await expect(form).toContainText(RESTORED);
  };
  await received.fill('60k');
  await expect(status).toHaveValue('Fully Paid');
  await stopMeanwhile('60000', 90_000);
  await expect(status).toHaveValue('Partially Paid');
  await received.fill('90k');
  await expect(status).toHaveValue('Fully Paid');
  // A discount.
  await received.fill('80k');
  await choose(page, form, 'Payment Status', 'Fully Paid');
  await stopMeanwhile('80000', 95_000);
  await expect(status).toHaveValue('Fully Paid');
  await received.fill('85k');
  await expect(status).toHaveValue('Fully Paid');
  await form.getByRole('button', { name: 'Update Employee' }).click();
  await expect(form).toBeHidden();
  const payment = async (): Promise<unknown[]> => {
    const found = (await rest.list('/api/students?search=Draftwala'))[0];
    return [found?.['fee'], found?.['recievedAmount'], found?.['paymentStatus']];
  };
  await expect.poll(payment).toEqual([95_000, 85_000, 'Fully Paid']);
});

test('of several the newest opens and the others are offered; of a deleted record the text can be copied', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { _id } = await rest.create('/api/students', ASHA);
  const pc = await openPc();
  const { page } = pc;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, DEMO_ACCOUNTS.HR);
  const first = await edit(page, ASHA.fullName);
  await first.getByLabel('City').fill('Nagpur');
  await keeps(pc, 'Nagpur');
  // What a form that lives has, another window leaves alone.
  const second = await page.context().newPage();
  await second.goto('/candidate');
  await expect(second.getByRole('heading', { name: 'Candidates' })).toContainText('401');
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await beginCandidate(second, 'In The Second Window');
  await keeps(pc, 'Nagpur', 'In The Second Window');
  await second.close();
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const newest = dialog(page, 'Add Candidate');
  await expect(newest.getByLabel('Full Name')).toHaveValue('In The Second Window');
  const notice = page.getByRole('status').filter({ hasText: '1 more form is not saved.' });
  await expect(notice).toBeVisible();
  await newest.getByRole('button', { name: 'Discard' }).click();
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(newest).toBeHidden();

  await notice.getByRole('button', { name: 'Show' }).click();
  const list = dialog(page, 'Unsaved forms');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(`Candidate ${ASHA.fullName}`);
  expect(await seriousOn(page, 'wcag')).toEqual([]);
  await takePictures(page, 'unsaved-forms', LOOKS);
  await list.getByRole('button', { name: `Continue Candidate ${ASHA.fullName}` }).click();
  await expect(dialog(page, 'Edit Candidate').getByLabel('City')).toHaveValue('Nagpur');

  await rest.remove(`/api/students/${_id}`);
  await reload(page);
  const gone = page.getByRole('status').filter({ hasText: 'What you had typed is kept.' });
  await gone.getByRole('button', { name: 'Show' }).click();
  await list.getByRole('button', { name: `Continue Candidate ${ASHA.fullName}` }).click();
  await expect(list).toContainText('This candidate was deleted, or is no longer yours to see.');
  await list.getByRole('button', { name: 'Copy text' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('City: Nagpur');
  await list.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Unsaved forms (1)' }).click();
  await list.getByRole('button', { name: `Discard Candidate ${ASHA.fullName}` }).click();
  await dialog(page, 'Discard what you had typed?').getByRole('button', { name: 'Discard' }).click();
  await expect(list).toBeHidden();
  await keeps(pc);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await expect(page.getByRole('menuitem', { name: /Unsaved forms/ })).toHaveCount(0);
});

test('while the copy of a PC is not whole nobody is told that the record of a form is gone', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await rest.create('/api/students', ASHA);
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const form = await edit(page, ASHA.fullName);
  await form.getByLabel('City').fill('Nagpur');
  await keeps(pc, 'Nagpur');
  // As after an update on a PC that is away from its server.
  await server.stop();
  await pc.desk.stop('SIGKILL');
  for (const path of readdirSync(pc.data, { recursive: true, encoding: 'utf8' }))
    if (basename(path).startsWith('cache.db')) rmSync(join(pc.data, path));
  await pc.restart();
  await fillSignIn(page, DEMO_ACCOUNTS.HR);
  const notice = page.getByRole('status').filter({ hasText: '1 more form is not saved.' });
  await notice.getByRole('button', { name: 'Show' }).click();
  const list = dialog(page, 'Unsaved forms');
  await list.getByRole('button', { name: `Continue Candidate ${ASHA.fullName}` }).click();
  const told = page.getByText('The records of this PC are being fetched again.');
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();

  await server.start();
  await page.getByRole('button', { name: /^Sync: Synced/ }).waitFor({ timeout: 45_000 });
  await list.getByRole('button', { name: `Continue Candidate ${ASHA.fullName}` }).click();
  await expect(dialog(page, 'Edit Candidate').getByLabel('City')).toHaveValue('Nagpur');
});

test('of an enrolment that a colleague has done meanwhile the text can be copied, and nothing opens by itself', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const { _id } = await rest.create('/api/interns', { Name: ASHA.fullName, mobile: ASHA.mobile });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await page.getByLabel('Search inquiries').fill(ASHA.fullName);
  await page.getByRole('button', { name: `Enrol ${ASHA.fullName}`, exact: true }).click();
  await dialog(page, `Enrol ${ASHA.fullName}`).getByLabel('City').fill('Nagpur');
  await keeps(pc, 'Nagpur');
  const candidate = await rest.create('/api/students', { ...ASHA, inquiry: _id });
  await rest.change(`/api/interns/${_id}`, { enrolledAs: candidate._id });
  const desk = await connectLoopback(pc.desk.address);
  const became = async () => (await desk.call('records.get', { entity: 'inquiry', id: _id }))?.references;
  await expect.poll(became).toHaveProperty('enrolledAs', ASHA.fullName);
  desk.close();

  await reload(page);
  const notice = page.getByRole('status').filter({ hasText: 'What you had typed is kept.' });
  await expect(notice).toContainText('The inquiry of a form that you had not saved was enrolled meanwhile.');
  await reload(page);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Unsaved forms (1)' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const list = dialog(page, 'Unsaved forms');
  await list.getByRole('button', { name: `Continue Enrol ${ASHA.fullName}` }).click();
  await expect(list).toContainText('This inquiry was enrolled meanwhile.');
  await expect(list).toContainText('City: Nagpur');
  await expect(list.getByRole('button', { name: 'Copy text' })).toBeVisible();
});

test('a note of a call and an article come back as well, and are nothing for the next user', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/interns', { Name: ASHA.fullName, mobile: ASHA.mobile });
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry Follow Up');
  await page.getByLabel('Search inquiries').fill(ASHA.fullName);
  await page.getByRole('button', { name: `Log call ${ASHA.fullName}`, exact: true }).click();
  const log = dialog(page, /^Log call/);
  await log.getByRole('radio', { name: 'Connected', exact: true }).click();
  await log.getByRole('textbox', { name: 'Note' }).fill('Will pay on Monday');
  await keeps(pc, 'Will pay on Monday');
  await reload(page);
  await expect(log).toContainText(RESTORED);
  await expect(log).toContainText(ASHA.fullName);
  await expect(log.getByRole('textbox', { name: 'Note' })).toHaveValue('Will pay on Monday');
  await reload(page);
  await expect(log.getByRole('textbox', { name: 'Note' })).toHaveValue('Will pay on Monday');
  await log.getByRole('button', { name: 'Save' }).click();
  await expect(log).toBeHidden();
  await keeps(pc);

  await openScreen(page, 'Candidate');
  await beginCandidate(page, 'Of The First User');
  await keeps(pc, 'Of The First User');
  await reload(page);
  await expect(dialog(page, 'Add Candidate').getByLabel('Full Name')).toHaveValue('Of The First User');
  // The session ends while the form is open, as by the server; the next one to sign in is another.
  await pc.restart();
  await signIn(page, DEMO_ACCOUNTS.Admin);
  await openScreen(page, 'Add Blogs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const blog = dialog(page, 'Add Blog');
  await blog.getByLabel('Title', { exact: true }).fill('A draft of an article');
  const editor = blog.getByRole('textbox', { name: 'Content' });
  await editor.click();
  await page.keyboard.type('Nobody reads this yet');
  await keeps(pc, 'Nobody reads this yet');
  await reload(page);
  await expect(blog.getByLabel('Title', { exact: true })).toHaveValue('A draft of an article');
  await expect(editor).toContainText('Nobody reads this yet');
  await blog.getByRole('button', { name: 'Discard' }).click();
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(blog).toBeHidden();
  await keeps(pc);
  await signOut(page);
  await signIn(page, DEMO_ACCOUNTS.HR);
  await expect(dialog(page, 'Add Candidate').getByLabel('Full Name')).toHaveValue('Of The First User');
});

test('a form says that what is typed cannot be written down, and keeps it by itself once it can', async ({
  openPc,
}) => {
  const pc = await openPc();
  const { page } = pc;
  await signIn(page, DEMO_ACCOUNTS.HR);
  const faults = await faultsOn(page);
  const full = { code: 'unavailable', message: 'The disk of this computer is full.' } as const;
  faults.fail({ method: 'drafts.keep', error: full });
  const form = await beginCandidate(page, 'Typed On A Full Disk');
  const said = form.getByText('this computer cannot write it down');
  await expect(said).toBeVisible();
  await takePictures(page, 'form-not-kept', LOOKS.slice(0, 1));
  faults.mend();
  await keeps(pc, 'Typed On A Full Disk');
  await expect(said).toBeHidden();
});
