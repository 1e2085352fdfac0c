import type { Locator, Page } from '@playwright/test';
import { docxFile, dropFiles, pdfFile, pdfWithLinks, textFile } from '../product/document-files.ts';
import { choose, openScreen, rowWith, signIn } from '../product/page-actions.ts';
import { expectReadable } from '../product/pictures.ts';
import { DEMO_ACCOUNTS } from '../product/product.ts';
import { restClient } from '../product/rest-client.ts';
import { expect, test } from './product-test.ts';

const ASHA = { fullName: 'Asha Documented', mobile: '9765410001', email: 'asha.documented@example.com' };
const CV_LINES =
  'Asha Documented\nEmail: asha.documented@example.com\n+91 97654 10001\nWorked with Kubernetes for 3 years';
const cv = pdfFile('Asha CV.pdf', [CV_LINES, 'Second page: projects', 'Third page: hobbies']);
const letter = docxFile('Offer from Sunrise.docx', ['Dear Asha,', 'We offer you the post of tester.']);

/** Whether no part around it hides it: text that is cut at a line is still there. */
const isInSight = (mark: Element): boolean => {
  const { left, right, top, bottom } = mark.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return at !== null && mark.contains(at);
};

const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });

/** From now on the page gets no further with a file that is attached, until what this gives is called. */
async function holdReading(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const { prototype } = FileReader;
    const read = Reflect.get(prototype, 'readAsDataURL');
    prototype.readAsDataURL = function (file) {
      addEventListener('read on', () => read.call(this, file), { once: true });
    };
    addEventListener('read on', () => (prototype.readAsDataURL = read), { once: true });
  });
  return () => page.evaluate(() => dispatchEvent(new Event('read on')));
}

/** Opens the documents of a candidate from the list; gives the list of them. */
async function openDocuments(page: Page, fullName: string, screen = 'Candidate'): Promise<Locator> {
  await openScreen(page, screen);
  await page.getByLabel('Search candidates').fill(fullName);
  // The row may stand there before the search does, and give way to itself under the pointer.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\(\d{1,2}\)/);
  await page.getByRole('button', { name: `View ${fullName}` }).click();
  await tab(page, /^Documents/).click();
  return page.getByRole('list', { name: 'Documents' });
}

