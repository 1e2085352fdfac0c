import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../product/accessibility.ts';
import { faultsOn } from '../product/faults.ts';
import { showIn, takePicture } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { choose, firstCell, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const ASHA = 'Messaged Asha';
const TEMPLATE = 'Documents for the interview';

declare global {
  interface Window {
    handedOut?: string[];
  }
}

/** Keeps what leaves for another program in the page, in the place of opening it. */
async function catchLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    window.handedOut = [];
    window.open = (url) => {
      window.handedOut?.push(String(url));
      return null;
    };
  });
  return () => page.evaluate(() => window.handedOut ?? []);
}

async function enterRow(page: Page, search: string, name: string): Promise<void> {
  await page.getByLabel(search).fill(name);
  await expect(rowWith(page, name).first()).toBeVisible();
  await page.getByLabel(search).press('Enter');
  await expect(rowWith(page, name).locator('[role="gridcell"]:focus')).toHaveCount(1);
}

const dialog = (page: Page, name = `Message ${ASHA}`): Locator => page.getByRole('dialog', { name });
const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });

async function expectAccessible(page: Page, within: string): Promise<void> {
  const violations = await violationsOn(page, 'all', [within]);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('a template of one desk is filled in, opened and logged on another, offline too, and taken back', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const { _id } = await rest.create('/api/students', {
    fullName: ASHA,
    mobile: '98200 11223 / 98200 11224',
    email: 'asha.messaged@example.com',
  });
  const [{ page: admin }, { page }] = await Promise.all([openPc(), openPc({ width: 1093, height: 614 })]);
  await Promise.all([signIn(admin, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await Promise.all([openScreen(admin, 'Templates'), openScreen(page, 'Templates')]);
  await expect(page.getByRole('button', { name: 'Add Template' })).toHaveCount(0);
  await takePicture(page, 'templates-list-small');

  // Written on one desk, with a slip that is told, and seen at once as its reader would get it.
  await admin.getByRole('button', { name: 'Add Template' }).click();
  const form = admin.getByRole('dialog', { name: 'Add Template' });
  await form.getByRole('textbox', { name: 'Name' }).fill(TEMPLATE);
  await choose(admin, form, 'For', 'Candidates');
  await admin.keyboard.press('Escape');
  await form.getByRole('textbox', { name: 'Text' }).fill('Hello {firstNam}, your interview is on ');
  await form.getByRole('combobox', { name: 'Insert a field' }).pressSequentially('interview date');
  await expect(admin.getByRole('option', { name: /\{interviewDate\}/ })).toHaveAttribute(
    'data-combobox-selected',
  );
  await admin.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(/is on \{interviewDate\}$/);
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await admin.keyboard.type('. Bring {{two}} photos & 100% of the papers.');
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expect(form).toContainText('There is no {firstNam} of candidates. The nearest is {firstName}');
  await takePicture(admin, 'template-form-light');
  await form
    .getByRole('textbox', { name: 'Text' })
    .fill(
      'Hello {firstName}, your interview is on {interviewDate}. Bring {{two}} photos & 100% of the papers.',
    );
  const preview = form.getByRole('region', { name: 'Preview for candidates' });
  await expect(preview).toContainText(
    'Hello Messaged, your interview is on [Interview Date & Time]. Bring {two}',
  );
  await showIn(admin, 'dark');
  await takePicture(admin, 'template-form-dark');
  await expectAccessible(admin, '[role="dialog"]');
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expect(admin.getByText('New template has been added.')).toBeVisible();
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rowWith(page, TEMPLATE)).toBeVisible();

  // By keys on the other: M, the template, and a gap that is told before anything opens.
  await openScreen(page, 'Candidate Follow Up');
  const faults = await faultsOn(page);
  await enterRow(page, 'Search candidates', ASHA);
  const links = await catchLinks(page);
  // A quick hand types before the templates are there.
  faults.hold({ method: 'records.list', entity: 'messageTemplate' });
  await page.keyboard.press('m');
  await expect(dialog(page).getByRole('combobox', { name: 'Template' })).toBeFocused();
  await page.keyboard.type('d');
  faults.mend();
  await expect(page.getByRole('option', { name: TEMPLATE })).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  const filled =
    'Hello Messaged, your interview is on [Interview Date & Time]. Bring {two} photos & 100% of the papers.';
  await expect(text(page)).toHaveValue(filled);
  await expect(dialog(page)).toContainText('Interview Date & Time is empty.');
  await takePicture(page, 'message-gap-light');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('Interview Date & Time is empty.');
  await expect(dialog(page).getByRole('button', { name: 'Open anyway' })).toBeVisible();
  expect(await links()).toEqual([]);
  // The gap is marked: what is typed takes its place.
  await page.keyboard.type('Monday');
  await expect(dialog(page)).not.toContainText('is empty');
  await choose(page, dialog(page), 'To', '98200 11224');
  await showIn(page, 'dark');
  await takePicture(page, 'message-dark');
  await expectAccessible(page, '[role="dialog"]');
  await showIn(page, 'light');
  // What was written stays: with another template chosen and this one again, with the template gone, and closing asks.
  const written = filled.replace('[Interview Date & Time]', 'Monday');
  await choose(page, dialog(page), 'Template', 'We could not reach you');
  await expect(text(page)).not.toHaveValue(written);
  await expect(dialog(page).getByRole('combobox', { name: 'To' })).toHaveValue('98200 11224');
  await choose(page, dialog(page), 'Template', TEMPLATE);
  await expect(text(page)).toHaveValue(written);
  const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(await page.evaluate(asks)).toBe(true);
  const templates = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const gone = (await templates.list('/api/templates')).find(({ name }) => name === TEMPLATE);
  await templates.change(`/api/templates/${gone?._id}`, { active: false });
  await expect(dialog(page).getByRole('combobox', { name: 'Template' })).toHaveValue('');
  await expect(text(page)).toHaveValue(written);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('WhatsApp logged')).toBeVisible();
  expect(await links()).toEqual([`https://wa.me/919820011224?text=${encodeURIComponent(written)}`]);
  const logged = async (): Promise<unknown[]> => rest.list(`/api/activities?candidate=${_id}`);
  await expect.poll(logged).toMatchObject([{ kind: 'WhatsApp', note: written }]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(logged).toEqual([]);

  // A mail, without the network; what is put away is not logged.
  await server.stop();
  await firstCell(page, ASHA).click();
  await page.keyboard.press('m');
  await dialog(page).getByText('Email', { exact: true }).click();
  await choose(page, dialog(page), 'Template', 'Fee reminder');
  await expect(dialog(page).getByRole('textbox', { name: 'Subject' })).toHaveValue('Your course fee');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('m');
  await dialog(page).getByRole('textbox', { name: 'Subject' }).fill('Papers');
  await text(page).fill('Please bring them.\nThank you');
  await dialog(page).getByRole('button', { name: 'Open in mail program' }).click();
  await expect(page.getByText('Email logged')).toBeVisible();
  expect((await links()).slice(1)).toEqual([
    'mailto:asha.messaged@example.com?subject=Papers&body=Please%20bring%20them.%0D%0AThank%20you',
  ]);
  await server.start();
  await openScreen(admin, 'Candidate');
  await admin.getByLabel('Search candidates').fill(ASHA);
  await admin.getByRole('button', { name: `View ${ASHA}`, exact: true }).click();
  const view = admin.getByRole('dialog', { name: /^View Candidate/ });
  await view.getByRole('tab', { name: 'Timeline' }).click();
  await expect(view.getByRole('listitem').filter({ hasText: 'Email' })).toContainText('Please bring them.', {
    timeout: 45_000,
  });
  // From the view too, and its Escape leaves the view where it is.
  await view.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(dialog(admin)).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toHaveCount(0);
  await expect(view).toBeVisible();
});

test('messages to many go one after the other, each with one key; who cannot be reached is told at the start', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const ids: string[] = [];
  for (const [name, mobile] of [
    ['Anil', '98200 22001'],
    ['Bina', '12345'],
    ['Chitra', '98200 22003'],
    ['Dev', '98200 22004'],
    ['Esha', '98200 22005'],
  ] as const) {
    const { _id } = await rest.create('/api/interns', {
      Name: `Batchwise ${name}`,
      mobile,
      internshipType: 'DevOps',
    });
    ids.push(String(_id));
  }
  const [{ page: admin }, { page }] = await Promise.all([openPc(), openPc({ width: 1093, height: 614 })]);
  const faults = await faultsOn(page);
  await Promise.all([signIn(admin, DEMO_ACCOUNTS.Admin), signIn(page, DEMO_ACCOUNTS.HR)]);
  await openScreen(admin, 'Templates');
  await openScreen(page, 'Inquiry Follow Up');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\(\d{3}\)/);
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText(/\d{3} selected/);
  await page.keyboard.press('m');
  const refused = page.getByRole('dialog', { name: /^Message [\d,]+ inquiries/ });
  await expect(refused.getByRole('alert')).toContainText(/messages go to at most 100 in one go/);
  await page.keyboard.press('Escape');
  await expect(refused).toHaveCount(0);

  await page.getByLabel('Search inquiries').fill('Batchwise');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(5)');
  await page.getByRole('columnheader', { name: 'Name', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await takePicture(page, 'message-bar-small');
  const links = await catchLinks(page);
  await page.getByRole('button', { name: 'Message these' }).click();
  const run = page.getByRole('dialog', { name: 'Message 5 inquiries' });
  await expect(run).toContainText('1 has no whole phone number for WhatsApp and is passed over');
  await expect(run).toContainText('Batchwise Bina');
  await choose(page, run, 'Template', 'First message after an inquiry');
  await expect(run).toContainText('Hello Batchwise, thank you for asking about DevOps.');
  await takePicture(page, 'message-run-start-light');
  expect(await links()).toEqual([]);
  await run.getByRole('button', { name: 'Start with 4 inquiries' }).click();
  await expect(run.getByRole('status').filter({ hasText: '1 of 4' })).toBeVisible();
  await expect(run.getByRole('button', { name: 'Open and go on' })).toBeFocused();
  await showIn(page, 'dark');
  await takePicture(page, 'message-run-dark');
  await expectAccessible(page, '[role="dialog"]');
  await showIn(page, 'light');
  expect(await links()).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(run.getByText('2 of 4')).toBeVisible();
  await expect(run).toContainText('Batchwise Chitra');
  // The template goes meanwhile, and somebody else fits the search: what was begun goes on as it was.
  await admin.getByRole('button', { name: 'Delete First message after an inquiry', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.getByText(/deleted/i).first()).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Sync: Synced/ })).toBeVisible();
  await rest.create('/api/interns', { Name: 'Batchwise Farah', mobile: '98200 22006' });
  await expect(page.getByText('6 selected')).toBeVisible();
  await expect(text(page)).toHaveValue(/^Hello Batchwise, thank you for asking about DevOps\./);
  faults.hold({ method: 'records.get' });
  await page.keyboard.press('s');
  await expect(run.getByText('3 of 4')).toBeVisible();
  // Pressed before the text is there, and held down: the key opens one message, once it is, and no more.
  await expect(run).toContainText('Batchwise Dev');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  faults.mend();
  await expect(run.getByText('4 of 4')).toBeVisible();
  await expect(text(page)).toHaveValue(/^Hello Batchwise, /);
  await text(page).focus();
  await page.keyboard.type('s, see you');
  await expect(run.getByText('4 of 4')).toBeVisible();
  // A changed text is not thrown away by one key.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text(page)).toHaveValue(/s, see you$/);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(run).toHaveCount(0);
  await expect(page.getByText('2 of 4 messages opened')).toBeVisible();
  await expect(page.getByText(/1 skipped\. 1 not done\./)).toBeVisible();
  expect((await links()).map((link) => /wa\.me\/(\d+)/.exec(link)?.[1])).toEqual([
    '919820022001',
    '919820022004',
  ]);
  const logged = async (id: string): Promise<number> =>
    (await rest.list(`/api/activities?inquiry=${id}`)).length;
  await expect.poll(() => Promise.all(ids.map(logged))).toEqual([1, 0, 0, 1, 0]);
});

test('the way to the templates asks before a message that was written goes', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  await rest.create('/api/interns', { Name: ASHA, mobile: '98200 33001', internshipType: 'DevOps' });
  for (const { _id } of await rest.list('/api/templates'))
    await rest.change(`/api/templates/${String(_id)}`, { active: false });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Inquiry');
  await enterRow(page, 'Search inquiries', ASHA);
  await page.keyboard.press('m');
  const written = 'Hello Asha, please call me back.';
  await text(page).fill(written);
  const away = dialog(page).getByRole('link', { name: 'Templates' });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await away.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(text(page)).toHaveValue(written);
  await away.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/templates$/);
  await expect(dialog(page)).toHaveCount(0);
});