test('two documents are dropped with a bad one, shown, renamed, deleted and brought back', async ({
  openPc,
  server,
}) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', ASHA);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await openDocuments(page, ASHA.fullName);
  const attach = page.getByRole('dialog', { name: /^Attach documents/ });

  await test.step('each file has its kind proposed, and the bad one its sentence', async () => {
    await expect(page.getByText('No documents yet.')).toBeVisible();
    await expectReadable(page, 'documents-none');
    const bad = textFile('notes.pdf', 'This only says that it is a PDF.');
    await dropFiles(page.getByText('or drop files here'), [cv, bad, letter]);
    await expect(attach.getByRole('combobox', { name: 'Kind of Asha CV.pdf' })).toHaveValue('CV');
    await expect(attach.getByRole('combobox', { name: 'Kind of Offer from Sunrise.docx' })).toHaveValue(
      'Offer letter',
    );
    await expect(attach.getByRole('alert')).toContainText(
      'This is not a PDF, Word (DOCX), JPEG or PNG document. Save it as one of these and choose it again.',
    );
    await expectReadable(page, 'documents-chosen');
    // A key pressed once too often does not undo the choosing.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Attach nothing?' });
    await expect(question).toContainText('2 chosen files are not attached yet.');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await attach.getByRole('button', { name: 'Attach 2 documents' }).click();
    await expect(page.getByText('2 documents attached')).toBeVisible();
    // The bad one holds no other up, and stays with its sentence.
    await expect(attach.getByRole('img', { name: 'Attached' })).toHaveCount(2);
    await attach.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(attach).toBeHidden();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(tab(page, 'Documents (2)')).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Asha CV.pdf' })).toContainText(
      /CV.*PDF.*KB|CV.*PDF.*bytes/,
    );
    await expect(list.getByText('Not sent yet')).toHaveCount(0);
    // Its own change is no news.
    await expect(page.getByText('was changed elsewhere')).toHaveCount(0);
    await expectReadable(page, 'documents-list');
  });

  await test.step('a PDF is shown page by page, by keys too, and the focus goes back', async () => {
    await page.getByRole('button', { name: 'Show Asha CV.pdf' }).click();
    const viewer = page.getByRole('dialog', { name: 'Asha CV.pdf' });
    await expect(viewer.getByText('Page 1 of 3')).toBeVisible();
    const first = viewer.getByRole('region', { name: 'Page 1', exact: true });
    await expect(first.locator('canvas')).toBeVisible();
    await expect(first.getByText('Worked with Kubernetes')).toBeVisible();
    await expect(viewer.getByRole('region', { name: 'Document' })).toBeFocused();
    await expectReadable(page, 'documents-pdf');
    const width = async (): Promise<number> => (await first.boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press('+');
    await expect.poll(width).toBeGreaterThan(before);
    await viewer.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(width).toBe(before);
    await viewer.getByRole('region', { name: 'Document' }).focus();
    const top = async (): Promise<number> => (await first.boundingBox())?.y ?? 0;
    const atRest = await top();
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeLessThan(atRest - 300);
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(viewer.getByText('Page 3 of 3')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(viewer.getByText('Third page: hobbies')).toBeVisible();
    // Those that are far are not held.
    await expect(first.locator('canvas')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show Asha CV.pdf' })).toBeFocused();
    await expect(page.getByRole('dialog', { name: 'View Candidate' })).toBeVisible();
  });

  await test.step('a Word document is shown as text', async () => {
    await page.getByRole('button', { name: 'Show Offer from Sunrise.docx' }).click();
    const viewer = page.getByRole('dialog', { name: 'Offer from Sunrise.docx' });
    await expect(viewer.getByText('We offer you the post of tester.')).toBeVisible();
    await expectReadable(page, 'documents-docx');
    await page.keyboard.press('Escape');
  });

  await test.step('it is downloaded in a browser', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download: Asha CV.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('Asha CV.pdf');
  });

  await test.step('it gets another name and kind', async () => {
    await page.getByRole('button', { name: 'Rename or change kind: Offer from Sunrise.docx' }).click();
    const rename = page.getByRole('dialog', { name: 'Edit document' });
    await expect(rename.getByLabel('Name')).toBeFocused();
    await rename.getByLabel('Name').fill('Sunrise letter.docx');
    await choose(page, rename, 'Kind', 'Certificate');
    await rename.getByRole('button', { name: 'Save' }).click();
    await expect(rename).toBeHidden();
    await expect(list.getByRole('listitem').filter({ hasText: 'Sunrise letter.docx' })).toContainText(
      'Certificate',
    );
  });

  await test.step('it is deleted, and brought back', async () => {
    await page.getByRole('button', { name: 'Delete document: Sunrise letter.docx' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this document?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(tab(page, 'Documents (1)')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByText('Sunrise letter.docx')).toBeVisible();
  });

  await test.step('the form has them too', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Candidate' });
    await edit
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Documents' })
      .click();
    await expect(edit.getByRole('button', { name: 'Show Asha CV.pdf' })).toBeVisible();
    await expectReadable(page, 'documents-form');
  });
});

test('links of a document lead to the web alone, and nothing of it runs', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', ASHA);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const list = await openDocuments(page, ASHA.fullName);
  await dropFiles(page.getByText('or drop files here'), [pdfWithLinks('links.pdf')]);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await list.getByRole('button', { name: 'Show links.pdf' }).click();
  const viewer = page.getByRole('dialog', { name: 'links.pdf' });
  await expect(viewer.getByText('Three links')).toBeVisible();
  await expect(viewer.getByRole('link')).toHaveCount(1);
  await expect(viewer.getByRole('link')).toHaveAttribute('href', 'https://example.com/portfolio');
  expect(alerts).toEqual([]);
});

test('what is attached offline is said not to be sent, and reaches the other PC later', async ({
  openPc,
  server,
}) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', ASHA);
  const [{ page }, { page: other }] = await Promise.all([openPc(), openPc()]);
  await Promise.all([signIn(page, DEMO_ACCOUNTS.HR), signIn(other, DEMO_ACCOUNTS.Admin)]);
  const list = await openDocuments(page, ASHA.fullName);
  const others = await openDocuments(other, ASHA.fullName);
  await server.stop('SIGKILL');
  await dropFiles(page.getByText('or drop files here'), [cv]);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(list.getByText('Not sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show Asha CV.pdf' }).click();
  await expect(page.getByRole('dialog', { name: 'Asha CV.pdf' }).getByText('Page 1 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectReadable(page, 'documents-offline');
  await server.start();
  await expect(list.getByText('Not sent yet')).toBeHidden({ timeout: 45_000 });
  await expect(tab(other, 'Documents (1)')).toBeVisible({ timeout: 45_000 });
  await others.getByRole('button', { name: 'Show Asha CV.pdf' }).click();
  const viewer = other.getByRole('dialog', { name: 'Asha CV.pdf' });
  await expect(viewer.getByText('Worked with Kubernetes')).toBeVisible({ timeout: 30_000 });
});

test('an interviewer sees the CV of a candidate and nothing else of the documents', async ({
  openPc,
  server,
}) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.Admin);
  const me = (await rest.list('/api/users')).find(({ email }) => email === DEMO_ACCOUNTS.Employee);
  await rest.create('/api/students', {
    ...ASHA,
    interviewStatus: 'Scheduled',
    interviewDate: new Date(Date.now() + 86_400_000).toISOString(),
    interviewerName: me?.['name'],
    interviewerId: me?._id,
  });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await openDocuments(page, ASHA.fullName);
  await dropFiles(page.getByText('or drop files here'), [cv, letter]);
  await page.getByRole('button', { name: 'Attach 2 documents' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('Not sent yet')).toHaveCount(0);

  const { page: interviewer } = await openPc();
  await signIn(interviewer, DEMO_ACCOUNTS.Employee);
  await openScreen(interviewer, 'Upcoming Interview');
  await interviewer.getByRole('button', { name: `View ${ASHA.fullName}` }).click();
  await tab(interviewer, 'Documents (1)').click();
  await expect(interviewer.getByRole('button', { name: 'Show Asha CV.pdf' })).toBeVisible();
  await expect(interviewer.getByText('Offer from Sunrise.docx')).toHaveCount(0);
  for (const name of [/^Attach/, /^Rename/, /^Delete document/])
    await expect(interviewer.getByRole('button', { name })).toHaveCount(0);
  await expectReadable(interviewer, 'documents-interviewer');
  await interviewer.getByRole('button', { name: 'Show Asha CV.pdf' }).click();
  await expect(
    interviewer.getByRole('dialog', { name: 'Asha CV.pdf' }).getByText('Worked with Kubernetes'),
  ).toBeVisible();
});

test('a search in CVs finds what they say, marks it and leads there', async ({ openPc, server }) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', ASHA);
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await openDocuments(page, ASHA.fullName);
  await dropFiles(page.getByText('or drop files here'), [cv]);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search candidates').fill('kubernetes');
  await expect(page.getByText('Nobody').or(rowWith(page, ASHA.fullName))).toBeHidden();
  await page.getByRole('button', { name: 'In CVs' }).click();
  await expect(page).toHaveURL(/in=documents/);
  const row = rowWith(page, ASHA.fullName);
  await expect(row.locator('mark')).toHaveText(/kubernetes/i);
  await expect(row).toContainText('Asha CV.pdf');
  await expectReadable(page, 'documents-search');
  await page.setViewportSize({ width: 1093, height: 700 });
  await expect(row.locator('mark')).toBeInViewport();
  expect(await row.locator('mark').evaluate(isInSight)).toBe(true);
  await expectReadable(page, 'documents-search-1093');
  await row.getByRole('button', { name: /^Show Asha CV\.pdf/ }).click();
  await expect(page.getByRole('dialog', { name: 'Asha CV.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(row.locator('mark')).toHaveText(/kubernetes/i);

  // As a board, a card has the place too.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/board=/);
  const card = page.getByRole('gridcell', { name: new RegExp(`^${ASHA.fullName}, `) });
  await expect(card.locator('mark')).toHaveText(/kubernetes/i);
  expect(await card.locator('mark').evaluate(isInSight)).toBe(true);
  await expectReadable(page, 'documents-search-board');
  await card.getByRole('button', { name: /^Show Asha CV\.pdf/ }).click();
  await expect(page.getByRole('dialog', { name: 'Asha CV.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('b');
  await page.keyboard.press('b');
  await expect(page).not.toHaveURL(/board=/);

  await page.getByLabel('Search candidates').fill('zzyzx');
  await expect(page.getByText('No CV says so.')).toBeVisible();
  await expectReadable(page, 'documents-search-none');
  await page.getByRole('button', { name: 'Search the fields instead' }).click();
  await expect(page).not.toHaveURL(/in=documents/);
  await expect(page.getByRole('button', { name: 'In CVs' })).toHaveAttribute('aria-pressed', 'false');
});

test('what is done with the rows that a search in CVs finds is done with these', async ({
  openPc,
  server,
}) => {
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  const asha = await rest.create('/api/students', ASHA);
  // Who has the word in a field, and no CV.
  const other = await rest.create('/api/students', {
    fullName: 'Ravi Undocumented',
    mobile: '9765410002',
    email: 'ravi.undocumented@example.com',
    coreskill: 'Kubernetes',
  });
  const citiesOf = async (): Promise<unknown[]> => {
    const all = await rest.list('/api/students');
    return [asha, other].map(({ _id }) => all.find((each) => each._id === _id)?.['city'] ?? null);
  };
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  const list = await openDocuments(page, ASHA.fullName);
  await dropFiles(page.getByText('or drop files here'), [cv]);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search candidates').fill('kubernetes');
  await expect(rowWith(page, 'Ravi Undocumented')).toBeVisible();
  await page.getByRole('button', { name: 'In CVs' }).click();
  await expect(rowWith(page, ASHA.fullName).locator('mark')).toHaveText(/kubernetes/i);

  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const setCity = async (city: string): Promise<void> => {
    await expect(bar).toContainText('1 selected');
    await bar.getByRole('button', { name: 'Set a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a field of 1 candidate' });
    await choose(page, dialog, 'Field', 'City');
    await dialog.getByLabel('City').fill(city);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('City of 1 candidate set.')).toBeVisible();
  };
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await setCity('Nashik');
  await expect.poll(citiesOf).toEqual(['Nashik', null]);
  // What is selected is still in the list, and stays selected.
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: `Select ${ASHA.fullName}` }).check();
  await setCity('Nagpur');
  await expect.poll(citiesOf).toEqual(['Nagpur', null]);
  await expect(bar).toContainText('1 selected');
});

test('an HR record has documents, which its list searches; a wide window shows them beside the list', async ({
  openPc,
}) => {
  const { page } = await openPc({ width: 1600, height: 900 });
  await signIn(page, DEMO_ACCOUNTS.HR);
  const visiting = pdfFile('visit.pdf', ['The office has a quincunx of chairs']);

  await test.step('of an HR record', async () => {
    await openScreen(page, 'OtherCompaniesHr');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await tab(page, 'Documents').click();
    await dropFiles(page.getByText('or drop files here'), [visiting]);
    const attach = page.getByRole('dialog', { name: /^Attach documents/ });
    await expect(attach.getByRole('combobox', { name: 'Kind of visit.pdf' })).toHaveValue('Other');
    const readOn = await holdReading(page);
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    // What is dropped while the first is on its way stays, to be attached.
    await expect(attach.getByRole('progressbar', { name: 'Attaching' })).toBeAttached();
    await dropFiles(attach.getByRole('list', { name: 'Chosen files' }), [letter]);
    await readOn();
    await expect(tab(page, 'Documents (1)')).toBeVisible();
    await expect(attach.getByRole('img', { name: 'Attached' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(attach).toBeHidden();
    await expect(tab(page, 'Documents (2)')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'In documents' }).click();
    await page.getByLabel('Search HR records').fill('quincunx');
    await expect(page.getByRole('row').locator('mark')).toHaveText('quincunx');
    await expectReadable(page, 'documents-hr-search');
  });

  await test.step('of a candidate beside the list', async () => {
    await openScreen(page, 'Candidate');
    await page.getByRole('gridcell').nth(2).dblclick();
    const panel = page.getByRole('complementary', { name: /^Candidate / });
    await panel.getByRole('tab', { name: 'Documents' }).click();
    await dropFiles(panel.getByText('or drop files here'), [cv, letter]);
    await page.getByRole('button', { name: 'Attach 2 documents' }).click();
    await expect(panel.getByRole('tab', { name: 'Documents (2)' })).toBeVisible();
    await expect(page.getByText('Drop a CV to make a candidate of it')).toHaveCount(0);
    await expectReadable(page, 'documents-panel');
    await panel.getByRole('button', { name: 'Show Asha CV.pdf' }).click();
    await expect(page.getByRole('dialog', { name: 'Asha CV.pdf' }).getByText('Page 1 of 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: 'Show Asha CV.pdf' })).toBeFocused();
  });
});

test('a CV becomes a candidate, after those who are here already were named', async ({ openPc, server }) => {
  test.slow();
  const rest = await restClient(server.origin, DEMO_ACCOUNTS.HR);
  await rest.create('/api/students', { ...ASHA, fullName: 'Asha Namesake' });
  const { page } = await openPc();
  await signIn(page, DEMO_ACCOUNTS.HR);
  await openScreen(page, 'Candidate');
  await expect(page.getByRole('grid', { name: 'Candidates' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: /^Candidate from a CV/ });

  await test.step('what it proposes, each with its line, and who is here already', async () => {
    await dropFiles(page.getByRole('grid', { name: 'Candidates' }), [cv]);
    await expect(dialog.getByRole('checkbox', { name: /^Full Name: Asha Documented/ })).toBeChecked();
    await expect(dialog).toContainText('Asha Namesake has this already');
    await expectReadable(page, 'documents-cv');
    await dialog.getByRole('button', { name: 'Open Asha Namesake' }).click();
    const view = page.getByRole('dialog', { name: 'View Candidate' });
    await view.getByRole('tab', { name: 'History' }).click();
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(dialog).toBeVisible();
  });

  await test.step('it can be attached to that candidate instead', async () => {
    await dialog.getByRole('button', { name: 'Attach the CV to Asha Namesake instead' }).click();
    await expect(page.getByText('Document attached')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the form is filled with what was confirmed, and saves the CV with the candidate', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Candidate from a CV' }).click();
    await (await chooser).setFiles({ ...cv, name: 'Another CV.pdf' });
    await dialog.getByRole('checkbox', { name: /^Email:/ }).uncheck();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const form = page.getByRole('dialog', { name: 'Add Candidate' });
    await expect(form.getByLabel('Full Name')).toHaveValue('Asha Documented');
    await expect(form.getByLabel('Email')).toHaveValue('');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    // The form has an error, and nothing of it is lost.
    await expect(form.getByText('1 field needs your attention')).toBeVisible();
    await form.getByLabel('Email').fill('asha.second@mail.test');
    await form.getByRole('button', { name: 'Save Employee' }).click();
    await expect(form).toBeHidden();
    const list = await openDocuments(page, 'Asha Documented');
    await expect(list.getByText('Another CV.pdf')).toBeVisible();
    await tab(page, 'Details').click();
    await expect(page.getByRole('dialog', { name: 'View Candidate' })).toContainText('Uploaded');
  });
});
